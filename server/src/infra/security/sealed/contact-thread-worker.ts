import { createSecretKey, type KeyObject } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { sealedContactsIn, type SealedContact } from './sealed-contacts.ts'
import { contactAssociatedData, respondentOwner, unseal, wrappedKeyAssociatedData } from './sealing.ts'

/** What the thread is told: rows, and the keys that their keys are wrapped with, by their ids. */
export interface ToOpen {
  readonly wrappers: ReadonlyMap<string, KeyObject>
  readonly rows: Uint8Array
}

/** What the thread says: the text of each row, null for someone who was deleted. */
export type Opened = readonly (string | null)[]

parentPort?.on('message', ({ wrappers, rows }: ToOpen) => {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  const opened: Opened = Array.from(sealedContactsIn(bytes), (row) => textOf(wrappers, row))
  parentPort?.postMessage(opened)
})

function textOf(wrappers: ToOpen['wrappers'], { anonymousId, keyId, wrappedKey, sealedContact }: SealedContact): string | null {
  if (!wrappedKey) return null
  const wrapper = wrappers.get(keyId)
  if (!wrapper) throw new Error(`The key ${keyId} did not come along`)
  const key = createSecretKey(unseal(wrapper, wrappedKeyAssociatedData(respondentOwner(anonymousId)), wrappedKey))
  return unseal(key, contactAssociatedData(anonymousId), sealedContact).toString()
}
