import { sql } from 'kysely'
import type { RequestContext } from '../../../infra/request-context.ts'
import { linkAddress, seatSecret } from './seat-link.ts'

/** SQL expression: when the respondent of a query comes, `HH:MM`; null if they have no seat or have not accepted an offered one. */
export const seatTime = sql<string | null>`(
  select slot.time from seat join slot on slot.id = seat.slot_id
  where seat.respondent_id = respondent.id and seat.offered_until is null and slot.workshop_id = respondent.workshop_id)`

/** What a message says about a respondent's seat. */
export interface SeatFacts {
  /** `HH:MM`; null if they have not chosen yet. */
  readonly time: string | null
  /** When an offer expires; null if the seat is taken. */
  readonly until: Date | null
  /** Whether they have no seat and wait for one. */
  readonly waits: boolean
  /** The secret of their link. */
  readonly token: string
  /** The URL where they choose, change and cancel. */
  readonly address: string
}

/** Returns the seat of a respondent; undefined if the workshop has no slots (shared/spec/contract.md#seats). */
export async function seatOf(
  ctx: RequestContext,
  person: { readonly id: number; readonly anonymousId: string },
): Promise<SeatFacts | undefined> {
  const { rows } = await sql<{ time: string | null; until: Date | null; waits: boolean; linkAddress: Buffer | null }>`
    select held.time, held.offered_until as until, ${linkAddress} as "linkAddress",
      exists (select from waiting_place where respondent_id = respondent.id and workshop_id = respondent.workshop_id) as waits
    from respondent left join lateral (
      select slot.time, seat.offered_until from seat join slot on slot.id = seat.slot_id
      where seat.respondent_id = respondent.id and slot.workshop_id = respondent.workshop_id) held on true
    where respondent.id = ${person.id} and exists (select from slot where slot.workshop_id = respondent.workshop_id)`.execute(ctx.db)
  const [seat] = rows
  if (!seat) return undefined
  const { time, until, waits } = seat
  const token = seatSecret(ctx.services.encryption, { anonymousId: person.anonymousId, linkAddress: seat.linkAddress })
  return { time, until, waits, token, address: `${ctx.services.publicUrl}/yourSeat#${token}` }
}
