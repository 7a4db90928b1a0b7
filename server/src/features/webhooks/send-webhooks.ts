import { limits } from '@portico/shared/words/limits'
import type { WebhookFault, WebhookMessageType } from '@portico/shared/words/webhook-events'
import { sql as raw, type Selectable } from 'kysely'
import { post } from '../../infra/outgoing-request.ts'
import { tryLock } from '../../infra/postgres/locks.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { sql, type Database, type RequestContext, type Services } from '../../infra/request-context.ts'
import { adminsToNotify, enqueueWebhookNotice } from '../messages/commands.ts'
import { messageIdOf } from './queries.ts'
import { openWebhook, signatures, type SealedWebhook } from './sealed-webhook.ts'

const concurrency = 8
const batchSize = 40
const maxPerRound = 400
const defaultTimeoutMs = 10_000
const maxPauseMs = 60_000
const maxRetryMs = 4 * 3_600_000
/** Ends a round after this many failed messages in a row: the receiver is at fault then, not a message. */
const maxFailuresInARow = 5

type WebhookRow = Selectable<Database['webhook']>
type DeliveryRow = Pick<
  Selectable<Database['webhook_delivery']>,
  'id' | 'messageId' | 'event' | 'data' | 'happenedAt' | 'attempts' | 'firstTriedAt'
>
type Attempt = { readonly status: number | null; readonly fault: WebhookFault | null }

/** Returns the ids of webhooks with messages to send now; with `early`, also those waiting for a retry. */
export async function waitingWebhooks(services: Services, early: boolean): Promise<number[]> {
  const now = services.clock()
  const rows = await sql(services.orm.em.fork())
    .selectFrom('webhook')
    .select('id')
    .where('disabledAt', 'is', null)
    .$if(!early, (query) => query.where((where) => where.or([where('pausedUntil', 'is', null), where('pausedUntil', '<=', now)])))
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhook_delivery')
          .select('webhook_delivery.id')
          .whereRef('webhookId', '=', 'webhook.id')
          .where('dueAt', 'is not', null)
          .$if(!early, (query) => query.where('dueAt', '<=', now)),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Sends what is due to one webhook, in order for each respondent; returns how many messages it tried. Delivery is at least once: a crash
 * between the receiver's response and its record here sends the message again under the same id. Does nothing while another process sends
 * to this webhook.
 */
export async function sendTo(services: Services, id: number, signal: AbortSignal, early: boolean): Promise<number> {
  return inTransaction(services, `webhook:${id}`, async (ctx) => {
    // Held while receivers respond: unlike a row lock, this advisory lock does not block admins, and it is released if the process dies.
    if (!(await tryLock(ctx.db, 'webhook', id))) return 0
    const webhook = await ctx.db.selectFrom('webhook').selectAll().where('id', '=', id).where('disabledAt', 'is', null).executeTakeFirst()
    if (!webhook) return 0
    const round = new Round(services, webhook, signal)
    // What an admin requested comes first, or it would wait behind messages that fail.
    for (const only of ['requested', 'all'] as const)
      while (round.canContinue) {
        const heads = await firstOfEach(ctx, id, { early, only, except: round.failed })
        if (heads.length === 0) break
        const queue = heads.values()
        await Promise.all(Array.from({ length: concurrency }, () => round.deliverFrom(queue)))
      }
    await recordRound(ctx, webhook, round)
    return round.tried
  })
}

/** One round of sending the messages of a webhook. */
class Round {
  readonly failed: number[] = []
  tried = 0
  delivered = 0
  isGone = false
  readonly #services: Services
  readonly #secrets: SealedWebhook
  readonly #signal: AbortSignal
  #failuresInARow = 0

  constructor(services: Services, webhook: WebhookRow, signal: AbortSignal) {
    this.#services = services
    this.#secrets = openWebhook(services.encryption, webhook)
    this.#signal = signal
  }

  get canContinue(): boolean {
    return !this.#signal.aborted && !this.isGone && this.#failuresInARow < maxFailuresInARow && this.tried < maxPerRound
  }

  async deliverFrom(queue: Iterator<DeliveryRow>): Promise<void> {
    while (this.canContinue) {
      const { value, done } = queue.next()
      if (done) return
      await this.#deliver(value)
    }
  }

  async #deliver(row: DeliveryRow): Promise<void> {
    const attempt = await attemptDelivery(this.#services, this.#secrets, row, this.#signal)
    // An attempt aborted by shutdown says nothing about the receiver.
    if (this.#signal.aborted && attempt.status === null) return
    this.tried += 1
    if (attempt.status === 410) this.isGone = true
    if (attempt.fault === null) {
      this.delivered += 1
      this.#failuresInARow = 0
    } else {
      this.failed.push(row.id)
      this.#failuresInARow += 1
    }
    await recordAttempt(this.#services, row, attempt)
  }
}

async function attemptDelivery(services: Services, secrets: SealedWebhook, row: DeliveryRow, signal: AbortSignal): Promise<Attempt> {
  const now = services.clock()
  const id = messageIdOf(row.messageId)
  const seconds = Math.floor(now.getTime() / 1_000)
  const body = JSON.stringify({ type: row.event, timestamp: row.happenedAt.toISOString(), data: row.data })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Portico-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures(secrets, now, { id, seconds, body }),
  }
  const { loopbackWebhooks: allowLoopback, sandbox: loopbackOnly, webhookTimeoutMs: timeoutMs = defaultTimeoutMs } = services
  const outcome = await post({ url: secrets.url, headers, body, allowLoopback, loopbackOnly, timeoutMs, signal })
  if ('fault' in outcome) return { status: null, fault: outcome.fault }
  const { status } = outcome
  if (status >= 200 && status < 300) return { status, fault: null }
  return { status, fault: status >= 300 && status < 400 ? 'redirect' : 'status' }
}

// Recorded at once, outside the round's transaction: a rollback would cause the message to be sent again.
async function recordAttempt(services: Services, { id, attempts, firstTriedAt }: DeliveryRow, { status, fault }: Attempt): Promise<void> {
  const now = services.clock()
  const first = firstTriedAt ?? now
  const retryMs = Math.min(maxRetryMs, 5_000 * 5 ** Math.min(attempts, 8))
  const isOver = now.getTime() - first.getTime() >= limits.webhookRetryMs
  const dueAt = fault === null || isOver ? null : new Date(now.getTime() + retryMs)
  await sql(services.orm.em.fork())
    .updateTable('webhook_delivery')
    .set({ status, fault, dueAt, attempts: attempts + 1, firstTriedAt: first, triedAt: now, deliveredAt: fault === null ? now : null })
    .where('id', '=', id)
    .execute()
}

interface Selection {
  readonly early: boolean
  readonly only: 'requested' | 'all'
  readonly except: readonly number[]
}

// A test, or a message that an admin sends again: its tries are counted from the beginning.
const isRequested = raw<boolean>`first_tried_at is null and (attempts > 0 or event = ${'webhook.test' satisfies WebhookMessageType})`

// Only the first undelivered message of each respondent; their later ones wait for it. None once an admin disabled the webhook.
async function firstOfEach(ctx: RequestContext, webhookId: number, { early, only, except }: Selection): Promise<DeliveryRow[]> {
  return ctx.db
    .selectFrom('webhook_delivery')
    .select(['id', 'messageId', 'event', 'data', 'happenedAt', 'attempts', 'firstTriedAt'])
    .where('webhookId', '=', webhookId)
    .where('dueAt', 'is not', null)
    .where(raw<boolean>`exists (select from webhook where webhook.id = webhook_id and disabled_at is null)`)
    .$if(!early, (query) => query.where('dueAt', '<=', ctx.services.clock()))
    .$if(only === 'requested', (query) => query.where(isRequested))
    .where(raw<boolean>`id <> all(${except}::bigint[])`)
    .where(
      raw<boolean>`not exists (select from webhook_delivery earlier where earlier.webhook_id = webhook_delivery.webhook_id
        and earlier.respondent_id = webhook_delivery.respondent_id and earlier.due_at is not null and earlier.id < webhook_delivery.id)`,
    )
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

async function recordRound(ctx: RequestContext, webhook: WebhookRow, round: Round): Promise<void> {
  const now = ctx.services.clock()
  const change = ctx.db.updateTable('webhook').where('id', '=', webhook.id).where('disabledAt', 'is', null)
  if (round.isGone) return disable(ctx, webhook, 'gone')
  if (round.delivered > 0) {
    await change.set({ failingSince: null, failures: 0, pausedUntil: null, lastDeliveredAt: now }).execute()
    return
  }
  if (round.failed.length === 0) return
  const failingSince = webhook.failingSince ?? now
  if (now.getTime() - failingSince.getTime() >= limits.webhookRetryMs) return disable(ctx, webhook, 'failing')
  const failures = webhook.failures + 1
  const pausedUntil = new Date(now.getTime() + Math.min(maxPauseMs, 1_000 * 2 ** Math.min(failures, 10)))
  // Whoever requested a message during the round does not wait for the end of a pause.
  const pauseUnlessEnded = raw<Date>`case when paused_until is not distinct from ${webhook.pausedUntil} then ${pausedUntil} else paused_until end`
  await change.set({ failingSince, failures, pausedUntil: pauseUnlessEnded }).execute()
}

async function disable(ctx: RequestContext, { id, name }: WebhookRow, disabledBecause: 'failing' | 'gone'): Promise<void> {
  const disabled = await ctx.db
    .updateTable('webhook')
    .set({ disabledAt: ctx.services.clock(), disabledBecause })
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!disabled) return
  for (const admin of await adminsToNotify(ctx))
    await enqueueWebhookNotice(ctx, { to: admin.email, name: admin.name, webhook: name, because: disabledBecause })
}

/** Deletes messages that were delivered or given up more than 30 days ago. */
export async function sweepDeliveries(services: Services): Promise<void> {
  const before = new Date(services.clock().getTime() - limits.webhookKeptMs)
  await sql(services.orm.em.fork()).deleteFrom('webhook_delivery').where('dueAt', 'is', null).where('triedAt', '<', before).execute()
}
