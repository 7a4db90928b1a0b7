import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { webhookEventNames, webhookFaultNames } from '../words/webhook-events.ts'
import { instant, lookupName, requiredText, rowId, shownPerson } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

const webhookId = rowId.meta({ description: 'Id of a webhook', example: 3 })
const name = { description: 'Name of the receiver', example: 'Case system' }
const events = { description: 'Events that it receives', example: ['respondent.submitted', 'respondent.flag_changed'] }
const url = { description: 'HTTPS URL to which messages are sent', example: 'https://cases.example.org/portico' }
const test = { description: 'Receives only events of test workshops; other webhooks receive none of those', example: false }
const secret = z.string().meta({
  description: 'Secret with which messages are signed, returned only once',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0u2b5Jm3k8Q=',
})

const targetMessage = 'Write an https address without a name and password, like https://cases.example.org/portico'

/** The settings of a new webhook (shared/spec/contract.md#webhooks). */
export const newWebhook = z.strictObject({
  name: requiredText(limits.apiTokenNameMax).meta(name),
  // The server decides whether http is allowed: only to this machine, if a setting allows it.
  url: requiredText(500)
    .pipe(z.url({ protocol: /^https?$/, error: targetMessage }))
    .refine((target) => !/^[^/]+\/\/[^/?#]*@/.test(target), targetMessage)
    .meta(url),
  events: z.array(z.enum(webhookEventNames)).min(1, 'Choose at least one event.').max(webhookEventNames.length).meta(events),
  workshopNames: z
    .array(lookupName)
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only respondents and downloads of these workshops; all if omitted', example: ['citizenship_day_2025'] }),
  test: z.boolean().optional().meta(test),
})
export type NewWebhook = z.output<typeof newWebhook>

export const createdWebhook = z.object({ id: webhookId, secret })
export type CreatedWebhook = z.output<typeof createdWebhook>
export const webhookRef = z.strictObject({ id: webhookId })
export const webhookSwitch = z.strictObject({
  id: webhookId,
  enabled: z.boolean().meta({ description: 'Whether messages are sent; waiting messages are kept', example: true }),
})
export const newSecret = z.object({ secret })

export const webhook = z
  .object({
    id: webhookId,
    name: z.string().meta(name),
    url: z.string().meta(url),
    madeBy: shownPerson.meta({ description: 'Creator' }),
    events: z.array(z.enum(webhookEventNames)).meta(events),
    workshopNames: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Workshops whose events it receives; null if all', example: ['citizenship_day_2025'] }),
    test: z
      .literal(true)
      .optional()
      .meta({ description: `${test.description}; omitted otherwise`, example: true }),
    createdAt: instant.meta({ description: 'When it was created, ISO 8601 in UTC' }),
    state: z.enum(['working', 'failing', 'disabled']).meta({
      description: '`failing`: nothing has been delivered since `failingSince`; after 3 days it is disabled',
      example: 'working',
    }),
    failingSince: instant.nullable().meta({ description: 'Time since which every attempt has failed, ISO 8601 in UTC', example: null }),
    disabledBecause: z.enum(['by-hand', 'failing', 'gone']).nullable().meta({
      description:
        'Why it is disabled. `by-hand`: by an admin; `failing`: nothing was delivered for 3 days; `gone`: the receiver responded with 410',
      example: null,
    }),
    waiting: z.int().meta({ description: 'Number of messages that have not been delivered yet', example: 0 }),
    lastDeliveredAt: instant.nullable().meta({ description: 'When a message was last delivered, ISO 8601 in UTC; null if never' }),
  })
  .meta({ id: 'Webhook', description: 'A webhook, without its secret' })
export type Webhook = z.output<typeof webhook>
export const webhookList = z.array(webhook).meta({ description: 'All webhooks, newest first' })

export const deliveryList = z.strictObject({ id: webhookId, pagination })
export const delivery = z
  .object({
    id: z.int().meta({ description: 'Id of a delivery, for `webhooks/replayDelivery`', example: 4711 }),
    messageId: z.string().meta({ description: '`webhook-id` of the message, the same at every attempt', example: 'msg_2f0c5d7e' }),
    type: z.enum([...webhookEventNames, 'webhook.test']).meta({ description: 'Type of event', example: 'respondent.submitted' }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Data of the message', example: { anonymousId: 'K7QM-2XWD-94HTR' } }),
    happenedAt: instant.meta({ description: 'When it happened, ISO 8601 in UTC' }),
    state: z.enum(['waiting', 'delivered', 'given-up']).meta({ description: 'State of the delivery', example: 'delivered' }),
    attempts: z.int().meta({ description: 'Number of attempts', example: 1 }),
    lastTriedAt: instant.nullable().meta({ description: 'When it was last sent, ISO 8601 in UTC' }),
    nextAttemptAt: instant.nullable().meta({ description: 'When it is sent again, ISO 8601 in UTC; null if at once or never' }),
    status: z.int().nullable().meta({ description: 'HTTP status of the last response', example: 204 }),
    fault: z.enum(webhookFaultNames).nullable().meta({ description: 'Why the last attempt failed', example: null }),
  })
  .meta({ id: 'WebhookDelivery', description: 'One message to one webhook' })
export type WebhookDelivery = z.output<typeof delivery>
export const deliveryPage = pageOf(delivery)
export const deliveryRef = z.strictObject({
  id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of a delivery', example: 4711 }),
})
