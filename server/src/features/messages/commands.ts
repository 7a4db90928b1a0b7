import { sql } from 'kysely'
import type { SignInChange } from '@portico/shared/words/second-factors'
import type { MessageKind } from '../../entities/message.ts'
import { seal } from '../../infra/security/encryption.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services, RequestContext } from '../../infra/request-context.ts'
import { letterOf } from './queries.ts'
import { letterOwner, letterPlace, type SignInNotice, type StaffEmail, type StaffLetterKind } from './staff-email.ts'

/**
 * Tells respondents when and where their workshop is, once each however often it is called (shared/spec/contract.md#invitation). The
 * message and its job are part of the call's transaction. Who gave no e-mail address gets none and has to be telephoned. The rows of the
 * respondents must be written before.
 */
export async function inviteToWorkshop(ctx: RequestContext, respondents: readonly { readonly id: number }[]): Promise<void> {
  if (respondents.length === 0) return
  const ids = respondents.map((respondent) => respondent.id)
  const written = await ctx.db
    .insertInto('message')
    .columns(['kind', 'respondentId', 'createdAt'])
    .expression((builder) =>
      builder
        .selectFrom('respondent')
        .select([sql.lit('invitation').as('kind'), 'id', sql`${ctx.now}::timestamptz`.as('createdAt')])
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .where('emailHash', 'is not', null)
        .orderBy('id'),
    )
    .onConflict((conflict) =>
      conflict
        .column('respondentId')
        .where('kind', '=', 'invitation')
        // An invitation that was held back, because the respondent was not welcome when its turn came, gets another turn.
        .doUpdateSet((row) => ({ createdAt: row.ref('excluded.createdAt') }))
        .where('message.sentAt', 'is', null),
    )
    .returning('id')
    .execute()
  await ctx.services.queue.send(
    ctx.em,
    'send-message',
    written.map(({ id }) => ({ messageId: id })),
  )
}

/**
 * Sends a member of staff an email with a link, in `language` (English without). Address, name and link are sealed until the email is
 * sent and deleted then; the email is part of the call's transaction.
 */
export async function enqueueLetter(ctx: RequestContext, email: StaffEmail & { readonly kind: StaffLetterKind }): Promise<void> {
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
  const { key, keyId, wrapped } = ctx.services.encryption.newDataKey(letterOwner(messageId))
  const sealed = seal(key, letterPlace(messageId), JSON.stringify(content))
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
 * @throws when the mail server does not take the email or somebody else is sending it, so that the job is tried again.
 */
export async function sendMessage(services: Services, messageId: number): Promise<void> {
  await inTransaction(services, `message:${messageId}`, async (ctx) => {
    const { db } = ctx
    const message = await db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message) return refuseWhileLocked(ctx, messageId)
    if (message.sentAt) return
    const email = await letterOf(ctx, message)
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
  if (locked) throw new Error(`Message ${messageId} is being sent by somebody else`)
}

function codeOf(error: unknown): string {
  const parts = error instanceof Error ? ['code' in error && error.code, 'responseCode' in error && error.responseCode] : []
  const known = parts.filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part)))
  return known.length > 0 ? known.join(' ') : 'no reason given'
}
