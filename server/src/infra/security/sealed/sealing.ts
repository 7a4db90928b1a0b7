import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

// Imports nothing else, because the contact thread loads this file at start.
const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

let pool = Buffer.alloc(0)

/** Returns random bytes from a pool that is filled by one system call for many small requests; each byte is used once. */
export function takeRandomBytes(bytes: number): Buffer {
  if (pool.length < bytes) pool = randomBytes(8_192)
  const taken = pool.subarray(0, bytes)
  pool = pool.subarray(bytes)
  return taken
}

/** Encrypts text or bytes; `associatedData` binds the result to where it is stored, so that it cannot be moved. */
export function seal(sealingKey: KeyObject, associatedData: string, plain: string | Uint8Array): Buffer {
  const iv = takeRandomBytes(ivBytes)
  const box = createCipheriv(cipher, sealingKey, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(associatedData))
  const body = typeof plain === 'string' ? box.update(plain, 'utf8') : box.update(plain)
  // In GCM mode `final` returns no data.
  box.final()
  return Buffer.concat([iv, box.getAuthTag(), body])
}

/** Decrypts the result of `seal` with the same associated data; throws if key, associated data or bytes differ. */
export function unseal(sealingKey: KeyObject, associatedData: string, sealed: Uint8Array): Buffer {
  // Without this length, Node accepts a tag of 4 bytes, which can be guessed.
  const box = createDecipheriv(cipher, sealingKey, sealed.subarray(0, ivBytes), { authTagLength: tagBytes }).setAAD(
    Buffer.from(associatedData),
  )
  box.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  const plain = box.update(sealed.subarray(ivBytes + tagBytes))
  // In GCM mode `final` returns no data; it throws unless the tag matches.
  box.final()
  return plain
}

/**
 * Like `seal`, for text of different lengths: padded with trailing spaces to a multiple of `to` bytes, because the length of a sealed value
 * would otherwise reveal how many answers are `yes` and `no`.
 */
export function sealPadded(sealingKey: KeyObject, associatedData: string, text: string, to = 256): Buffer {
  const remainder = Buffer.byteLength(text) % to
  return seal(sealingKey, associatedData, remainder === 0 ? text : text + ' '.repeat(to - remainder))
}

/** Seals content as JSON, padded like text. */
export function sealJson(sealingKey: KeyObject, associatedData: string, content: unknown, to = 256): Buffer {
  return sealPadded(sealingKey, associatedData, JSON.stringify(content), to)
}

/** Decrypts the result of `sealJson`, or JSON sealed without padding; throws like `unseal`. */
export function unsealJson(sealingKey: KeyObject, associatedData: string, sealed: Uint8Array): unknown {
  return JSON.parse(unseal(sealingKey, associatedData, sealed).toString())
}

/** Returns the associated data of a wrapped key. */
export const wrappedKeyAssociatedData = (owner: string): string => `key:${owner}`

/** Returns the owner name of a respondent's key. */
export const respondentOwner = (anonymousId: string): string => `respondent:${anonymousId}`

/** Returns the associated data of a respondent's contact data. */
export const contactAssociatedData = (anonymousId: string): string => `respondent:${anonymousId}:contact`
