/**
 * Calls `make` on first use and returns its result from then on. A failed call is forgotten and repeated on the next use, so a temporary shortage of files or
 * memory does not last until the restart.
 */
export function memoizeAsync<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
