import { canStore, forgetDay, readDay, writeDay } from '../../../api/session/door-store.ts'
import type { KeptDoor } from './kept-door.ts'

/** Where a device keeps its door. Changes come one after another, in all tabs. */
export interface DoorVault {
  load(): Promise<KeptDoor | undefined>
  /** Replaces what is kept by what `next` makes of it, and gives it back. */
  change(next: (kept: KeptDoor | undefined) => KeptDoor | undefined): Promise<KeptDoor | undefined>
  forget(): Promise<void>
}

const lockName = 'portico-door'

/** The device's own storage, or the memory of this page where there is none. */
export function openVault(): DoorVault {
  return canStore() ? sealedVault : memoryVault
}

/** Sealed with AES-GCM under a key that is made for the day and cannot be read out. */
const sealedVault: DoorVault = {
  load: async () => (await openDay())?.kept,
  change: (next) =>
    navigator.locks.request(lockName, async () => {
      const day = await openDay()
      const kept = next(day?.kept)
      if (kept) await seal(kept, day?.key)
      return kept
    }),
  forget: forgetDay,
}

let remembered: KeptDoor | undefined
const memoryVault: DoorVault = {
  load: async () => remembered,
  change: async (next) => (remembered = next(remembered)),
  forget: async () => void (remembered = undefined),
}

async function openDay(): Promise<{ kept: KeptDoor; key: CryptoKey } | undefined> {
  const day = await readDay(Date.now())
  if (!day) return undefined
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: day.iv }, day.key, day.sealed)
  const kept: KeptDoor = JSON.parse(new TextDecoder().decode(text))
  // A list from before there were walk-ins.
  return { kept: { ...kept, list: { ...kept.list, walkIns: kept.list.walkIns ?? [] } }, key: day.key }
}

async function seal(kept: KeptDoor, known: CryptoKey | undefined): Promise<void> {
  const key = known ?? (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(kept)))
  await writeDay({ key, iv, sealed, endsAt: kept.endsAt, waiting: kept.waiting.length })
}
