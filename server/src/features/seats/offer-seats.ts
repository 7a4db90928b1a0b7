import { limits } from '@portico/shared/words/limits'
import { sql } from 'kysely'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { RequestContext, Services } from '../../infra/request-context.ts'
import { linkAddress } from '../messages/seats/seat-link.ts'
import { beginsAt } from './choice.ts'

/**
 * Frees the seats of respondents who are no longer welcome, asked us to stop, or let an offer expire. Then offers free seats to those
 * waiting, in order, one each: for 24 hours, or for one hour in the last 24 hours before the slot begins. Sends nothing before 9:00 or
 * after 20:00 in the workshop's time zone, and offers no seat that begins within the hour (shared/spec/contract.md#seats).
 */
export async function offerSeats(services: Services): Promise<void> {
  const workshops = await inTransaction(services, 'offer-seats', async (ctx) => {
    await freeSeats(ctx)
    const { rows } = await sql<{ id: number }>`
      select distinct workshop.id from waiting_place join workshop on workshop.id = waiting_place.workshop_id
      where coalesce(event_date >= (${ctx.now}::timestamptz at time zone time_zone)::date, true)
        and extract(hour from ${ctx.now}::timestamptz at time zone time_zone) between 9 and 19 order by 1`.execute(ctx.db)
    return rows
  })
  for (const { id } of workshops) {
    const passedOver: number[] = []
    while (await inTransaction(services, 'offer-seats', (ctx) => offerNext(ctx, id, passedOver)));
  }
}

// Rows that are locked by a concurrent change are skipped and handled by the next run, a minute later.
async function freeSeats({ db, now }: RequestContext): Promise<void> {
  const isIneligible = sql`respondent.wrapped_key is null or respondent.current_flag not in ('green', 'not-applicable')`
  await sql`
    update seat set respondent_id = null, offered_until = null where id in (
      select seat.id from seat join slot on slot.id = seat.slot_id join respondent on respondent.id = seat.respondent_id
      where ${isIneligible} or respondent.workshop_id <> slot.workshop_id or seat.offered_until <= ${now}::timestamptz
      for update of seat skip locked)`.execute(db)
  await sql`
    delete from waiting_place where id in (
      select waiting_place.id from waiting_place join respondent on respondent.id = waiting_place.respondent_id
      where ${isIneligible} or respondent.workshop_id <> waiting_place.workshop_id for update of waiting_place skip locked)`.execute(db)
}

/**
 * Offers a free seat to the respondent who has waited longest, or adds them to `passedOver` if their address has had its offers of the day.
 * Returns false if there is none, or if the respondent's row is locked by a concurrent change.
 */
async function offerNext(ctx: RequestContext, workshopId: number, passedOver: number[]): Promise<boolean> {
  const { db } = ctx
  const first = db
    .selectFrom('waiting_place')
    .select('respondentId')
    .where('workshopId', '=', workshopId)
    .where(sql<boolean>`respondent_id <> all(${passedOver}::bigint[])`)
    .orderBy('id')
    .limit(1)
  const next = await first.executeTakeFirst()
  if (!next) return false
  // As in every call about seats, the respondent's row is locked before reading what they have.
  const person = await db
    .selectFrom('respondent')
    .select(['id', 'language', linkAddress.as('address')])
    .where('id', '=', next.respondentId)
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .where('wrappedKey', 'is not', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!person || (await first.executeTakeFirst())?.respondentId !== person.id) return false
  const seat = await freeSeat(ctx, workshopId, person.language)
  if (!seat) return false
  // Somebody who lets offers expire and rejoins could have an e-mail sent every minute to an address that may not be theirs. The owner of
  // that address may be waiting too, so the respondent keeps their place.
  const { rateLimits } = ctx.services
  const address = person.address?.toString('base64url')
  if (address !== undefined && !(await rateLimits.countWithin(db, 'seatOffersPerAddress', address)).within) {
    passedOver.push(person.id)
    return true
  }
  await db.deleteFrom('waiting_place').where('respondentId', '=', person.id).execute()
  await db
    .updateTable('seat')
    .set({ respondentId: person.id, offeredUntil: offerExpiry(ctx.now, seat.beginsAt) })
    .where('id', '=', seat.id)
    .execute()
  await db.insertInto('message').values({ kind: 'seat-offer', respondentId: person.id, createdAt: ctx.now, dueAt: ctx.now }).execute()
  return true
}

// Prefers a slot with the respondent's language, then the earliest.
async function freeSeat({ db, now }: RequestContext, workshopId: number, language: string) {
  const { rows } = await sql<{ id: number; beginsAt: Date | null }>`
    select seat.id::integer, ${beginsAt} as "beginsAt"
    from seat join slot on slot.id = seat.slot_id join workshop on workshop.id = slot.workshop_id
    where slot.workshop_id = ${workshopId} and seat.respondent_id is null
      and coalesce(${beginsAt} > ${now}::timestamptz + make_interval(secs => ${limits.shortSeatOfferMs / 1_000}), true)
    order by slot.languages ? ${language} desc, slot.time, seat.id limit 1 for update of seat skip locked`.execute(db)
  return rows[0]
}

function offerExpiry(now: Date, begins: Date | null): Date {
  const isShort = begins !== null && begins.getTime() - now.getTime() <= limits.seatOfferMs
  return new Date(now.getTime() + (isShort ? limits.shortSeatOfferMs : limits.seatOfferMs))
}
