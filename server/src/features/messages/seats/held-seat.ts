import { sql } from 'kysely'
import type { RequestContext } from '../../../infra/request-context.ts'
import { linkAddress, seatSecret } from './seat-link.ts'

/** When the respondent of a query comes, `HH:MM`, in SQL; null: they have no seat, or have not said that they take it. */
export const seatTime = sql<string | null>`(
  select slot.time from seat join slot on slot.id = seat.slot_id
  where seat.respondent_id = respondent.id and seat.offered_until is null and slot.workshop_id = respondent.workshop_id)`

/** What an e-mail says of when somebody comes. */
export interface SeatFacts {
  /** `HH:MM`; null: they have not chosen yet. */
  readonly time: string | null
  /** Until when it is kept for them, whom it is offered; null: it is theirs. */
  readonly until: Date | null
  /** The secret of their link. */
  readonly token: string
  /** Where they choose, change and cancel. */
  readonly address: string
}

/** The seat of a respondent; undefined at a workshop without slots (shared/spec/contract.md#seats). */
export async function seatOf(
  ctx: RequestContext,
  person: { readonly id: number; readonly anonymousId: string },
): Promise<SeatFacts | undefined> {
  const { rows } = await sql<{ time: string | null; until: Date | null; linkAddress: Buffer | null }>`
    select held.time, held.offered_until as until, ${linkAddress} as "linkAddress"
    from respondent left join lateral (
      select slot.time, seat.offered_until from seat join slot on slot.id = seat.slot_id
      where seat.respondent_id = respondent.id and slot.workshop_id = respondent.workshop_id) held on true
    where respondent.id = ${person.id} and exists (select from slot where slot.workshop_id = respondent.workshop_id)`.execute(ctx.db)
  const [seat] = rows
  if (!seat) return undefined
  const { time, until } = seat
  const token = seatSecret(ctx.services.encryption, { anonymousId: person.anonymousId, linkAddress: seat.linkAddress })
  return { time, until, token, address: `${ctx.services.publicUrl}/yourSeat#${token}` }
}
