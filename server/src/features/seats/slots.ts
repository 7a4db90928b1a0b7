import { isDeepStrictEqual } from 'node:util'
import type { SaveSlots, Slot, WorkshopSlots } from '@portico/shared/contract/seats'
import { sql } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../infra/security/audit/audit.ts'

/** Returns the slots of a workshop and how full they are. Throws `NOT_FOUND`. */
export async function getSlots(ctx: RequestContext, { name }: { readonly name: string }): Promise<WorkshopSlots> {
  const { id } = await findWorkshop(ctx, name)
  const found = await slotsOf(ctx, id)
  auditCount(
    ctx,
    found.slots.reduce((sum, { taken, offered }) => sum + taken + offered, found.waiting),
  )
  return found
}

async function slotsOf(ctx: RequestContext, workshopId: number): Promise<WorkshopSlots> {
  const { rows } = await sql<WorkshopSlots['slots'][number]>`
    select slot.time, slot.languages, count(seat.id)::integer as seats,
      (count(seat.id) filter (where respondent_id is not null and offered_until is null))::integer as taken,
      (count(seat.id) filter (where respondent_id is not null and offered_until is not null))::integer as offered
    from slot left join seat on seat.slot_id = slot.id where slot.workshop_id = ${workshopId} group by slot.id order by slot.time`.execute(
    ctx.db,
  )
  const waiting = await ctx.db
    .selectFrom('waiting_place')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('workshopId', '=', workshopId)
    .executeTakeFirstOrThrow()
  return { slots: rows, waiting: Number(waiting.count) }
}

/**
 * Sets the slots of a workshop: omitted slots are removed, the others keep their people. Throws `NOT_FOUND`, and `INVALID_REQUEST` if a
 * seat that would be removed is taken, or a time occurs twice; `CHANGED_MEANWHILE` unless the slots are still those that it `replaces`, if given.
 */
export async function saveSlots(ctx: RequestContext, { name, slots, replaces }: SaveSlots): Promise<WorkshopSlots> {
  const { id } = await findWorkshop(ctx, name, 'lock')
  auditSubject(ctx, 'workshop', id)
  if (replaces && !isDeepStrictEqual(contentOf(replaces), contentOf((await slotsOf(ctx, id)).slots))) throw new Failure('CHANGED_MEANWHILE')
  const wanted = new Map(slots.map((slot) => [slot.time, slot]))
  if (wanted.size < slots.length) throw new Failure('INVALID_REQUEST', 'Each time can be there once.')
  const before = await ctx.db.selectFrom('slot').select(['id', 'time']).where('workshopId', '=', id).execute()
  for (const slot of before) await resizeSlot(ctx, slot, wanted.get(slot.time)?.seats ?? 0)
  const removed = before.filter(({ time }) => !wanted.has(time)).map((slot) => slot.id)
  if (removed.length > 0) await ctx.db.deleteFrom('slot').where('id', 'in', removed).execute()
  for (const slot of wanted.values()) await saveSlot(ctx, id, slot, before.find(({ time }) => time === slot.time)?.id)
  if (wanted.size === 0) await ctx.db.deleteFrom('waiting_place').where('workshopId', '=', id).execute()
  return slotsOf(ctx, id)
}

interface SlotContent {
  readonly time: string
  readonly seats: number
  readonly languages: readonly string[]
}

function contentOf(slots: readonly SlotContent[]): Record<string, unknown> {
  return Object.fromEntries(slots.map(({ time, seats, languages }) => [time, [seats, languages.toSorted()]]))
}

async function saveSlot(
  ctx: RequestContext,
  workshopId: number,
  { time, seats, languages }: Slot,
  known: number | undefined,
): Promise<void> {
  const written = sql<readonly string[]>`${JSON.stringify(languages)}::jsonb`
  if (known !== undefined) {
    await ctx.db.updateTable('slot').set({ languages: written }).where('id', '=', known).execute()
    return
  }
  const { id } = await ctx.db.insertInto('slot').values({ workshopId, time, languages: written }).returning('id').executeTakeFirstOrThrow()
  await addSeats(ctx, id, seats)
}

// Only free seats can be removed; a seat that is being taken concurrently is not free.
async function resizeSlot(ctx: RequestContext, { id, time }: { id: number; time: string }, seats: number): Promise<void> {
  const { rows } = await sql<{ now: number }>`select count(*)::integer as now from seat where slot_id = ${id}`.execute(ctx.db)
  const more = seats - (rows[0]?.now ?? 0)
  if (more >= 0) return addSeats(ctx, id, more)
  const { numAffectedRows = 0n } = await sql`
    delete from seat where id in (
      select id from seat where slot_id = ${id} and respondent_id is null order by id desc limit ${-more} for update skip locked)`.execute(
    ctx.db,
  )
  if (Number(numAffectedRows) < -more)
    throw new Failure('INVALID_REQUEST', `At ${time} more people have a seat. Give them another one first.`)
}

async function addSeats(ctx: RequestContext, slotId: number, count: number): Promise<void> {
  await sql`insert into seat (slot_id) select ${slotId} from generate_series(1, ${count}::integer)`.execute(ctx.db)
}

async function findWorkshop(ctx: RequestContext, name: string, lock?: 'lock') {
  const found = await ctx.db
    .selectFrom('workshop')
    .select('id')
    .where('name', '=', name)
    .$if(lock === 'lock', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  return found
}
