import { sql } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { beginsAt, seatNow, type Comer } from './choice.ts'

/**
 * Gives somebody a seat of a slot of their workshop, in place of the one that they have; of an offer it makes a seat. Their row is locked. Of many who
 * take the last one at once, on whatever replica, one gets its row. Throws `SLOT_NOT_FREE`: it is full, or over.
 */
export async function giveSeat(ctx: RequestContext, comer: Comer, slotId: number): Promise<void> {
  const held = await seatNow(ctx, comer)
  if (held?.slotId === slotId) {
    await ctx.db.updateTable('seat').set({ offeredUntil: null }).where('respondentId', '=', comer.id).execute()
    return
  }
  const free = await ctx.db
    .selectFrom('seat')
    .innerJoin('slot', 'slot.id', 'seat.slotId')
    .innerJoin('workshop', 'workshop.id', 'slot.workshopId')
    .select('seat.id')
    .where('slot.id', '=', slotId)
    .where('slot.workshopId', '=', comer.workshopId)
    .where('seat.respondentId', 'is', null)
    .where(sql<boolean>`coalesce(${beginsAt} > ${ctx.now}::timestamptz, true)`)
    .orderBy('seat.id')
    .limit(1)
    .forUpdate('seat')
    .skipLocked()
    .executeTakeFirst()
  if (!free) throw new Failure('SLOT_NOT_FREE')
  await leaveSeat(ctx, comer)
  await ctx.db.updateTable('seat').set({ respondentId: comer.id, offeredUntil: null }).where('id', '=', free.id).execute()
}

/** Frees the seat of somebody, and takes them off the waiting list. */
export async function leaveSeat({ db }: RequestContext, { id }: Pick<Comer, 'id'>): Promise<void> {
  await db.updateTable('seat').set({ respondentId: null, offeredUntil: null }).where('respondentId', '=', id).execute()
  await db.deleteFrom('waiting_place').where('respondentId', '=', id).execute()
}
