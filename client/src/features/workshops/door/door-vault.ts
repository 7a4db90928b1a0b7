import { canStore, forgetDay, readDay, writeDay, type Sealed } from '../../../api/session/door-store.ts'
import type { KeptDoor } from './kept-door.ts'

/** Stores a device's doors, one per account. Changes are serialized across tabs. */
export interface DoorVault {
  /** Returns what the device holds for this account; without an account, for the one that signed in last. */
  load(accountId?: number): Promise<KeptDoor | undefined>
  /** Replaces what is stored for an account with the result of `next`, and returns it. */
  change(accountId: number, next: (kept: KeptDoor | undefined) => KeptDoor | undefined): Promise<KeptDoor | undefined>
  forget(accountId: number): Promise<void>
}

const lockName = 'portico-door'

/** Returns the device's storage, or the page's memory where storage is unavailable. */
export function openVault(): DoorVault {
  return canStore() ? sealedVault : memoryVault
}

/** Sealed with AES-GCM under a non-extractable key that is generated for the day. */
const sealedVault: DoorVault = {
  load: async (accountId) => (await openDay(accountId))?.kept,
  change: (accountId, next) =>
    navigator.locks.request(lockName, async () => {
      const day = await openDay(accountId)
      const kept = next(day?.kept)
      if (kept) await seal(kept, day?.key)
      return kept
    }),
  forget: forgetDay,
}

const remembered = new Map<number, KeptDoor>()
const memoryVault: DoorVault = {
  // The memory belongs to this page, so no other user can have left anything in it.
  load: async (accountId = 0) => current(remembered.get(accountId)),
  change: async (accountId, next) => {
    const kept = next(current(remembered.get(accountId)))
    if (kept) remembered.set(accountId, kept)
    return kept
  },
  forget: async (accountId) => void remembered.delete(accountId),
}

function current(kept: KeptDoor | undefined): KeptDoor | undefined {
  return kept && Date.now() < kept.endsAt ? kept : undefined
}

async function openDay(accountId: number | undefined): Promise<{ kept: KeptDoor; key: CryptoKey } | undefined> {
  const day = await readDay(Date.now(), accountId)
  if (!day) return undefined
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: day.iv }, day.key, day.sealed)
  const kept: KeptDoor = JSON.parse(new TextDecoder().decode(text))
  // Lists stored by older versions have no walk-ins or stations.
  const { list } = kept
  return { kept: { ...kept, list: { ...list, walkIns: list.walkIns ?? [], stations: list.stations ?? [] } }, key: day.key }
}

async function seal(kept: KeptDoor, known: CryptoKey | undefined): Promise<void> {
  const { account, endsAt, list, waiting } = kept
  const unsent = waiting.length > 0 && (await close({ ...kept, list: { ...list, people: [], walkIns: [] }, conflicts: [] }, undefined))
  const day = { ...(await close(kept, known)), accountId: account.id, endsAt, waiting: waiting.length }
  await writeDay({ ...day, ...(unsent && { unsent }) })
}

async function close(kept: KeptDoor, known: CryptoKey | undefined): Promise<Sealed> {
  const key = known ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { key, iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(kept))) }
}
