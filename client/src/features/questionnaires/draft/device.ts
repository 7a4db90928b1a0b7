/** The device's own storage; where it is switched off or full, nothing breaks and `false` says so. */
export interface Device {
  read(key: string): string | undefined
  write(key: string, text: string): boolean
  remove(key: string): void
}

/** What stays when the window is closed (`local`), or only while the tab is open (`tab`). */
export function deviceStorage(lasting: 'local' | 'tab'): Device {
  const storage = () => (lasting === 'local' ? localStorage : sessionStorage)
  return {
    read: (key) => attempt(() => storage().getItem(key) ?? undefined),
    write: (key, text) => attempt(() => (storage().setItem(key, text), true)) ?? false,
    remove: (key) => attempt(() => storage().removeItem(key)),
  }
}

/** What a stored text holds; undefined when it is no JSON. */
export function readJson(text: string | undefined): unknown {
  return text === undefined ? undefined : attempt((): unknown => JSON.parse(text))
}

/** Whether this is an object whose fields can be looked at. */
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
