import { inTransaction } from '../../infra/postgres/transaction.ts'
import { createContext, type RequestContext, type Services } from '../../infra/request-context.ts'
import { quietUntil, reachedInstead } from './announcements/announcement-email.ts'
import { markSent } from './mark-sent.ts'
import { outgoingOf } from './queries.ts'
import { maxAttempts } from './state.ts'
import { beginHandOver, handOver } from './texts/hand-over.ts'

/** Another process holds the message and decides about it. */
class BeingSent extends Error {}

const batchSize = 100
const concurrency = 4

/**
 * Tries to send each due message once; with `early`, also those that wait for a retry. After a failure, the message is due again after a
 * pause that grows from five seconds to ten minutes. Returns the number of messages tried; stops early when `signal` fires.
 */
export async function sendMessages(services: Services, signal: AbortSignal, early: boolean): Promise<number> {
  let tried = 0
  for (let last = 0; ;) {
    const ids = await waitingAfter(services, last, early)
    const queue = ids.values()
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
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
    // Skips messages that are being sent, without blocking anyone else.
    .forKeyShare()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

async function tryMessage(services: Services, messageId: number, early: boolean): Promise<void> {
  try {
    await services.tracing.inSpan({ kind: 'job', name: 'send-messages' }, () => sendMessage(services, messageId, early))
  } catch (error) {
    if (error instanceof BeingSent) return
    services.log.error({ err: error, messageId, job: 'send-messages' }, 'a job failed')
    await postpone(services, messageId)
  }
}

// If another process holds the message's lock, that process decides about it.
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
 * Sends a message of the outbox by e-mail or text and marks it as sent; does nothing if it is no longer due or, without `early`, not yet
 * due. The row lock is held while the message is composed and until the mail server has answered, so that a concurrent undo happens either
 * before or after (`lockInvitations`). An e-mail keeps its id across attempts, so that a server can drop a duplicate after a crash; a text
 * gateway is asked instead (`texts/hand-over.ts`).
 *
 * @throws if the message is not accepted or another process is sending it.
 */
export async function sendMessage(services: Services, messageId: number, early = false): Promise<void> {
  const begunAt = await inTransaction(services, `message:${messageId}`, async (ctx) => {
    const { db } = ctx
    const message = await db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message) return throwIfLocked(ctx, messageId)
    if (!message.dueAt || (!early && message.dueAt > ctx.now)) return undefined
    const outgoing = await outgoingOf(ctx, message)
    if (!outgoing) return reschedule(ctx, messageId, null)
    const instead = message.announcementId === null ? undefined : await reachedInstead(ctx, message)
    if (instead) return reschedule(ctx, messageId, instead.dueAt)
    const mayWait = message.announcementId !== null || outgoing.channel === 'text'
    const quiet = mayWait ? await quietUntil(ctx, message.respondentId) : undefined
    if (quiet) return reschedule(ctx, messageId, quiet)
    if (outgoing.channel === 'text') return beginHandOver(ctx, message, outgoing)
    const { statedFacts: _statedFacts, channel: _channel, ...email } = outgoing
    await services.mailer(email).catch((error: unknown) => {
      services.metrics.email('refused')
      // Mail server errors often contain the address, and errors thrown here are logged.
      throw new Error(`Email ${email.id} was not taken: ${errorCodeOf(error)}`)
    })
    services.metrics.email('sent')
    await markSent(ctx, message, outgoing)
    return undefined
  })
  if (begunAt) await handOver(services, messageId, begunAt)
}

async function reschedule({ db }: RequestContext, messageId: number, dueAt: Date | null): Promise<undefined> {
  await db.updateTable('message').set({ dueAt }).where('id', '=', messageId).execute()
}

/**
 * Prevents the invitations of a respondent from being sent until the end of the transaction. Returns false if one is being sent right now.
 */
export async function lockInvitations({ db }: RequestContext, respondentId: number): Promise<boolean> {
  const invitations = db
    .selectFrom('message')
    .select('id')
    .where('respondentId', '=', respondentId)
    .where('kind', 'in', ['invitation', 'invitation-again', 'workshop-change', 'reminder-week', 'reminder-day', 'seat-offer'])
  const held = await invitations.forNoKeyUpdate().skipLocked().execute()
  return held.length === (await invitations.execute()).length
}

async function throwIfLocked(ctx: RequestContext, messageId: number): Promise<undefined> {
  const locked = await ctx.db.selectFrom('message').select('id').where('id', '=', messageId).where('sentAt', 'is', null).executeTakeFirst()
  if (locked) throw new BeingSent(`Message ${messageId} is being sent by another process`)
}

function errorCodeOf(error: unknown): string {
  const parts = error instanceof Error ? ['code' in error && error.code, 'responseCode' in error && error.responseCode] : []
  const known = parts.filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part)))
  return known.length > 0 ? known.join(' ') : 'no reason given'
}
