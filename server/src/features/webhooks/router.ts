import { nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/webhooks'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { createWebhook, deleteWebhook, replayDelivery, rotateSecret, sendTest, setWebhook } from './commands.ts'
import { listDeliveries, listWebhooks } from './queries.ts'

const proof = 'Needs a sign-in, or a proof by `auth/mySignIn/reauthenticate`, of the last 10 minutes.'

export const webhooksRouter = router({
  createWebhook: mutation
    .meta({
      summary: 'Have a program told of what happens',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'REAUTHENTICATION_REQUIRED'],
      description: `${proof} The secret is shown only now. See “Webhooks” for what is sent. \`INVALID_REQUEST\` when there are 20 already.`,
    })
    .input(contract.newWebhook)
    .output(contract.createdWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  getWebhookList: query
    .meta({ summary: 'The webhooks, and how each does' })
    .input(noInput)
    .output(contract.webhookList)
    .query(({ ctx }) => listWebhooks(ctx)),
  setWebhook: mutation
    .meta({
      summary: 'Stop sending, or go on',
      failures: ['NOT_FOUND'],
      description:
        'What waits is kept and sent when it goes on. What happens while it is disabled is not told: read `responses/getChanges`.',
    })
    .input(contract.webhookSwitch)
    .output(nothing)
    .mutation(({ ctx, input }) => setWebhook(ctx, input)),
  rotateSecret: mutation
    .meta({
      summary: 'Give a webhook a new secret',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description: `${proof} For 24 hours messages are signed with the secret before as well.`,
    })
    .input(contract.webhookRef)
    .output(contract.newSecret)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),
  deleteWebhook: mutation
    .meta({ summary: 'Delete a webhook and its messages', failures: ['NOT_FOUND'] })
    .input(contract.webhookRef)
    .output(nothing)
    .mutation(({ ctx, input }) => deleteWebhook(ctx, input)),
  sendTest: mutation
    .meta({ summary: 'Send a message of type `webhook.test`', failures: ['NOT_FOUND'] })
    .input(contract.webhookRef)
    .output(nothing)
    .mutation(({ ctx, input }) => sendTest(ctx, input)),
  getDeliveryList: query
    .meta({ summary: 'The messages of a webhook, newest first', failures: ['NOT_FOUND'], description: 'Kept for 30 days.' })
    .input(contract.deliveryList)
    .output(contract.deliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  replayDelivery: mutation
    .meta({
      summary: 'Send a message again',
      failures: ['NOT_FOUND'],
      description: 'With the same `webhook-id`: a receiver that has taken it passes it over.',
    })
    .input(contract.deliveryRef)
    .output(nothing)
    .mutation(({ ctx, input }) => replayDelivery(ctx, input)),
})
