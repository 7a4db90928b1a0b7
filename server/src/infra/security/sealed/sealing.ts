import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

// Loads nothing else: a thread that opens contact data begins with it.
const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

let pool = Buffer.alloc(0)

/** Random bytes: one visit to the system's randomness for many small needs; each byte is used once. */
export function randomOf(bytes: number): Buffer {
  if (pool.length < bytes) pool = randomBytes(8_192)
  const taken = pool.subarray(0, bytes)
  pool = pool.subarray(bytes)
  return taken
}

/** Encrypts text or bytes; `associatedData` binds the result to where it is stored, so that it cannot be moved. */
export function seal(sealingKey: KeyObject, associatedData: string, plain: string | Uint8Array): Buffer {
  const iv = randomOf(ivBytes)
  const box = createCipheriv(cipher, sealingKey, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(associatedData))
  const body = Buffer.concat([box.update(typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain), box.final()])
  return Buffer.concat([iv, box.getAuthTag(), body])
}

/** Decrypts what `seal` made with the same associated data; throws when key, associated data or bytes differ. */
export function unseal(sealingKey: KeyObject, associatedData: string, sealed: Uint8Array): Buffer {
  // Without the length, Node takes a tag of 4 bytes, which someone could guess.
  const box = createDecipheriv(cipher, sealingKey, sealed.subarray(0, ivBytes), { authTagLength: tagBytes }).setAAD(
    Buffer.from(associatedData),
  )
  box.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  const plain = box.update(sealed.subarray(ivBytes + tagBytes))
  // In this mode nothing is left to decrypt at the end: it throws unless the tag fits.
  box.final()
  return plain
}

/** What binds a wrapped key to its owner. */
export const wrappedKeyAssociatedData = (owner: string): string => `key:${owner}`

/** The owner of a respondent's key. */
export const respondentOwner = (anonymousId: string): string => `respondent:${anonymousId}`

/** What binds contact data to its respondent. */
export const contactAssociatedData = (anonymousId: string): string => `respondent:${anonymousId}:contact`
