import { buildWebhook } from '../support/webhooks.ts'
import { asAdam, type CallRows, type Provoke, type Sample } from './call-row.ts'
import { longAgo } from './sign-in.ts'
import { missingNumber, type World } from './world.ts'

// An IP address, because a slow name server would delay every delivery.
const newWebhook = { name: 'Case system', url: 'https://127.0.0.1:9/portico', events: ['respondent.submitted'] }
// Deletes earlier webhooks, because at most 20 are allowed.
const aWebhook = async ({ portico }: World): Promise<number> => {
  await portico.sql('delete from webhook')
  return (await buildWebhook(portico)).id
}
const ofOne = async (world: World): Promise<Sample> => ({ input: { id: await aWebhook(world) } })
const missing: Provoke = () => asAdam({ id: missingNumber })

async function making({ portico }: World): Promise<Sample> {
  await portico.sql('delete from webhook')
  return { input: newWebhook }
}

export const webhookCalls: CallRows = {
  'webhooks.createWebhook': {
    sample: making,
    failures: {
      NOT_FOUND: () => asAdam({ ...newWebhook, workshopNames: ['nowhere'] }),
      INVALID_REQUEST: async ({ portico }) => {
        for (let made = 0; made < 20; made += 1) await buildWebhook(portico).catch(() => {})
        return asAdam(newWebhook)
      },
      REAUTHENTICATION_REQUIRED: longAgo(making, 'ROOT_USER'),
    },
  },
  'webhooks.getWebhookList': { sample: () => ({}) },
  'webhooks.setWebhook': {
    sample: async (world) => ({ input: { id: await aWebhook(world), enabled: false } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber, enabled: false }) },
  },
  'webhooks.rotateSecret': { sample: ofOne, failures: { NOT_FOUND: missing, REAUTHENTICATION_REQUIRED: longAgo(ofOne, 'ROOT_USER') } },
  'webhooks.deleteWebhook': { sample: ofOne, failures: { NOT_FOUND: missing } },
  'webhooks.sendTest': { sample: ofOne, failures: { NOT_FOUND: missing } },
  'webhooks.getDeliveryList': { sample: ofOne, failures: { NOT_FOUND: missing } },
  'webhooks.replayDelivery': {
    sample: async (world) => {
      const id = await aWebhook(world)
      await world.adam.call.webhooks.sendTest({ id })
      const { items } = await world.adam.call.webhooks.getDeliveryList({ id })
      return { input: { id: items[0]?.id } }
    },
    failures: { NOT_FOUND: missing },
  },
}
