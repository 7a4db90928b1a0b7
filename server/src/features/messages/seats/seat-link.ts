import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Encryption } from '../../../infra/security/encryption.ts'

/** Whose a link is, and where it was sent. */
export interface SeatLinkOwner {
  readonly anonymousId: string
  /** The keyed hash of the address that their messages go to (`linkAddress`); null: they have none. */
  readonly linkAddress: Buffer | null
}

/** Where the messages of the respondent of a query go, as the keyed hash of it, in SQL. */
export const linkAddress = sql<Buffer | null>`coalesce(respondent.email_hash, respondent.phone_hash)`

/**
 * The secret of the link with which a respondent chooses when they come (shared/spec/contract.md#seats): their number and a keyed hash of it and of
 * where their messages go, so that it ends with an address that was not theirs. It works as often as they like and is stored nowhere, so that each of
 * their e-mails can carry it.
 */
export function seatSecret(encryption: Encryption, { anonymousId, linkAddress }: SeatLinkOwner): string {
  const hash = encryption.lookupHash('seat', `${anonymousId}:${linkAddress?.toString('base64url') ?? ''}`)
  return `${anonymousId}.${hash.toString('base64url')}`
}

/** The number in a secret, whose ever it says to be. */
export function numberInSeatSecret(secret: string): string {
  return secret.split('.')[0] ?? ''
}

/** Whether this is the secret of their link. */
export function isSeatSecretOf(encryption: Encryption, owner: SeatLinkOwner, secret: string): boolean {
  const [given, wanted] = [Buffer.from(secret), Buffer.from(seatSecret(encryption, owner))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
