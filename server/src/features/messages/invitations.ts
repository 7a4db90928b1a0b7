import { limits } from '@portico/shared/words/limits'
import { invitingKinds } from '@portico/shared/words/messages'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { advisoryLocks } from '../../infra/postgres/locks.ts'
import { Failure } from '../../infra/failure.ts'
import { preparedStatement } from '../../infra/postgres/statements/prepared.ts'
import type { Database, RequestContext, Services } from '../../infra/request-context.ts'
import type { Contact } from '../../infra/security/sealed-respondent.ts'
import { isEmailRefusedForGood } from './refusals.ts'
import { isUndeliverable } from './state.ts'

/**
 * At most this many invitations of one workshop go to one address or number in 24 hours, and as many who share one can choose seats: enough
 * for a family, without flooding an outsider.
 */
export const invitationsPerAddress = 3

// More responses than these with one address are no family's. They are not counted one by one, because each further one would take longer.
const maxResponsesPerAddress = 200

/**
 * Returns the statement that serializes inviting these addresses until the end of the transaction, so that a concurrent invitation counts
 * this one.
 */
export const addressLock = preparedStatement<{ addresses: readonly Buffer[] }>()(
  // A fixed lock order prevents deadlocks between batches.
  (_db: Kysely<Database>, place) => sql`
    select pg_advisory_xact_lock(${sql.lit(advisoryLocks.invitations)}, address) from (
      select distinct hashtext(encode(hash, 'hex')) as address from unnest(${place('addresses')}::bytea[]) as hash order by 1
    ) addresses`,
)

/** The SQL expression for the current time, from which invitations are counted back, and whether texts are enabled. */
interface Counting {
  readonly now: RawBuilder<unknown>
  readonly texts: boolean
}

const countingOf = ({ now, services }: RequestContext): Counting => ({ now: sql`${now}`, texts: services.texts !== undefined })

/** SQL expressions for where a respondent's messages go. */
interface Addresses {
  readonly emailHash: RawBuilder<unknown>
  readonly phoneHash: RawBuilder<unknown>
  readonly workshopId: RawBuilder<unknown>
}

/**
 * SQL expression: how many invitations of a workshop, first and repeated, an address got in the last 24 hours, not counting the first ones
 * of `except`; the most it may get if there are more than 200 responses with it. The address is the mailbox, or the number if there is none.
 * Written so that only the indexes on address and invitation can serve it: without fresh statistics of a growing table, PostgreSQL would
 * scan a whole workshop.
 */
export function recentInvitations(
  { now, texts }: Counting,
  { emailHash, phoneHash, workshopId }: Addresses,
  except: readonly number[] = [],
): RawBuilder<number> {
  const recent = sql`message.respondent_id = other.id and created_at > ${now}::timestamptz - interval '24 hours'`
  const sentTo = (address: RawBuilder<unknown>) => sql<number>`(
    select case when count(*) > ${sql.lit(maxResponsesPerAddress)} then ${sql.lit(invitationsPerAddress)} else coalesce(sum(
      (select count(*) from message where kind = 'invitation' and other.id <> all(${except}::bigint[]) and ${recent})
      + (select count(*) from message where kind = 'invitation-again' and ${recent})
    ) filter (where other.workshop_id = ${workshopId}), 0)::integer end
    from (select id, workshop_id from respondent other where ${address} limit ${sql.lit(maxResponsesPerAddress + 1)}) other)`
  const toMailbox = sentTo(sql`other.email_hash = ${emailHash}`)
  if (!texts) return toMailbox
  return sql<number>`case when ${emailHash} is null then ${sentTo(sql`other.phone_hash = ${phoneHash} and other.email_hash is null`)} else ${toMailbox} end`
}

/** Whether a respondent has an address that an invitation can go to; whether a number may be texted is only checked when sending. */
export function canBeInvited({ texts }: Services, contact: Pick<Contact, 'email' | 'phoneNumber'>): boolean {
  return contact.email !== null || (texts !== undefined && contact.phoneNumber !== null)
}

// An invitation that staff sent again also counts while it is on its way. Counted, so that only the index on respondents can serve it.
const isInvitedOrRefused = sql<boolean>`(
  select count(*) from message where message.respondent_id = respondent.id
    and (kind = 'invitation' and (sent_at is not null or ${isEmailRefusedForGood})
      or kind = 'invitation-again' and (sent_at is not null or due_at is not null))) > 0`

/** Whether an invitation of this respondent was withheld, because they were not welcome when it was due. */
export async function hasWithheldInvitation({ db }: Pick<RequestContext, 'db'>, respondentId: number): Promise<boolean> {
  const withheld = await db
    .selectFrom('message')
    .select('id')
    .where('respondentId', '=', respondentId)
    .where('kind', '=', 'invitation')
    .where('sentAt', 'is', null)
    .where('dueAt', 'is', null)
    .where(sql<boolean>`not ${isUndeliverable}`)
    .executeTakeFirst()
  return withheld !== undefined
}

/**
 * Tells respondents when and where their workshop is, once each however often it is called (shared/spec/contract.md#invitation). Part of
 * the call's transaction; `afterSeconds` leaves time for an undo. Respondents without an e-mail address get a text if texts are enabled;
 * otherwise they get nothing and must be telephoned, like those who share an address that got its three of the day. Those whose invitation
 * was given up, or ended because their address is refused, get none until it is another one (`forgetRefusals`). The respondents' rows must
 * already be written.
 */
export async function inviteToWorkshop(
  ctx: RequestContext,
  respondents: readonly { readonly id: number }[],
  { afterSeconds = 0 }: { readonly afterSeconds?: number } = {},
): Promise<void> {
  if (respondents.length === 0) return
  const ids = respondents.map((respondent) => respondent.id)
  const dueAt = new Date(ctx.now.getTime() + afterSeconds * 1_000)
  await lockAddressesOf(ctx, ids)
  const reachable = ctx.services.texts ? sql`(email_hash is not null or phone_hash is not null)` : sql`email_hash is not null`
  // An invitation that was withheld because the respondent was not welcome when it was due is scheduled again.
  await sql`
    with placed as (
      select respondent.id, row_number() over (partition by coalesce(email_hash, phone_hash), workshop_id order by respondent.id)
        + ${recentInvitations(countingOf(ctx), ofRespondent, ids)} as place
      from respondent
      where respondent.id = any(${ids}::bigint[]) and ${reachable}
        and not ${isInvitedOrRefused}
    ), invited as (
      insert into message (kind, respondent_id, created_at, due_at)
      select 'invitation', id, ${ctx.now}::timestamptz, ${dueAt}::timestamptz from placed where place <= ${invitationsPerAddress} order by id
      on conflict (respondent_id) where kind = 'invitation'
        do update set created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, refused_at = null, delivery = null
          where message.sent_at is null
    )
    update respondent set must_telephone = place > ${invitationsPerAddress} from placed
    where placed.id = respondent.id and must_telephone <> (place > ${invitationsPerAddress})`.execute(ctx.db)
}

/**
 * SQL expression: whether a query's respondent is among the first three welcome respondents of their workshop with their mailbox, or number
 * if there is none, who were told its date and place. The others get no reminder and no change notice, which would be the same
 * (shared/spec/contract.md#reminders): anyone can give somebody else's address again and again.
 */
export const isFirstOfAddress: RawBuilder<boolean> = sql<boolean>`
  case when respondent.email_hash is null
    then ${earlierWith(sql`other.email_hash is null and other.phone_hash = respondent.phone_hash`)}
    else ${earlierWith(sql`other.email_hash = respondent.email_hash`)} end < ${sql.lit(invitationsPerAddress)}`

function earlierWith(sameAddress: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select count(*) from (
      select from respondent other
      where ${sameAddress} and other.workshop_id = respondent.workshop_id and other.id < respondent.id
        and other.current_flag in ('green', 'not-applicable') and other.wrapped_key is not null
        and exists (select from message where respondent_id = other.id and told is not null)
      limit ${sql.lit(invitationsPerAddress)}) earlier)`
}

/** SQL expression: whether the day of a query's workshop is not over, in its time zone. */
export const isNotOver = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(workshop.event_date is null or workshop.event_date >= (${now}::timestamptz at time zone workshop.time_zone)::date)`

/**
 * Makes the invitations of a workshop due that were held back, as those are that were due after its day: its date has been changed. Those
 * that must still not go out are held back again.
 */
export async function releaseInvitations({ db, now }: RequestContext, workshopId: number): Promise<void> {
  await sql`
    update message set due_at = ${now}::timestamptz, attempts = 0, refused_at = null from respondent join workshop on workshop.id = workshop_id
    where respondent.id = respondent_id and workshop_id = ${workshopId} and kind = 'invitation' and sent_at is null and due_at is null
      and delivery is null and not must_telephone and not ${isInvitedOrRefused} and ${isNotOver(now)}`.execute(db)
}

/**
 * Sends a respondent the current invitation again (shared/spec/contract.md#contact); the caller must have locked their row and checked that
 * they are invited. It replaces a notice of their seat that waits for the next day. Throws `INVALID_REQUEST` if another message about the
 * workshop is on its way to them, or if their address got its three of the day.
 */
export async function inviteAgain(ctx: RequestContext, respondentId: number): Promise<void> {
  await withdrawPostponedNotices(ctx, respondentId)
  const due = ctx.db.selectFrom('message').select('id').where('respondentId', '=', respondentId).where('dueAt', 'is not', null)
  if (await due.where('kind', 'in', invitingKinds).executeTakeFirst())
    throw new Failure('INVALID_REQUEST', 'A message to them is already on its way.')
  await lockAddressesOf(ctx, [respondentId])
  const { rows } = await sql<{ recent: number }>`
    select ${recentInvitations(countingOf(ctx), ofRespondent)} as recent
    from respondent where id = ${respondentId}`.execute(ctx.db)
  if ((rows[0]?.recent ?? 0) >= invitationsPerAddress)
    throw new Failure(
      'INVALID_REQUEST',
      'Their e-mail address or number got three invitations in the last 24 hours. Telephone the respondent.',
    )
  await ctx.db.insertInto('message').values({ kind: 'invitation-again', respondentId, createdAt: ctx.now, dueAt: ctx.now }).execute()
}

/**
 * Withdraws the notices of a seat that wait for the next day, because a message that is now sent instead gives the seat of its time
 * (shared/spec/contract.md#seats). One that leaves in a moment, or whose delivery is being retried, stays.
 */
export async function withdrawPostponedNotices({ db, now }: RequestContext, respondentId: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ dueAt: null })
    .where('respondentId', '=', respondentId)
    .where('kind', '=', 'workshop-change')
    .where('attempts', '=', 0)
    .where('dueAt', '>', new Date(now.getTime() + limits.undoShownMs))
    .execute()
}

const ofRespondent: Addresses = {
  emailHash: sql`respondent.email_hash`,
  phoneHash: sql`respondent.phone_hash`,
  workshopId: sql`respondent.workshop_id`,
}

async function lockAddressesOf(ctx: RequestContext, respondentIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ address: Buffer }>`
    select coalesce(email_hash, phone_hash) as address from respondent
    where id = any(${respondentIds}::bigint[]) and coalesce(email_hash, phone_hash) is not null`.execute(ctx.db)
  await ctx.db.executeQuery(addressLock(ctx.db, { addresses: rows.map((row) => row.address) }))
}
