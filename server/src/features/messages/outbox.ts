import { inTransaction } from '../../infra/postgres/transaction.ts'
import { createContext, type RequestContext, type Services } from '../../infra/request-context.ts'
import { quietUntil } from './announcements/announcement-email.ts'
import { markSent } from './mark-sent.ts'
import { outgoingOf } from './queries.ts'
import { beginHandOver, handOver } from './texts/hand-over.ts'

const batchSize = 100
const atOnce = 4

/** After so many tries a message is given up: a mail server may be away for a weekend, and nothing is lost meanwhile. */
export const maxAttempts = 400

/**
 * Sends the messages that are due; with `early`, all that wait for another try as well. Each is tried once. One that fails is due again after a
 * pause that grows from five seconds to ten minutes. Returns how many it tried; ends early when `signal` fires.
 */
export async function sendMessages(services: Services, signal: AbortSignal, early: boolean): Promise<number> {
  let tried = 0
  for (let last = 0; ;) {
    const ids = await waitingAfter(services, last, early)
    const queue = ids.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const id of queue) if (!signal.aborted) await tryMessage(services, id, early)
      }),
    )
    tried += ids.length
    last = ids.at(-1) ?? last
    if (ids.length < batchSize || signal.aborted) return tried
  }
}

async function waitingAfter(services: Services, last: number, early: boolean): Promise<number[]> {
  const { db, now } = createContext({ services, requestId: 'outbox' }, services.orm.em.fork())
  const rows = await db
    .selectFrom('message')
    .select('id')
    .where('dueAt', 'is not', null)
    .where('id', '>', last)
    .$if(!early, (query) => query.where('dueAt', '<=', now))
    .orderBy('id')
    .limit(batchSize)
    // Passes over those that are being sent, and is itself in nobody's way.
    .forKeyShare()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

async function tryMessage(services: Services, messageId: number, early: boolean): Promise<void> {
  try {
    await services.tracing.inSpan({ kind: 'job', name: 'send-messages' }, () => sendMessage(services, messageId, early))
  } catch (error) {
    services.log.error({ err: error, messageId, job: 'send-messages' }, 'a job failed')
    await postpone(services, messageId)
  }
}

// Someone else who holds the message at this moment decides about it.
async function postpone(services: Services, messageId: number): Promise<void> {
  await inTransaction(services, `message:${messageId}`, async ({ db, now }) => {
    const message = await db
      .selectFrom('message')
      .select(['attempts', 'channel'])
      .where('id', '=', messageId)
      .where('dueAt', 'is not', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!message) return
    const attempts = message.attempts + 1
    const seconds = Math.min(600, 5 * 2 ** Math.min(attempts - 1, 10))
    const dueAt = attempts < maxAttempts ? new Date(now.getTime() + seconds * 1_000) : null
    await db.updateTable('message').set({ attempts, dueAt }).where('id', '=', messageId).execute()
    if (dueAt) return
    if (message.channel === 'text') services.metrics.text('given-up')
    else services.metrics.email('given-up')
    services.log.error({ messageId, attempts }, 'a message was given up')
  })
}

/**
 * Sends a message of the outbox, by e-mail or as a text, and marks it as sent; one that is not due any more, or (without `early`) not yet, is left alone. It
 * is looked at, and written, under the lock of its row, which stays until the mail server has answered: what is undone meanwhile is undone before it or
 * after it (`holdLetters`). An e-mail has the same id each time, so that a server can drop the second copy when we die between the two; a gateway of
 * texts is asked (`texts/hand-over.ts`).
 *
 * @throws when it is not taken or someone else is sending it.
 */
export async function sendMessage(services: Services, messageId: number, early = false): Promise<void> {
  const begunAt = await inTransaction(services, `message:${messageId}`, async (ctx) => {
    const { db } = ctx
    const message = await db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message) return refuseWhileLocked(ctx, messageId)
    if (!message.dueAt || (!early && message.dueAt > ctx.now)) return undefined
    const outgoing = await outgoingOf(ctx, message)
    if (!outgoing) return leave(ctx, messageId, null)
    const mayWait = message.announcementId !== null || outgoing.channel === 'text'
    const quiet = mayWait ? await quietUntil(ctx, message.respondentId) : undefined
    if (quiet) return leave(ctx, messageId, quiet)
    if (outgoing.channel === 'text') return beginHandOver(ctx, message, outgoing)
    const { told: _told, channel: _channel, ...email } = outgoing
    await services.mailer(email).catch((error: unknown) => {
      services.metrics.email('refused')
      // A mail server's words often repeat the address, and the log keeps what is thrown here.
      throw new Error(`Email ${email.id} was not taken: ${codeOf(error)}`)
    })
    services.metrics.email('sent')
    await markSent(ctx, message, outgoing)
    return undefined
  })
  if (begunAt) await handOver(services, messageId, begunAt)
}

async function leave({ db }: RequestContext, messageId: number, dueAt: Date | null): Promise<undefined> {
  await db.updateTable('message').set({ dueAt }).where('id', '=', messageId).execute()
}

/**
 * Keeps the invitations of a respondent from being sent until the end of the transaction. False when one is being handed to the mail server at
 * this moment.
 */
export async function holdLetters({ db }: RequestContext, respondentId: number): Promise<boolean> {
  const invitations = db
    .selectFrom('message')
    .select('id')
    .where('respondentId', '=', respondentId)
    .where('kind', 'in', ['invitation', 'invitation-again', 'workshop-change', 'reminder-week', 'reminder-day', 'seat-offer'])
  const held = await invitations.forNoKeyUpdate().skipLocked().execute()
  return held.length === (await invitations.execute()).length
}

async function refuseWhileLocked(ctx: RequestContext, messageId: number): Promise<undefined> {
  const locked = await ctx.db.selectFrom('message').select('id').where('id', '=', messageId).where('sentAt', 'is', null).executeTakeFirst()
  if (locked) throw new Error(`Message ${messageId} is being sent by another process`)
}

function codeOf(error: unknown): string {
  const parts = error instanceof Error ? ['code' in error && error.code, 'responseCode' in error && error.responseCode] : []
  const known = parts.filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part)))
  return known.length > 0 ? known.join(' ') : 'no reason given'
}
