/** Whether this browser gives a page the camera; it does at a secure address alone. */
export function canScan(): boolean {
  return navigator.mediaDevices !== undefined
}
