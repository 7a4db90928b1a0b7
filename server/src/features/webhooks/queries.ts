import type { Webhook, WebhookDelivery } from '@portico/shared/contract/webhooks'
import type { Page, Pagination } from '@portico/shared/contract/paging'
import { sql, type Selectable } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import { auditRespondents, auditSubject } from '../../infra/security/audit/audit.ts'
import type { Database, RequestContext } from '../../infra/request-context.ts'
import { openWebhook } from './sealed-webhook.ts'

/** Lists all webhooks, newest first, with their state. */
export async function listWebhooks({ db, services }: RequestContext): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.makerId')
    .selectAll('webhook')
    .select('account.name as madeBy')
    .select(
      sql<number>`(select count(*)::int from webhook_delivery where webhook_delivery.webhook_id = webhook.id and due_at is not null)`.as(
        'waiting',
      ),
    )
    .orderBy('webhook.id', 'desc')
    .execute()
  const workshops = await db.selectFrom('workshop').select(['id', 'name']).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: openWebhook(services.encryption, row).url,
    madeBy: row.madeBy,
    events: row.events,
    workshopNames: row.workshopIds && workshops.filter(({ id }) => row.workshopIds?.includes(id)).map(({ name }) => name),
    ...(row.isTest && { test: true as const }),
    createdAt: row.createdAt.toISOString(),
    state: stateOf(row),
    failingSince: row.failingSince?.toISOString() ?? null,
    disabledBecause: row.disabledBecause,
    waiting: row.waiting,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
  }))
}

function stateOf({ disabledAt, failingSince }: Selectable<Database['webhook']>): Webhook['state'] {
  if (disabledAt) return 'disabled'
  return failingSince ? 'failing' : 'working'
}

/** Returns a page of the messages of a webhook, newest first. Throws `NOT_FOUND`. */
export async function listDeliveries(
  ctx: RequestContext,
  { id, pagination: { offset, count: batchSize } }: { readonly id: number; readonly pagination: Pagination },
): Promise<Page<WebhookDelivery>> {
  const { db } = ctx
  const found = await db.selectFrom('webhook').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  const ofWebhook = db.selectFrom('webhook_delivery').where('webhookId', '=', id)
  const { count } = await ofWebhook.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const rows = await ofWebhook
    .selectAll()
    // Messages due since their creation are stored with `-infinity` instead of a time.
    .select(sql<Date | null>`nullif(due_at, '-infinity')`.as('nextAttemptAt'))
    .orderBy('id', 'desc')
    .limit(batchSize)
    .offset(offset)
    .execute()
  const total = Number(count)
  auditSubject(ctx, 'webhook', id)
  auditRespondents(
    ctx,
    rows.flatMap(({ data }) => (typeof data['anonymousId'] === 'string' ? data['anonymousId'] : [])),
  )
  return {
    items: rows.map((row) => ({
      id: row.id,
      messageId: messageIdOf(row.messageId),
      type: row.event,
      data: row.data,
      happenedAt: row.happenedAt.toISOString(),
      state: deliveryState(row),
      attempts: row.attempts,
      lastTriedAt: row.triedAt?.toISOString() ?? null,
      nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
      status: row.status,
      fault: row.fault,
    })),
    pagination: { batchSize, offset, hasMore: offset + rows.length < total },
    meta: { count: total },
  }
}

function deliveryState({ dueAt, deliveredAt }: Selectable<Database['webhook_delivery']>): WebhookDelivery['state'] {
  if (dueAt !== null) return 'waiting'
  return deliveredAt ? 'delivered' : 'given-up'
}

/** Returns the `webhook-id` of a message, by which a receiver recognizes repeats. */
export function messageIdOf(id: string): string {
  return `msg_${id.replaceAll('-', '')}`
}
