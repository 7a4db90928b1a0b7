import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Encryption } from '../../../infra/security/encryption.ts'

/** The respondent a link belongs to, and where it is sent. */
export interface SeatLinkOwner {
  readonly anonymousId: string
  /** The keyed hash of the address that their messages go to (`linkAddress`); null if they have none. */
  readonly linkAddress: Buffer | null
}

/** SQL expression: the keyed hash of the address that the messages of the respondent of a query go to. */
export const linkAddress = sql<Buffer | null>`coalesce(respondent.email_hash, respondent.phone_hash)`

/**
 * Returns the secret of the link with which a respondent chooses a seat (shared/spec/contract.md#seats): their anonymous id and a keyed
 * hash of it and of the address of their messages, so that correcting a wrong address invalidates the link. It is reusable and not stored,
 * so that every e-mail can contain it.
 */
export function seatSecret(encryption: Encryption, { anonymousId, linkAddress }: SeatLinkOwner): string {
  const hash = encryption.lookupHash('seat', `${anonymousId}:${linkAddress?.toString('base64url') ?? ''}`)
  return `${anonymousId}.${hash.toString('base64url')}`
}

/** Returns the anonymous id that a secret claims, unverified. */
export function numberInSeatSecret(secret: string): string {
  return secret.split('.')[0] ?? ''
}

/** Whether this is the secret of the owner's link. */
export function isSeatSecretOf(encryption: Encryption, owner: SeatLinkOwner, secret: string): boolean {
  const [given, wanted] = [Buffer.from(secret), Buffer.from(seatSecret(encryption, owner))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
