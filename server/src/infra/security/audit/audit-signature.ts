import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../encryption.ts'
import { takeRandomBytes } from '../sealed/sealing.ts'

const nonceBytes = 12

/** The content of an audit entry. */
export interface AuditContent {
  readonly at: Date
  readonly accountId: number | null
  readonly action: string
  readonly subjects: readonly string[]
  readonly requestId: string
}

/** Returns the content of an entry in the form that is signed and chained. A forged time may be none of JavaScript's, which becomes null. */
export function auditBytes({ at, accountId, action, subjects, requestId }: AuditContent): string {
  return JSON.stringify([at, accountId, action, subjects, requestId])
}

/**
 * Returns an entry ready to be stored. It is signed with the keyring, so that database access alone is not enough to add one; every
 * signature is unique.
 */
export function signedEntry(encryption: Encryption, content: AuditContent) {
  const nonce = takeRandomBytes(nonceBytes)
  return { ...content, subjects: [...content.subjects], signature: Buffer.concat([nonce, mac(encryption, nonce, content)]) }
}

/** Returns whether the content of an entry matches its signature. */
export function isSigned(encryption: Encryption, content: AuditContent, signature: Buffer): boolean {
  const expected = mac(encryption, signature.subarray(0, nonceBytes), content)
  const given = signature.subarray(nonceBytes)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function mac(encryption: Encryption, nonce: Buffer, content: AuditContent): Buffer {
  return createHmac('sha256', encryption.purposeKey('audit entry')).update(nonce).update(auditBytes(content)).digest()
}
