import type { OpenedSeat, SeatLink, TakeSeat } from '@portico/shared/contract/seats'
import { sql } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'
import { invitationsPerAddress } from '../messages/invitations.ts'
import { isSeatSecretOf, linkAddress, numberInSeatSecret, type SeatLinkOwner } from '../messages/seats/seat-link.ts'
import { choiceOf, type SeatSeeker } from './choice.ts'
import { assignSeat, releaseSeat } from './take-seat.ts'

/**
 * Returns what the holder of a link can choose from, and what they have. Throws `INVALID_CODE` for any other secret, and if its owner is
 * not welcome or asked us to stop, if three others with their address have or wait for a seat and they do not, or if their workshop is over
 * or has no slots (shared/spec/contract.md#seats).
 */
export async function openSeat(ctx: RequestContext, { token }: SeatLink): Promise<OpenedSeat> {
  return describeSeat(ctx, await findSeatSeeker(ctx, token))
}

/** Takes a seat, moves to another, or accepts an offered one. Throws `INVALID_CODE` and `SLOT_NOT_FREE`. */
export async function takeSeat(ctx: RequestContext, { token, slotId }: TakeSeat): Promise<OpenedSeat> {
  const seeker = await findSeatSeeker(ctx, token)
  const { slots, seat } = await choiceOf(ctx, seeker)
  const isCurrentSlot = seat?.slotId === slotId
  if (!isCurrentSlot && !slots.some((slot) => slot.slotId === slotId && slot.free > 0)) throw new Failure('SLOT_NOT_FREE')
  await assignSeat(ctx, seeker, slotId)
  return describeSeat(ctx, seeker)
}

/**
 * Joins the waiting list; repeating it keeps the place. Throws `INVALID_CODE`, and `INVALID_REQUEST` if the respondent has a seat or can
 * take one.
 */
export async function joinWaitingList(ctx: RequestContext, { token }: SeatLink): Promise<OpenedSeat> {
  const seeker = await findSeatSeeker(ctx, token)
  const { slots, seat, waiting } = await choiceOf(ctx, seeker)
  if (waiting) return describeSeat(ctx, seeker)
  if (seat || slots.some(({ free }) => free > 0)) throw new Failure('INVALID_REQUEST', 'There are free seats: take one.')
  // Clears an expired offer.
  await releaseSeat(ctx, seeker)
  await ctx.db.insertInto('waiting_place').values({ workshopId: seeker.workshopId, respondentId: seeker.id, since: ctx.now }).execute()
  return describeSeat(ctx, seeker)
}

/** Gives the seat back, declines the offer, or leaves the waiting list. Throws `INVALID_CODE`. */
export async function cancelSeat(ctx: RequestContext, { token }: SeatLink): Promise<OpenedSeat> {
  const seeker = await findSeatSeeker(ctx, token)
  await releaseSeat(ctx, seeker)
  return describeSeat(ctx, seeker)
}

type OpenedSeatSeeker = Awaited<ReturnType<typeof findSeatSeeker>>

// The row lock serializes repeated clicks. The secret is checked before it too, so that made-up ones with somebody's number lock nothing.
async function findSeatSeeker(ctx: RequestContext, secret: string) {
  const candidate = seekerWith(ctx, secret)
  requireOwner(ctx, await candidate.executeTakeFirst(), secret)
  const seeker = requireOwner(ctx, await candidate.forNoKeyUpdate('respondent').executeTakeFirst(), secret)
  if (!(await mayChoose(ctx, seeker))) throw new Failure('INVALID_CODE')
  auditRespondents(ctx, [seeker.anonymousId])
  return seeker
}

function requireOwner<Seeker extends SeatLinkOwner>(ctx: RequestContext, seeker: Seeker | undefined, secret: string): Seeker {
  if (!seeker || !isSeatSecretOf(ctx.services.encryption, seeker, secret)) throw new Failure('INVALID_CODE')
  return seeker
}

// Whom a secret claims to belong to, if they may choose a seat.
function seekerWith(ctx: RequestContext, secret: string) {
  return ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['respondent.id', 'anonymousId', 'workshopId', 'title', 'titles', 'eventDate', 'timeZone', 'address'])
    .select(linkAddress.as('linkAddress'))
    .where('anonymousId', '=', numberInSeatSecret(secret))
    .where('wrappedKey', 'is not', null)
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .where(sql<boolean>`coalesce(event_date >= (${ctx.now}::timestamptz at time zone time_zone)::date, true)`)
    .where(sql<boolean>`exists (select from slot where slot.workshop_id = workshop.id)`)
}

// As many as can be invited in a day hold a seat or place through their links; staff may assign seats to more. Counted from the holders
// rather than from the respondents with the address, who can be many more.
async function mayChoose(ctx: RequestContext, seeker: SeatSeeker & { readonly linkAddress: Buffer | null }): Promise<boolean> {
  const { id, workshopId, linkAddress: address } = seeker
  if (!address) return true
  await lock(ctx.db, 'seatsOfAddress', address.toString('base64url'))
  const { rows } = await sql<{ isHolder: boolean; holders: number }>`
    select coalesce(bool_or(respondent.id = ${id}), false) as "isHolder", count(*)::integer as holders
    from (
      select respondent_id from seat join slot on slot.id = seat.slot_id
      where slot.workshop_id = ${workshopId} and coalesce(offered_until > ${ctx.now}::timestamptz, true)
      union select respondent_id from waiting_place where workshop_id = ${workshopId}
    ) holder join respondent on respondent.id = holder.respondent_id
    where ${linkAddress} = ${address}`.execute(ctx.db)
  return rows[0]?.isHolder === true || (rows[0]?.holders ?? 0) < invitationsPerAddress
}

async function describeSeat(ctx: RequestContext, seeker: OpenedSeatSeeker): Promise<OpenedSeat> {
  const { title, titles, eventDate, timeZone, address } = seeker
  return { ...(await choiceOf(ctx, seeker)), workshop: { title, titles: titles ?? {}, eventDate, timeZone, address } }
}
