import { buildRespondent } from '../support/builders.ts'
import type { Portico } from '../support/harness.ts'
import { asAdam, type CallRows } from './call-row.ts'
import { about, missing, missingNumber, nextNumber, personalText } from './world.ts'

export const privacyCalls: CallRows = {
  'privacy.getRetention': { sample: () => ({ input: {} }) },
  'privacy.sendLink': {
    sample: async ({ portico }) => ({
      input: { ...about(await buildRespondent(portico)), contact: 'mai@respondents.example', kind: 'see' },
    }),
  },
  'privacy.openLink': {
    sample: async ({ portico }) => ({ input: { token: await linkOfSomeone(portico) } }),
    failures: { INVALID_CODE: () => ({ input: { token: 'nothing' } }) },
  },
  'privacy.submitRequest': {
    sample: async ({ portico }) => ({ input: { visit: await visitOfSomeone(portico), kind: 'correct', text: personalText } }),
    failures: {
      INVALID_CODE: () => ({ input: { visit: 'nothing', kind: 'stop' } }),
      INVALID_REQUEST: async ({ portico }) => ({ input: { visit: await visitOfSomeone(portico), kind: 'correct' } }),
    },
  },
  'privacy.getRequestList': { sample: () => ({ input: {} }) },
  'privacy.recordRequest': {
    sample: async ({ portico }) => ({ input: { ...about(await buildRespondent(portico)), kind: 'correct', text: personalText } }),
    failures: { NOT_FOUND: () => asAdam({ ...missing, kind: 'stop' }) },
  },
  'privacy.completeRequest': {
    sample: async ({ portico }) => ({ input: { id: await newRequest(portico) } }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber }),
      ALREADY_SET: async ({ portico, adam }) => {
        const id = await newRequest(portico)
        await adam.call.privacy.completeRequest({ id })
        return asAdam({ id })
      },
      CASE_CHANGED: async ({ portico }) => {
        const contact = { fullName: 'Mai Nguyen', email: 'corrected@respondents.example', phoneNumber: null }
        return asAdam({ id: await newRequest(portico, 'correct'), contact, replaces: contact })
      },
    },
  },
}

/** Returns the secret of the data link sent to this respondent. */
export async function linkOf(portico: Portico, anonymousId: string, contact: string): Promise<string> {
  const visitor = await portico.as()
  await visitor.call.privacy.sendLink({ ...about(anonymousId), contact, kind: 'see' })
  await portico.drain()
  const secret = /#see=([\w-]+)/.exec(portico.outbox.findLast(({ to, text }) => to === contact && text.includes('#see='))?.text ?? '')?.[1]
  if (!secret) throw new Error('No link was sent')
  return secret
}

/** Opens a respondent's link and returns the visit that further calls require. */
export async function visitOf(portico: Portico, anonymousId: string, contact: string): Promise<string> {
  const visitor = await portico.as()
  return (await visitor.call.privacy.openLink({ token: await linkOf(portico, anonymousId, contact) })).visit
}

async function linkOfSomeone(portico: Portico): Promise<string> {
  const email = `person${nextNumber()}@respondents.example`
  return linkOf(portico, await buildRespondent(portico, { email }), email)
}

async function visitOfSomeone(portico: Portico): Promise<string> {
  return (await (await portico.as()).call.privacy.openLink({ token: await linkOfSomeone(portico) })).visit
}

async function newRequest(portico: Portico, kind: 'correct' | 'stop' = 'stop'): Promise<number> {
  const adam = await portico.as('adam')
  await adam.call.privacy.recordRequest({ ...about(await buildRespondent(portico)), kind })
  const { items } = await adam.call.privacy.getRequestList({ open: false })
  return items[0]?.id ?? 0
}
