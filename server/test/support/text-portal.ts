import { afterAll, beforeEach } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from './builders.ts'
import { openPortico } from './harness.ts'
import { openTextGateway, type TakenText } from './text-gateway.ts'
import { defaultRateLimits } from '../../src/infra/security/rate-limits.ts'
import { gatewayAddress, httpTextGateway, type TextGateway } from '../../src/infra/texts/text-gateway.ts'

let turn = 0
let sid = 0

/** Returns a phone number that no other test uses. */
export const newNumber = () => `+1408555${String((turn += 1)).padStart(4, '0')}`

/** Opens a portal that sends text messages through a test gateway, and returns what tests of texts need. Each test begins with a working one. */
export async function openTextPortal() {
  const gateway = await openTextGateway()
  const address = gatewayAddress(gateway.url)
  if (!address) throw new Error('The gateway has no address')
  const { repliesPerNumber } = defaultRateLimits
  const [patient, hasty] = [httpTextGateway(address, ['1']), httpTextGateway(address, ['1'], 300)]
  // Only a gateway known to hang gets the short timeout; others may be slow on a busy machine.
  const texts: TextGateway = { ...patient, send: (text) => (gateway.mode === 'hang' ? hasty : patient).send(text) }
  const portico = await openPortico({ texts, rateLimits: { repliesPerNumber } })
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  const here = await portico.app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => gateway.close())
  beforeEach(async () => {
    gateway.mode = 'take'
    portico.setTime('2026-11-21T20:00:00Z')
    await portico.sql('update message set due_at = null')
  })
  const logOf = async (anonymousId: string) => (await portico.as('adam')).call.agency.getContactLog({ respondent: { anonymousId } })
  return {
    portico,
    gateway,
    /** The portal's own address. */
    here,
    /** Submits a response that gives only this phone number, unless `changed` adds to it. */
    arrive: (phone: string, changed: Record<string, string> = {}) => buildRespondent(portico, { email: '', phone, ...changed }),
    textsTo: (number: string): TakenText[] => gateway.taken.filter(({ to }) => to === number),
    logOf,
    /** Returns the state of the newest message to a respondent. */
    stateOf: async (anonymousId: string) => (await logOf(anonymousId)).messages[0]?.state,
    /** Sends a reply to the portal as the gateway does. */
    reply: (From: string, Body: string, more: Record<string, string> = {}, token?: string) =>
      gateway.tell(
        `${here}/texts/reply`,
        `${portico.services.publicUrl}/texts/reply`,
        { MessageSid: `MM${(sid += 1)}`, From, Body, ...more },
        token,
      ),
  }
}
