import { sql, type RawBuilder } from 'kysely'
import { advisoryLocks } from '../../infra/postgres/locks.ts'
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
 * How many invitations of a workshop an address got in the last 24 hours, as SQL; without those of `except`. Written so that only the indexes
 * of address and invitation can serve it: before PostgreSQL has counted a growing table, it would read a whole workshop.
 */
export function recentInvitations(
  ctx: RequestContext,
  emailHash: RawBuilder<unknown>,
  workshopId: RawBuilder<unknown>,
  except: readonly number[] = [],
): RawBuilder<number> {
  return sql<number>`(
    select count(*) from respondent other
    where other.email_hash = ${emailHash} and other.workshop_id + 0 = ${workshopId} and other.id <> all(${except}::bigint[])
      and (select created_at from message where message.respondent_id = other.id and kind = 'invitation')
        > ${ctx.now}::timestamptz - interval '24 hours')`
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
  const hashes = await sql<{ emailHash: Buffer }>`
    select email_hash from respondent where id = any(${ids}::bigint[]) and email_hash is not null`.execute(ctx.db)
  await lockAddresses(
    ctx,
    hashes.rows.map((row) => row.emailHash),
  )
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

/** Sends a respondent the invitation once more, as it is then; whoever asks has looked whether they get one. */
export async function inviteAgain(ctx: RequestContext, respondentId: number): Promise<void> {
  await ctx.db.insertInto('message').values({ kind: 'invitation-again', respondentId, createdAt: ctx.now, dueAt: ctx.now }).execute()
}
