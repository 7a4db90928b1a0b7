/** Tells the browser's console of something that went wrong and was dealt with, for those who look into it. */
export function report(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn(what, error)
}
