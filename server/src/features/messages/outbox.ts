import { sql } from 'kysely'
import { invitingKinds } from '@portico/shared/words/messages'
import { refusalOfRecipient, type RecipientRefusal } from '../../infra/mailer.ts'
import { markChanged } from '../../infra/postgres/next-id.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { createContext, type RequestContext, type Services } from '../../infra/request-context.ts'
import { notSentNow, quietUntil, type NotSentNow } from './announcements/announcement-email.ts'
import { markSent } from './mark-sent.ts'
import { outgoingOf } from './queries.ts'
import { maxAttempts } from './state.ts'
import { beginHandOver, handOver } from './texts/hand-over.ts'

/** Another process holds the message and decides about it. */
class BeingSent extends Error {}

/** The mail server refused the recipient. */
class RecipientRefused extends Error {
  readonly refusal: RecipientRefusal

  constructor(message: string, refusal: RecipientRefusal) {
    super(message)
    this.refusal = refusal
  }
}

const batchSizes = { sealed: 20, new: 100, retried: 20 }
// A longer pass would keep those that failed in it from being tried again.
const maxPerPass = 1_000
const concurrency = 4
const believedAfterMs = 4 * 3_600_000
// Longer than an attempt takes: what the server refuses after having taken another e-mail so long ago, it refused while it took others.
const longestAttemptMs = 60_000
// How many of the newest messages are read to find out whether the mail server takes others.
const newestRead = 1_000

/**
 * Tries to send each due message once; with `early`, also those that wait for a retry. After a failure, the message is due again after a
 * pause that grows from five seconds to ten minutes. Messages that were never tried come first, in the order in which they are due, and
 * wait for at most a few retries, which always get a turn. E-mails to staff and links to somebody's data wait for at most one batch of those
 * about workshops. Returns the number of messages tried; stops early when `signal` fires.
 */
export async function sendMessages(services: Services, signal: AbortSignal, early: boolean): Promise<number> {
  const tried = new Set<number>()
  while (!signal.aborted && (early || tried.size < maxPerPass)) {
    const ids = await nextMessages(services, tried, early)
    if (ids.length === 0) break
    const queue = ids.values()
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const id of queue) if (!signal.aborted) await tryMessage(services, id, early)
      }),
    )
    for (const id of ids) tried.add(id)
  }
  return tried.size
}

async function nextMessages(services: Services, tried: ReadonlySet<number>, early: boolean): Promise<number[]> {
  const { db, now } = createContext({ services, requestId: 'outbox' }, services.orm.em.fork())
  const waiting = db
    .selectFrom('message')
    .select('id')
    .where('dueAt', 'is not', null)
    .where('id', '<>', sql<number>`all(${[...tried]}::bigint[])`)
    .$if(!early, (query) => query.where('dueAt', '<=', now))
    // Skips messages that are being sent, without blocking anyone else.
    .forKeyShare()
    .skipLocked()
    .orderBy('dueAt')
    .orderBy('id')
  const untried = waiting.where('attempts', '=', 0)
  // Links of staff, and to somebody's data, are waited for, and a group of respondents may be larger than a pass.
  const sealed = await untried.where('sealed', 'is not', null).limit(batchSizes.sealed).execute()
  const others = await untried.where('sealed', 'is', null).limit(batchSizes.new).execute()
  const retried = await waiting.where('attempts', '>', 0).limit(batchSizes.retried).execute()
  return [...sealed, ...others, ...retried].map((row) => row.id)
}

async function tryMessage(services: Services, messageId: number, early: boolean): Promise<void> {
  try {
    await services.tracing.inSpan({ kind: 'job', name: 'send-messages' }, () => sendMessage(services, messageId, early))
  } catch (error) {
    if (error instanceof BeingSent) return
    services.log.error({ err: error, messageId, job: 'send-messages' }, 'a job failed')
    await recordFailure(services, messageId, error instanceof RecipientRefused ? error.refusal : undefined)
  }
}

// Ends the message if the mail server has refused its recipient for hours and took another e-mail since, or after the last attempt; otherwise
// it is tried again. If another process holds the message's lock, that process decides about it.
async function recordFailure(services: Services, messageId: number, refusal?: RecipientRefusal): Promise<void> {
  await inTransaction(services, `message:${messageId}`, async ({ db, now }) => {
    // In the order in which decisions lock them.
    await db
      .selectFrom('respondent')
      .select('id')
      .where('id', '=', (from) => from.selectFrom('message').select('respondentId').where('id', '=', messageId))
      .forNoKeyUpdate()
      .execute()
    const message = await db
      .selectFrom('message')
      .select(['kind', 'channel', 'respondentId', 'createdAt', 'attempts', 'refusedAt'])
      .where('id', '=', messageId)
      .where('dueAt', 'is not', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!message) return
    const attempts = message.attempts + 1
    if (refusal === 'for-good' && message.refusedAt && (await isBelieved(db, message.refusedAt, now))) {
      await db
        .updateTable('message')
        .set({ attempts, dueAt: null, channel: 'email', delivery: 'undelivered', sealed: null, keyId: null, wrappedKey: null })
        .where('id', '=', messageId)
        .execute()
      services.log.warn({ messageId, attempts }, 'a message was ended because its recipient is refused')
    } else {
      const seconds = Math.min(600, 5 * 2 ** Math.min(attempts - 1, 10))
      const dueAt = attempts < maxAttempts ? new Date(now.getTime() + seconds * 1_000) : null
      // What was refused for now has not been refused for good since an earlier moment.
      const refusedAt = refusal === 'for-now' ? now : (message.refusedAt ?? (refusal ? now : null))
      await db.updateTable('message').set({ attempts, dueAt, refusedAt }).where('id', '=', messageId).execute()
      if (dueAt) return
      if (message.channel === 'text') services.metrics.text('given-up')
      else services.metrics.email('given-up')
      services.log.error({ messageId, attempts }, 'a message was given up')
    }
    if (invitingKinds.some((kind) => kind === message.kind)) await markToTelephone(db, message)
  })
}

async function isBelieved(db: RequestContext['db'], refusedAt: Date, now: Date): Promise<boolean> {
  return (
    now.getTime() - refusedAt.getTime() >= believedAfterMs && (await tookOthers(db, refusedAt, new Date(now.getTime() - longestAttemptMs)))
  )
}

async function tookOthers(db: RequestContext['db'], from: Date, to: Date): Promise<boolean> {
  const newest = db.selectFrom('message').select(['channel', 'sentAt']).orderBy('id', 'desc').limit(newestRead).as('newest')
  const sent = db.selectFrom(newest).select('sentAt').where('channel', '=', 'email')
  const taken = await sent.where('sentAt', '>', from).where('sentAt', '<', to).executeTakeFirst()
  return taken !== undefined
}

interface ToRespondent {
  readonly respondentId: number | null
  readonly createdAt: Date
}

// Calls from before the message was written did not tell what it says.
async function markToTelephone(db: RequestContext['db'], { respondentId, createdAt }: ToRespondent): Promise<void> {
  const marked = await db
    .updateTable('respondent')
    .set({ mustTelephone: true, telephoneSince: sql<Date>`greatest(telephone_since, ${createdAt}::timestamptz)` })
    .where('id', '=', respondentId)
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .returning('id')
    .executeTakeFirst()
  // They may have been marked before, and reached since.
  if (marked) await markChanged({ db }, [marked.id])
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
  const next = await inTransaction(services, `message:${messageId}`, async (ctx) => {
    const { db } = ctx
    const message = await db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message) return throwIfLocked(ctx, messageId)
    if (!message.dueAt || (!early && message.dueAt > ctx.now)) return undefined
    const outgoing = await outgoingOf(ctx, message)
    if (!outgoing) return reschedule(ctx, messageId, { dueAt: null })
    const instead = message.announcementId === null ? undefined : await notSentNow(ctx, message, outgoing)
    if (instead) return reschedule(ctx, messageId, instead)
    const mayWait = message.announcementId !== null || outgoing.channel === 'text'
    const quiet = mayWait ? await quietUntil(ctx, message.respondentId) : undefined
    if (quiet) return reschedule(ctx, messageId, { dueAt: quiet })
    if (outgoing.channel === 'text') {
      const begunAt = await beginHandOver(ctx, message, outgoing)
      return begunAt && (() => handOver(services, messageId, begunAt))
    }
    const { statedFacts: _statedFacts, channel: _channel, ...email } = outgoing
    await services.mailer(email).catch((error: unknown) => {
      services.metrics.email('refused')
      // Mail server errors often contain the address, and errors thrown here are logged.
      const [refusal, reason] = [refusalOfRecipient(error), `Email ${email.id} was not taken: ${errorCodeOf(error)}`]
      throw refusal ? new RecipientRefused(reason, refusal) : new Error(reason)
    })
    services.metrics.email('sent')
    await markSent(ctx, message, outgoing)
    return outgoing.statedFacts === undefined ? undefined : () => endCallToMake(services, message)
  })
  await next?.()
}

// After the message is unlocked: decisions lock the respondent first. What was written before the reason for the call does not replace it.
async function endCallToMake(services: Services, { id, respondentId, createdAt }: ToRespondent & { readonly id: number }): Promise<void> {
  await inTransaction(services, `message:${id}`, async ({ db }) => {
    await db
      .updateTable('respondent')
      .set({ mustTelephone: false })
      .where('id', '=', respondentId)
      .where('mustTelephone', '=', true)
      .where('currentFlag', 'in', ['green', 'not-applicable'])
      .where((where) => where.or([where('telephoneSince', 'is', null), where('telephoneSince', '<=', createdAt)]))
      .execute()
  })
}

async function reschedule({ db }: RequestContext, messageId: number, notSent: NotSentNow): Promise<undefined> {
  await db.updateTable('message').set(notSent).where('id', '=', messageId).execute()
}

/** The kinds of messages that make a respondent expect to attend. */
export const messagesOnAttending = [...invitingKinds, 'announcement'] as const

/**
 * Prevents a respondent's messages on attending from being sent until the end of the transaction. Returns false if one is being sent right now.
 */
export async function lockInvitations({ db }: RequestContext, respondentId: number): Promise<boolean> {
  const invitations = db
    .selectFrom('message')
    .select('id')
    .where('respondentId', '=', respondentId)
    .where('kind', 'in', messagesOnAttending)
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
