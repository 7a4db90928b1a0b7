/** Returns whether this browser gives the page camera access, which requires a secure context. */
export function canScan(): boolean {
  return navigator.mediaDevices !== undefined
}
