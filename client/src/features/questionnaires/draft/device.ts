/** Browser storage that never throws; `write` returns false if storage is disabled or full. */
export interface Device {
  read(key: string): string | undefined
  write(key: string, text: string): boolean
  remove(key: string): void
}

/** Returns storage that persists (`local`) or lasts as long as the tab (`tab`). */
export function deviceStorage(lasting: 'local' | 'tab'): Device {
  const storage = () => (lasting === 'local' ? localStorage : sessionStorage)
  return {
    read: (key) => attempt(() => storage().getItem(key) ?? undefined),
    write: (key, text) => attempt(() => (storage().setItem(key, text), true)) ?? false,
    remove: (key) => attempt(() => storage().removeItem(key)),
  }
}

/** Parses stored JSON; returns undefined if it is missing or invalid. */
export function readJson(text: string | undefined): unknown {
  return text === undefined ? undefined : attempt((): unknown => JSON.parse(text))
}

/** Returns whether the value is a non-null object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
