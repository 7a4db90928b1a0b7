import { sharedDeviceIdleMs } from '@portico/shared/words/shared-device'

const sharedKey = 'portico-shared-device'
const providerKey = 'portico-at-provider'
const usedKey = 'portico-last-used'

/** What this browser has noted of the device, for all its tabs and visits. */
export const deviceNotes = {
  /** Whether this browser was said to be shared at the last sign-in. */
  isSharedDevice: (): boolean => isNoted(sharedKey),
  noteSharedDevice: (shared: boolean): void => note(sharedKey, shared),
  /** Whether whoever is signed in came by the identity provider, where they have a session as well. */
  isAtProvider: (): boolean => isNoted(providerKey),
  noteAtProvider: (there: boolean): void => note(providerKey, there),
  /** When someone last used any tab, in ms since 1970; undefined before the first time. */
  lastUsed: (): number | undefined => withStorage((storage) => Number(storage.getItem(usedKey) ?? Number.NaN)) || undefined,
  noteUse: (now: number): void => withStorage((storage) => storage.setItem(usedKey, String(now))),
}

/** Whether a shared device has been left alone for as long as ends a session there (shared/spec/contract.md#sign-in-and-sessions). */
export function hasIdled(now: number, { isSharedDevice, lastUsed }: Pick<typeof deviceNotes, 'isSharedDevice' | 'lastUsed'> = deviceNotes) {
  const used = lastUsed()
  return isSharedDevice() && used !== undefined && now - used > sharedDeviceIdleMs
}

/** Whether something holds, kept across visits. */
export function isNoted(key: string): boolean {
  return withStorage((storage) => storage.getItem(key) !== null) ?? false
}

/** Notes that something holds, or that it does not. */
export function note(key: string, holds: boolean): void {
  withStorage((storage) => (holds ? storage.setItem(key, '1') : storage.removeItem(key)))
}

/** Storage can be switched off, and is then simply not there. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
