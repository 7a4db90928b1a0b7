import { nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/webhooks'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { createWebhook, deleteWebhook, replayDelivery, rotateSecret, sendTest, setWebhook } from './commands.ts'
import { listDeliveries, listWebhooks } from './queries.ts'

const proof = 'Needs a sign-in, or a proof by `auth/mySignIn/reauthenticate`, of the last 10 minutes.'

export const webhooksRouter = router({
  createWebhook: mutation
    .meta({
      summary: 'Create a webhook',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'REAUTHENTICATION_REQUIRED'],
      description: `${proof} The secret is shown only now. See “Webhooks” for what is sent. \`INVALID_REQUEST\`: there are already 20.`,
    })
    .input(contract.newWebhook)
    .output(contract.createdWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  getWebhookList: query
    .meta({ summary: 'List webhooks and their state' })
    .input(noInput)
    .output(contract.webhookList)
    .query(({ ctx }) => listWebhooks(ctx)),
  setWebhook: mutation
    .meta({
      summary: 'Disable or enable a webhook',
      failures: ['NOT_FOUND'],
      description:
        'Pending messages are kept and sent when it is enabled again. Events that happen while it is disabled are not sent: use `responses/getChanges`.',
    })
    .input(contract.webhookSwitch)
    .output(nothing)
    .mutation(({ ctx, input }) => setWebhook(ctx, input)),
  rotateSecret: mutation
    .meta({
      summary: 'Rotate the secret of a webhook',
      failures: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
      description: `${proof} For 24 hours messages are also signed with the previous secret.`,
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
    .meta({ summary: 'Send a test message of type `webhook.test`', failures: ['NOT_FOUND'] })
    .input(contract.webhookRef)
    .output(nothing)
    .mutation(({ ctx, input }) => sendTest(ctx, input)),
  getDeliveryList: query
    .meta({ summary: 'List the messages of a webhook, newest first', failures: ['NOT_FOUND'], description: 'Kept for 30 days.' })
    .input(contract.deliveryList)
    .output(contract.deliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  replayDelivery: mutation
    .meta({
      summary: 'Resend a webhook message',
      failures: ['NOT_FOUND'],
      description: 'With the same `webhook-id`, so that a receiver that already has it can ignore it.',
    })
    .input(contract.deliveryRef)
    .output(nothing)
    .mutation(({ ctx, input }) => replayDelivery(ctx, input)),
})
