import { buildRespondent, workshopName } from '../support/builders.ts'
import { asAdam, type CallRows } from './call-row.ts'
import { missingNumber, nextNumber, type World } from './world.ts'

const texts = { subject: 'Soon: {{workshop}}', lead: 'See you there.' }
const draft = { kind: 'reminder', language: 'es', texts } as const

async function newestVersion({ adam }: World): Promise<number> {
  return (await adam.call.messages.getTemplate({ kind: 'reminder', language: 'es' })).version
}

/** Returns the invitation of a new respondent, updated with `set`. */
async function anInvitation({ portico }: World, set: string): Promise<{ id: number }> {
  const anonymousId = await buildRespondent(portico, { email: `again${nextNumber()}@respondents.example` })
  const [row] = await portico.sql<{ id: string }>(
    `update message set ${set} from respondent where respondent.id = respondent_id and anonymous_id = $1 returning message.id`,
    [anonymousId],
  )
  return { id: Number(row?.id ?? 0) }
}

const givenUp = 'sent_at = null, due_at = null, attempts = 400'

export const messageCalls: CallRows = {
  'messages.getMessageList': {
    sample: () => ({ input: {} }),
    failures: { NOT_FOUND: () => asAdam({ workshopName: `${workshopName}_of_nobody` }) },
  },
  'messages.sendAgain': {
    sample: async (world) => ({ input: await anInvitation(world, givenUp) }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber }),
      INVALID_REQUEST: async (world) => asAdam(await anInvitation(world, 'sent_at = null, due_at = now(), attempts = 0')),
      NOT_INVITED: async (world) => {
        const message = await anInvitation(world, 'sent_at = now(), due_at = null')
        await world.portico.sql(`update respondent set current_flag = 'red' where id = (select respondent_id from message where id = $1)`, [
          message.id,
        ])
        return asAdam(message)
      },
    },
  },
  'messages.getTemplateList': { sample: () => ({}) },
  'messages.getTemplate': { sample: () => ({ input: { kind: 'invitation', language: 'en' } }) },
  'messages.previewTemplate': { sample: () => ({ input: draft }) },
  'messages.saveTemplate': {
    sample: async (world) => ({ input: { ...draft, basedOn: await newestVersion(world) } }),
    failures: { INVALID_REQUEST: () => asAdam({ ...draft, basedOn: missingNumber }) },
  },
  'messages.sendTemplateTest': { sample: () => ({ input: draft }) },
}
