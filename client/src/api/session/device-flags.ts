import { sharedDeviceIdleMs } from '@portico/shared/words/shared-device'

const sharedKey = 'portico-shared-device'
const providerKey = 'portico-at-provider'
const usedKey = 'portico-last-used'

/** Notes about this device in local storage, shared by all tabs and kept across visits. */
export const deviceFlags = {
  /** Whether the user marked the device as shared at the last sign-in. */
  isSharedDevice: (): boolean => hasFlag(sharedKey),
  setSharedDevice: (shared: boolean): void => setFlag(sharedKey, shared),
  /** Whether the current session was started through the identity provider, where the user has a session as well. */
  isAtProvider: (): boolean => hasFlag(providerKey),
  setAtProvider: (there: boolean): void => setFlag(providerKey, there),
  /** When any tab was last used, in ms since 1970; undefined before the first use. */
  lastUsed: (): number | undefined => withStorage((storage) => Number(storage.getItem(usedKey) ?? Number.NaN)) || undefined,
  recordUse: (now: number): void => withStorage((storage) => storage.setItem(usedKey, String(now))),
}

/** Whether a shared device has been idle for long enough to end its session (shared/spec/contract.md#sign-in-and-sessions). */
export function hasIdled(now: number, { isSharedDevice, lastUsed }: Pick<typeof deviceFlags, 'isSharedDevice' | 'lastUsed'> = deviceFlags) {
  const used = lastUsed()
  return isSharedDevice() && used !== undefined && now - used > sharedDeviceIdleMs
}

/** Whether a flag is set in local storage. */
export function hasFlag(key: string): boolean {
  return withStorage((storage) => storage.getItem(key) !== null) ?? false
}

/** Sets or clears a flag in local storage. */
export function setFlag(key: string, holds: boolean): void {
  withStorage((storage) => (holds ? storage.setItem(key, '1') : storage.removeItem(key)))
}

/** Local storage can be disabled, and then throws. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
