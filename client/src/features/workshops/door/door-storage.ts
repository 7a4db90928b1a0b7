import { canStore, forgetDay, readDay, withDaysLocked, writeDay, type Sealed } from '../../../api/session/door-store.ts'
import { unsentCount, type StoredDoor } from './stored-door.ts'

/** Stores a device's doors, one per account. Changes are serialized across tabs. */
export interface DoorStorage {
  /** Returns what the device holds for this account; without an account, for the one that signed in last. */
  load(accountId?: number): Promise<StoredDoor | undefined>
  /** Replaces what is stored for an account with the result of `next`, and returns it. */
  change(accountId: number, next: (stored: StoredDoor | undefined) => StoredDoor | undefined): Promise<StoredDoor | undefined>
  forget(accountId: number): Promise<void>
}

/** Returns the device's storage, or the page's memory where storage is unavailable or fails: a full phone must not stop a check-in. */
export function openDoorStorage(): DoorStorage {
  return canStore() ? onDevice : inPage
}

// Adds the page's memory to storage for as long as it fails; what waits in both is sent.
function withMemory(device: DoorStorage): DoorStorage {
  const latest = new Map<number, StoredDoor>()
  const failing = new Set<number>()
  const held = (accountId: number) => current(latest.get(accountId))
  const keep = (accountId: number | undefined, stored: StoredDoor | undefined) => {
    const id = stored?.account.id ?? accountId
    if (stored && id !== undefined) latest.set(id, stored)
    else if (id !== undefined) latest.delete(id)
    return stored
  }
  return {
    async load(accountId) {
      if (accountId !== undefined && failing.has(accountId)) return held(accountId)
      const stored = await device.load(accountId).catch(() => (accountId === undefined ? undefined : held(accountId)))
      return keep(accountId, stored)
    },
    async change(accountId, next) {
      const before = (stored: StoredDoor | undefined) => (failing.has(accountId) ? joined(held(accountId), stored) : stored)
      try {
        const stored = await device.change(accountId, (found) => next(before(found)))
        failing.delete(accountId)
        return keep(accountId, stored)
      } catch {
        failing.add(accountId)
        return keep(accountId, next(held(accountId)))
      }
    },
    async forget(accountId) {
      keep(accountId, undefined)
      failing.delete(accountId)
      await device.forget(accountId).catch(() => {})
    },
  }
}

// Another tab may have stored events meanwhile; the server knows those that were sent twice by their ids.
function joined(held: StoredDoor | undefined, stored: StoredDoor | undefined): StoredDoor | undefined {
  if (!held || !stored) return held ?? stored
  const known = new Set(held.waiting.map(({ event }) => event.eventId))
  return { ...held, waiting: [...held.waiting, ...stored.waiting.filter(({ event }) => !known.has(event.eventId))] }
}

/** Sealed with AES-GCM under a non-extractable key that is generated for the day. */
const encryptedStorage: DoorStorage = {
  load: async (accountId) => (await openDay(accountId))?.stored,
  change: (accountId, next) =>
    withDaysLocked(async () => {
      const day = await openDay(accountId)
      const stored = next(day?.stored)
      // Nobody can read names that were removed: the key that sealed them is gone.
      if (stored) await seal(stored, stored.list.people.length > 0 ? day?.key : undefined)
      return stored
    }),
  forget: forgetDay,
}

const noStorage = () => Promise.reject(new Error('This browser has no storage'))
const onDevice = withMemory(encryptedStorage)
const inPage = withMemory({ load: noStorage, change: noStorage, forget: noStorage })

function current(stored: StoredDoor | undefined): StoredDoor | undefined {
  return stored && Date.now() < stored.endsAt ? stored : undefined
}

async function openDay(accountId: number | undefined): Promise<{ stored: StoredDoor; key: CryptoKey } | undefined> {
  const day = await readDay(Date.now(), accountId)
  if (!day) return undefined
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: day.iv }, day.key, day.sealed)
  const stored: Omit<StoredDoor, 'setAside'> & Partial<StoredDoor> = JSON.parse(new TextDecoder().decode(text))
  // Lists stored by older versions have no walk-ins or stations, and nothing that was set aside.
  const { list, setAside = [] } = stored
  return {
    stored: {
      ...stored,
      setAside,
      list: { ...list, walkIns: list.walkIns ?? [], answeredWalkIns: list.answeredWalkIns ?? [], stations: list.stations ?? [] },
    },
    key: day.key,
  }
}

async function seal(stored: StoredDoor, known: CryptoKey | undefined): Promise<void> {
  const { account, endsAt, list } = stored
  const waiting = unsentCount(stored)
  const unsent = waiting > 0 && (await close({ ...stored, list: { ...list, people: [], walkIns: [] }, conflicts: [] }, undefined))
  const day = { ...(await close(stored, known)), accountId: account.id, endsAt, waiting }
  await writeDay({ ...day, ...(unsent && { unsent }) })
}

async function close(stored: StoredDoor, known: CryptoKey | undefined): Promise<Sealed> {
  const key = known ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { key, iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(stored))) }
}
