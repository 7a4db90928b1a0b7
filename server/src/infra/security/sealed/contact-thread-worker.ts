import { createSecretKey, type KeyObject } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { sealedContactsIn, type SealedContact } from './sealed-contacts.ts'
import { contactAssociatedData, respondentOwner, unseal, wrappedKeyAssociatedData } from './sealing.ts'

/** A request to the thread: rows, and the keys that wrap their keys, by id. */
export interface OpenRequest {
  readonly wrappers: ReadonlyMap<string, KeyObject>
  readonly rows: Uint8Array
}

/** The thread's response: the contact text of each row, null if the respondent was deleted. */
export type OpenedTexts = readonly (string | null)[]

parentPort?.on('message', ({ wrappers, rows }: OpenRequest) => {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  const opened: OpenedTexts = Array.from(sealedContactsIn(bytes), (row) => textOf(wrappers, row))
  parentPort?.postMessage(opened)
})

function textOf(wrappers: OpenRequest['wrappers'], { anonymousId, keyId, wrappedKey, sealedContact }: SealedContact): string | null {
  if (!wrappedKey) return null
  const wrapper = wrappers.get(keyId)
  if (!wrapper) throw new Error(`The key ${keyId} did not come along`)
  const key = createSecretKey(unseal(wrapper, wrappedKeyAssociatedData(respondentOwner(anonymousId)), wrappedKey))
  return unseal(key, contactAssociatedData(anonymousId), sealedContact).toString()
}
