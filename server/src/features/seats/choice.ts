import type { RespondentSeat } from '@portico/shared/contract/seats'
import { sql } from 'kysely'
import type { RequestContext } from '../../infra/request-context.ts'

/** SQL expression: when the slot of a query begins; null while the workshop has no date. */
export const beginsAt = sql<Date | null>`(workshop.event_date + slot.time::time) at time zone workshop.time_zone`

/** A respondent who is looking for a seat. */
export interface SeatSeeker {
  readonly id: number
  readonly workshopId: number
}

/**
 * Returns the slots that a respondent can choose from, and their current seat. Past slots have no free seats; nor has any slot for a
 * respondent who would jump the waiting list, unless they already have a seat and only want another time (shared/spec/contract.md#seats).
 */
export async function choiceOf(ctx: RequestContext, seeker: SeatSeeker, { ignoresWaitingList = false } = {}): Promise<RespondentSeat> {
  const [slots, seat, waiting] = [await slotsOf(ctx, seeker), await currentSeatOf(ctx, seeker), await waitingPlaceOf(ctx, seeker)]
  const mayTake = ignoresWaitingList || seat !== null || waiting.ahead === 0
  return {
    slots: slots.map(({ free, ...slot }) => ({ ...slot, free: mayTake ? free : 0 })),
    seat: seat && { ...seat, offeredUntil: seat.offeredUntil?.toISOString() ?? null },
    waiting: waiting.isOn ? { ahead: waiting.ahead } : null,
  }
}

async function slotsOf(ctx: RequestContext, { workshopId }: SeatSeeker) {
  const { rows } = await sql<{ slotId: number; time: string; languages: string[]; free: number }>`
    select slot.id as "slotId", slot.time, slot.languages,
      (count(seat.id) filter (where seat.respondent_id is null and coalesce(${beginsAt} > ${ctx.now}::timestamptz, true)))::integer as free
    from slot join workshop on workshop.id = slot.workshop_id left join seat on seat.slot_id = slot.id
    where slot.workshop_id = ${workshopId} group by slot.id, workshop.id order by slot.time`.execute(ctx.db)
  return rows
}

/** Returns the seat that a respondent currently has or is offered; null if there is none or the offer has expired. */
export async function currentSeatOf(ctx: RequestContext, { id, workshopId }: SeatSeeker) {
  const found = await ctx.db
    .selectFrom('seat')
    .innerJoin('slot', 'slot.id', 'seat.slotId')
    .select(['slot.id as slotId', 'slot.time', 'seat.offeredUntil'])
    .where('seat.respondentId', '=', id)
    .where('slot.workshopId', '=', workshopId)
    .where((where) => where.or([where('seat.offeredUntil', 'is', null), where('seat.offeredUntil', '>', ctx.now)]))
    .executeTakeFirst()
  return found ?? null
}

async function waitingPlaceOf(ctx: RequestContext, { id, workshopId }: SeatSeeker): Promise<{ isOn: boolean; ahead: number }> {
  const { rows } = await sql<{ isOn: boolean; ahead: number }>`
    select coalesce(bool_or(respondent_id = ${id}), false) as "isOn",
      (count(*) filter (where id < coalesce((select id from waiting_place where respondent_id = ${id}), 9223372036854775807)))::integer as ahead
    from waiting_place where workshop_id = ${workshopId}`.execute(ctx.db)
  return rows[0] ?? { isOn: false, ahead: 0 }
}
