import { sql, type RawBuilder } from 'kysely'
import { advisoryLocks } from '../../infra/postgres/locks.ts'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'

/** So many invitations of one workshop go to one e-mail address in 24 hours: a family shares one, an outsider's is not flooded. */
export const invitationsPerAddress = 3

/** Waits until no one else invites these addresses, to the end of the transaction; of two who do at once, the second counts the first's. */
export async function lockAddresses(ctx: RequestContext, emailHashes: readonly Buffer[]): Promise<void> {
  if (emailHashes.length === 0) return
  // In one order for everyone, so that two batches never wait in a circle.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.invitations}::integer, address) from (
    select distinct hashtext(encode(hash, 'hex')) as address from unnest(${emailHashes}::bytea[]) as hash order by 1) addresses`.execute(
    ctx.db,
  )
}

/**
 * How many invitations of a workshop, first and further ones, an address got in the last 24 hours, as SQL; without the first ones of `except`.
 * Written so that only the indexes of address and invitation can serve it: before PostgreSQL has counted a growing table, it would read a whole
 * workshop.
 */
export function recentInvitations(
  ctx: RequestContext,
  emailHash: RawBuilder<unknown>,
  workshopId: RawBuilder<unknown>,
  except: readonly number[] = [],
): RawBuilder<number> {
  const recent = sql`message.respondent_id = other.id and created_at > ${ctx.now}::timestamptz - interval '24 hours'`
  return sql<number>`(
    select coalesce(sum(
      (select count(*) from message where kind = 'invitation' and other.id <> all(${except}::bigint[]) and ${recent})
      + (select count(*) from message where kind = 'invitation-again' and ${recent})), 0)::integer
    from respondent other where other.email_hash = ${emailHash} and other.workshop_id + 0 = ${workshopId})`
}

/**
 * Tells respondents when and where their workshop is, once each however often it is called (shared/spec/contract.md#invitation). The message
 * is part of the call's transaction; `afterSeconds` leaves time to take back what it is about. Who gave no e-mail address gets none and has to be telephoned, like anyone who shares one that got its
 * three of the day. The rows of the respondents must be written before.
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
  // An invitation that was held back, because the respondent was not welcome when its turn came, gets another turn.
  await sql`
    with placed as (
      select respondent.id, row_number() over (partition by email_hash, workshop_id order by respondent.id)
        + ${recentInvitations(ctx, sql`respondent.email_hash`, sql`respondent.workshop_id`, ids)} as place
      from respondent
      where respondent.id = any(${ids}::bigint[]) and email_hash is not null
        and (select sent_at from message where message.respondent_id = respondent.id and kind = 'invitation') is null
    ), invited as (
      insert into message (kind, respondent_id, created_at, due_at)
      select 'invitation', id, ${ctx.now}::timestamptz, ${dueAt}::timestamptz from placed where place <= ${invitationsPerAddress} order by id
      on conflict (respondent_id) where kind = 'invitation'
        do update set created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0 where message.sent_at is null
    )
    update respondent set must_telephone = place > ${invitationsPerAddress} from placed
    where placed.id = respondent.id and must_telephone <> (place > ${invitationsPerAddress})`.execute(ctx.db)
}

/**
 * Sends a respondent the invitation once more, as it is then; whoever asks has looked whether they are invited. Throws `INVALID_REQUEST` when
 * their address got its three of the day.
 */
export async function inviteAgain(ctx: RequestContext, respondentId: number): Promise<void> {
  await lockAddressesOf(ctx, [respondentId])
  const { rows } = await sql<{ recent: number }>`
    select ${recentInvitations(ctx, sql`respondent.email_hash`, sql`respondent.workshop_id`)} as recent
    from respondent where id = ${respondentId}`.execute(ctx.db)
  if ((rows[0]?.recent ?? 0) >= invitationsPerAddress)
    throw new Failure('INVALID_REQUEST', 'Their e-mail address got three invitations in the last 24 hours. Telephone the respondent.')
  await ctx.db.insertInto('message').values({ kind: 'invitation-again', respondentId, createdAt: ctx.now, dueAt: ctx.now }).execute()
}

async function lockAddressesOf(ctx: RequestContext, respondentIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ emailHash: Buffer }>`
    select email_hash from respondent where id = any(${respondentIds}::bigint[]) and email_hash is not null`.execute(ctx.db)
  await lockAddresses(
    ctx,
    rows.map((row) => row.emailHash),
  )
}
