import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../encryption.ts'

const nonceBytes = 12

/** What an audit entry says. */
export interface AuditContent {
  readonly at: Date
  readonly accountId: number | null
  readonly action: string
  readonly subjects: readonly string[]
  readonly requestId: string
}

/** The content of an entry as the bytes that are signed and chained. */
export function auditBytes({ at, accountId, action, subjects, requestId }: AuditContent): string {
  return JSON.stringify([at.toISOString(), accountId, action, subjects, requestId])
}

/** An entry ready to be stored: signed with the keyring, so that no one who has the database alone can add one; no two signatures are alike. */
export function signedEntry(encryption: Encryption, content: AuditContent) {
  const nonce = randomBytes(nonceBytes)
  return { ...content, subjects: [...content.subjects], signature: Buffer.concat([nonce, mac(encryption, nonce, content)]) }
}

/** Whether an entry says what was signed. */
export function isSigned(encryption: Encryption, content: AuditContent, signature: Buffer): boolean {
  const expected = mac(encryption, signature.subarray(0, nonceBytes), content)
  const given = signature.subarray(nonceBytes)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function mac(encryption: Encryption, nonce: Buffer, content: AuditContent): Buffer {
  return createHmac('sha256', encryption.purposeKey('audit entry')).update(nonce).update(auditBytes(content)).digest()
}
