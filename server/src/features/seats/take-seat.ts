import { sql } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { beginsAt, currentSeatOf, type SeatSeeker } from './choice.ts'

/**
 * Gives a respondent a seat in a slot of their workshop, replacing their current one; turns an offered seat into a taken one. Requires a
 * lock on the respondent's row. If many race for the last seat, on any replica, one gets it. Throws `SLOT_NOT_FREE` if the slot is full or
 * past.
 */
export async function assignSeat(ctx: RequestContext, seeker: SeatSeeker, slotId: number): Promise<void> {
  const held = await currentSeatOf(ctx, seeker)
  if (held?.slotId === slotId) {
    const kept = await ctx.db.updateTable('seat').set({ offeredUntil: null }).where('respondentId', '=', seeker.id).executeTakeFirst()
    // An offer may expire meanwhile.
    if (kept.numUpdatedRows === 0n) throw new Failure('SLOT_NOT_FREE')
    return
  }
  const free = await ctx.db
    .selectFrom('seat')
    .innerJoin('slot', 'slot.id', 'seat.slotId')
    .innerJoin('workshop', 'workshop.id', 'slot.workshopId')
    .select('seat.id')
    .where('slot.id', '=', slotId)
    .where('slot.workshopId', '=', seeker.workshopId)
    .where('seat.respondentId', 'is', null)
    .where(sql<boolean>`coalesce(${beginsAt} > ${ctx.now}::timestamptz, true)`)
    .orderBy('seat.id')
    .limit(1)
    .forUpdate('seat')
    .skipLocked()
    .executeTakeFirst()
  if (!free) throw new Failure('SLOT_NOT_FREE')
  await releaseSeat(ctx, seeker)
  await ctx.db.updateTable('seat').set({ respondentId: seeker.id, offeredUntil: null }).where('id', '=', free.id).execute()
}

/** Frees a respondent's seat and takes them off the waiting list. */
export async function releaseSeat({ db }: RequestContext, { id }: Pick<SeatSeeker, 'id'>): Promise<void> {
  await db.updateTable('seat').set({ respondentId: null, offeredUntil: null }).where('respondentId', '=', id).execute()
  await db.deleteFrom('waiting_place').where('respondentId', '=', id).execute()
}
