import { sql } from 'kysely'
import type { SignInChange } from '@portico/shared/words/second-factors'
import type { MessageKind } from '../../entities/message.ts'
import { seal } from '../../infra/security/encryption.ts'
import { advisoryLocks } from '../../infra/postgres/locks.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services, RequestContext } from '../../infra/request-context.ts'
import { emailOf } from './queries.ts'
import { emailKeyOwner, emailAssociatedData, type SignInNotice, type StaffEmail, type StaffEmailKind } from './staff-email.ts'

/** So many invitations of one workshop go to one e-mail address in 24 hours: a family shares one, an outsider's is not flooded. */
const perAddress = 3

/**
 * Tells respondents when and where their workshop is, once each however often it is called (shared/spec/contract.md#invitation). The
 * message and its job are part of the call's transaction; `afterSeconds` leaves time to take back what it is about. Who gave no e-mail address gets none and has to be telephoned, like anyone who
 * shares one that got its three of the day. The rows of the respondents must be written before.
 */
export async function inviteToWorkshop(
  ctx: RequestContext,
  respondents: readonly { readonly id: number }[],
  { afterSeconds = 0 }: { readonly afterSeconds?: number } = {},
): Promise<void> {
  if (respondents.length === 0) return
  const ids = respondents.map((respondent) => respondent.id)
  await lockAddresses(ctx, ids)
  // An invitation that was held back, because the respondent was not welcome when its turn came, gets another turn. Written so that only the
  // indexes of address and invitation can serve it: before PostgreSQL has counted a growing table, it would read a whole workshop.
  const { rows } = await sql<{ respondentId: number; messageId: number | null; place: number; mustTelephone: boolean }>`
    with placed as (
      select respondent.id, must_telephone, row_number() over (partition by email_hash, workshop_id order by respondent.id) + (
        select count(*) from respondent other
        where other.email_hash = respondent.email_hash and other.workshop_id + 0 = respondent.workshop_id
          and other.id <> all(${ids}::bigint[]) and (select created_at from message where message.respondent_id = other.id and kind = 'invitation')
            > ${ctx.now}::timestamptz - interval '24 hours') as place
      from respondent
      where respondent.id = any(${ids}::bigint[]) and email_hash is not null
        and (select sent_at from message where message.respondent_id = respondent.id and kind = 'invitation') is null
    ), invited as (
      insert into message (kind, respondent_id, created_at)
      select 'invitation', id, ${ctx.now}::timestamptz from placed where place <= ${perAddress} order by id
      on conflict (respondent_id) where kind = 'invitation' do update set created_at = excluded.created_at where message.sent_at is null
      returning id, respondent_id
    )
    select placed.id as respondent_id, invited.id as message_id, place, must_telephone
    from placed left join invited on invited.respondent_id = placed.id order by message_id`.execute(ctx.db)
  for (const mustTelephone of [true, false]) {
    const changed = rows.filter((row) => row.place > perAddress === mustTelephone && row.mustTelephone !== mustTelephone)
    await markToTelephone(
      ctx,
      changed.map((row) => row.respondentId),
      mustTelephone,
    )
  }
  await ctx.services.queue.send(
    ctx.em,
    'send-message',
    rows.flatMap((row) => (row.messageId === null ? [] : { messageId: row.messageId })),
    { afterSeconds },
  )
}

// In one order for everyone, so that two batches never wait in a circle.
async function lockAddresses(ctx: RequestContext, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.invitations}::integer, address) from (
    select distinct hashtext(encode(email_hash, 'hex')) as address from respondent
    where id = any(${ids}::bigint[]) and email_hash is not null order by 1) addresses`.execute(ctx.db)
}

async function markToTelephone(ctx: RequestContext, ids: readonly number[], mustTelephone: boolean): Promise<void> {
  if (ids.length > 0)
    await ctx.db
      .updateTable('respondent')
      .set({ mustTelephone })
      .where('id', 'in', [...ids])
      .execute()
}

/**
 * Sends a member of staff an email with a link, in `language` (English without). Address, name and link are sealed until the email is
 * sent and deleted then; the email is part of the call's transaction.
 */
export async function enqueueEmail(ctx: RequestContext, email: StaffEmail & { readonly kind: StaffEmailKind }): Promise<void> {
  const { kind, to, language, link, name } = email
  const content: StaffEmail = { to, language, link, name }
  await enqueueSealed(ctx, kind, content)
}

/**
 * Tells a member of staff that something about their sign-in changed, in English like the staff's screens. `detail`: the name that they
 * gave to what changed. The email is part of the call's transaction.
 */
export async function enqueueSignInNotice(
  ctx: RequestContext,
  { email, name }: { readonly email: string; readonly name: string },
  change: SignInChange,
  detail?: string,
): Promise<void> {
  const content: SignInNotice = { to: email, name, change, detail, at: ctx.now.toISOString() }
  await enqueueSealed(ctx, 'sign-in-notice', content)
}

async function enqueueSealed(ctx: RequestContext, kind: MessageKind, content: StaffEmail | SignInNotice): Promise<void> {
  const messageId = await nextMessageId(ctx)
  const { key, keyId, wrapped } = ctx.services.encryption.newDataKey(emailKeyOwner(messageId))
  const sealed = seal(key, emailAssociatedData(messageId), JSON.stringify(content))
  await ctx.db.insertInto('message').values({ id: messageId, kind, keyId, wrappedKey: wrapped, sealed, createdAt: ctx.now }).execute()
  await ctx.services.queue.send(ctx.em, 'send-message', [{ messageId }])
}

// The seal is bound to the message's id, so the id is needed before the row.
async function nextMessageId(ctx: RequestContext): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('message', 'id')) as id`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('The sequence of messages gave no number')
  return row.id
}

/**
 * Mails a message of the outbox and marks it as sent; one that was sent already is left alone. The row stays locked meanwhile, and the email
 * has the same id each time, so that a server can drop the second copy when we die between the two.
 *
 * @throws when the mail server does not take the email or someone else is sending it, so that the job is tried again.
 */
export async function sendMessage(services: Services, messageId: number): Promise<void> {
  await inTransaction(services, `message:${messageId}`, async (ctx) => {
    const { db } = ctx
    const message = await db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message) return refuseWhileLocked(ctx, messageId)
    if (message.sentAt) return
    const email = await emailOf(ctx, message)
    if (!email) return
    await services.mailer(email).catch((error: unknown) => {
      // A mail server's words often repeat the address, and the queue and the log keep what is thrown here.
      throw new Error(`Email ${email.id} was not taken: ${codeOf(error)}`)
    })
    const sent = { sentAt: services.clock(), sealed: null, keyId: null, wrappedKey: null }
    await db.updateTable('message').set(sent).where('id', '=', messageId).execute()
  })
}

async function refuseWhileLocked(ctx: RequestContext, messageId: number): Promise<void> {
  const locked = await ctx.db.selectFrom('message').select('id').where('id', '=', messageId).where('sentAt', 'is', null).executeTakeFirst()
  if (locked) throw new Error(`Message ${messageId} is being sent by another process`)
}

function codeOf(error: unknown): string {
  const parts = error instanceof Error ? ['code' in error && error.code, 'responseCode' in error && error.responseCode] : []
  const known = parts.filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part)))
  return known.length > 0 ? known.join(' ') : 'no reason given'
}
