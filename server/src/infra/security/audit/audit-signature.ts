import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../encryption.ts'
import { takeRandomBytes } from '../sealed/sealing.ts'

const nonceBytes = 12

/** The content of an audit entry. */
export interface AuditContent {
  readonly at: Date
  readonly accountId: number | null
  readonly action: string
  /** In the clear. */
  readonly subjects: readonly string[]
  /** The respondents, see `sealSubjects`; null if there are none, or they are in the clear. */
  readonly sealedSubjects: Buffer | null
  readonly requestId: string
}

/**
 * Returns the content of an entry in the form that is signed and chained; without sealed subjects, that of earlier versions of Portico. A
 * forged time may be none of JavaScript's, which becomes null.
 */
export function auditBytes({ at, accountId, action, subjects, requestId, sealedSubjects }: AuditContent): string {
  const sealed = sealedSubjects ? [sealedSubjects.toString('base64')] : []
  return JSON.stringify([at, accountId, action, subjects, requestId, ...sealed])
}

/**
 * Returns an entry ready to be stored. It is signed with the keyring, so that database access alone is not enough to add one; every
 * signature is unique.
 */
export function signedEntry(encryption: Encryption, content: AuditContent) {
  const nonce = takeRandomBytes(nonceBytes)
  return { ...content, subjects: [...content.subjects], signature: Buffer.concat([nonce, mac(encryption, nonce, content)]) }
}

/** The columns of `SignedContent`. */
export const signedColumns = ['at', 'accountId', 'action', 'subjects', 'sealedSubjects', 'requestId', 'signature'] as const

/** An entry as the database returns it. */
export interface SignedContent extends AuditContent {
  readonly signature: Buffer | null
}

/**
 * Returns whether the content of an entry matches its signature. An entry from before signatures were introduced, which has none, matches
 * if `mayBeUnsigned`, and if nothing in it is sealed.
 */
export function isSigned(encryption: Encryption, content: SignedContent, mayBeUnsigned: boolean): boolean {
  const { signature } = content
  if (signature === null) return mayBeUnsigned && content.sealedSubjects === null
  const expected = mac(encryption, signature.subarray(0, nonceBytes), content)
  const given = signature.subarray(nonceBytes)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function mac(encryption: Encryption, nonce: Buffer, content: AuditContent): Buffer {
  return createHmac('sha256', encryption.purposeKey('audit entry')).update(nonce).update(auditBytes(content)).digest()
}
