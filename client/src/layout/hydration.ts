const { promise, resolve } = Promise.withResolvers<void>()
const longest = 3_000

/** A page calls this when it stands on the screen. */
export function markHydrated(): void {
  resolve()
}

/** Waits until the first page stands, so that nothing changes under one that is still being taken over. */
export function hydrated(): Promise<void> {
  return Promise.race([promise, new Promise<void>((give) => setTimeout(give, longest))])
}
