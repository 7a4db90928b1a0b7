/** Logs an error that was handled to the browser console, for debugging. */
export function report(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn(what, error)
}
