import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../../../infra/security/encryption.ts'

/**
 * The secret of the link with which a respondent chooses when they come (shared/spec/contract.md#seats): their number and a keyed hash of it. It
 * works as often as they like and is stored nowhere, so that each of their e-mails can carry it.
 */
export function seatSecret(encryption: Encryption, anonymousId: string): string {
  return `${anonymousId}.${encryption.lookupHash('seat', anonymousId).toString('base64url')}`
}

/** Whose secret this is; undefined when Portico did not make it. */
export function ownerOfSeatSecret(encryption: Encryption, secret: string): string | undefined {
  const [anonymousId = '', hash = ''] = secret.split('.')
  const given = Buffer.from(hash, 'base64url')
  const wanted = encryption.lookupHash('seat', anonymousId)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? anonymousId : undefined
}
