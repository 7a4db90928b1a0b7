import { defineEntity, p } from '@mikro-orm/postgresql'
import type { WebhookEvent, WebhookFault, WebhookMessageType } from '@portico/shared/words/webhook-events'
import { Account } from './account.ts'
import { Respondent } from '../respondent.ts'

/** A webhook endpoint (shared/spec/contract.md#webhooks). Its address and secrets are sealed under its own key. */
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
    /** Receives events of test workshops only; other webhooks receive none of them. */
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
    /** Consecutive delivery rounds in which no message was delivered. */
    failures: p.integer().default(0),
    pausedUntil: p.datetime().nullable(),
    lastDeliveredAt: p.datetime().nullable(),
  },
})

/** One message to one webhook, inserted by triggers in the transaction of the change it reports. Contains only ids and states. */
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
    /** When the next attempt is due; null: delivered or given up. */
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
