import { defineEntity, p } from '@mikro-orm/postgresql'
import type { WebhookEvent, WebhookFault, WebhookMessageType } from '@portico/shared/words/webhook-events'
import { Account } from './account.ts'
import { Respondent } from '../respondent.ts'

/** Where events are sent (shared/spec/contract.md#webhooks). Address and secrets are sealed under a key of its own. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    sealed: p.blob().$type<Buffer>(),
    events: p.array().$type<WebhookEvent[]>(),
    /** Null: all. */
    workshopIds: p.array().columnType('int[]').$type<number[]>().nullable(),
    /** It is told of test workshops alone; any other is told of none. */
    isTest: p.boolean().default(false),
    maker: () => p.manyToOne(Account),
    createdAt: p.datetime(),
    disabledAt: p.datetime().nullable(),
    disabledBecause: p
      .text()
      .$type<'by-hand' | 'failing' | 'gone'>()
      .nullable()
      .check("disabled_because in ('by-hand', 'failing', 'gone')"),
    failingSince: p.datetime().nullable(),
    /** Rounds without a message that arrived, one after the other. */
    failures: p.integer().default(0),
    pausedUntil: p.datetime().nullable(),
    lastDeliveredAt: p.datetime().nullable(),
  },
})

/** One message to one webhook, written by triggers in the transaction of what it tells of. Ids and states only. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    messageId: p.uuid().defaultRaw('gen_random_uuid()'),
    event: p.text().$type<WebhookMessageType>(),
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('cascade'),
    data: p.json<Record<string, unknown>>(),
    happenedAt: p.datetime(),
    /** When it is tried next; null: it arrived or was given up. */
    dueAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    firstTriedAt: p.datetime().nullable(),
    triedAt: p.datetime().nullable(),
    deliveredAt: p.datetime().nullable(),
    status: p.integer().nullable(),
    fault: p.text().$type<WebhookFault>().nullable(),
  },
  indexes: [
    { name: 'webhook_delivery_waiting', properties: ['webhook', 'respondent', 'id'], where: 'due_at is not null' },
    { name: 'webhook_delivery_webhook', properties: ['webhook', 'id'] },
    { name: 'webhook_delivery_respondent', properties: ['respondent'], where: 'respondent_id is not null' },
  ],
})
