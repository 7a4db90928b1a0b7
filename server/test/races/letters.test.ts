import { beforeEach, describe, expect, it } from 'vitest'
import { sendMessages } from '../../src/features/messages/outbox.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../support/builders.ts'
import { openPortico } from '../support/harness.ts'
import { buildWebhook } from '../support/webhooks.ts'
import { sendToStallingMailer } from '../support/stalling-mailer.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildWorkshop(portico, { name: 'elsewhere', isDefault: false, eventDate: '2027-02-06' })

let respondent = { anonymousId: '' }
let email = ''
let cases = 0
beforeEach(async () => {
  portico.setTime('2026-11-21T20:00:00Z')
  await portico.sql('update message set due_at = null')
  email = `letter${(cases += 1)}@respondents.example`
  respondent = { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email }) }
})

// Signs in again, because the clock of these tests passes the expiry of an access token.
const ana = async () => (await portico.as('ana')).call
const markGreen = async () => (await ana()).agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
const clear = async () => {
  const { answerFlags } = await (await ana()).responses.getRespondentAnswerInfo({ respondent })
  for (const { answerId } of answerFlags.flaggedAnswers.filter((answer) => answer.effectiveFlag === 'red'))
    await (await ana()).agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen.' })
}
const undo = async () => {
  const { version } = await (await ana()).responses.getRespondentAnswerInfo({ respondent })
  return (await (await portico.as('ana')).rest('agency/undoDecision', { respondent, version })).body
}
const flag = async () => (await (await ana()).agency.getAssignedRespondent({ respondent })).flag.current
const letters = () => portico.outbox.filter(({ to }) => to === email).length
const sendDue = () => sendMessages(portico.services, new AbortController().signal, false)

/** Marks the respondent as green; a minute later the mail server stalls on the first due messages. */
async function stall() {
  await clear()
  await markGreen()
  portico.setTime('2026-11-21T20:01:00Z')
  return sendToStallingMailer(portico)
}

describe('a stalling mail server', () => {
  it('on a message: undoing its cause is refused while it is being sent, and afterwards because it was sent', async () => {
    const sending = await stall()
    expect(await undo()).toMatchObject({ error_id: 'UNDO_REFUSED', message: expect.stringContaining('going out at this moment') })
    await sending.finish()
    expect(await flag()).toBe('green')
    expect(await undo()).toMatchObject({ error_id: 'UNDO_REFUSED', message: expect.stringContaining('A message went out since') })
    expect(letters()).toBe(1)
  })

  it('on other messages: a message whose cause was undone and decided again waits its 12 seconds again', async () => {
    // As many as are sent concurrently.
    for (let other = 0; other < 4; other += 1) await buildRespondent(portico, { email: `stalled${other}@respondents.example` })
    const sending = await stall()
    expect(await undo()).toMatchObject({ success: true })
    await markGreen()
    await sending.finish()
    expect(letters()).toBe(0)
    portico.setTime('2026-11-21T20:01:13Z')
    await sendDue()
    expect(letters()).toBe(1)
  })

  const setAside = async () => {
    await (await portico.as('rosa')).call.corrections.withdrawRespondent({ respondent, reason: 'Asked to be taken out.' })
  }
  it.each([
    ['receivers learn nothing of it once they were told that the respondent is set aside', setAside, ['respondent.withdrawn']],
    ['control: receivers learn that it was sent', async () => {}, ['respondent.invited']],
  ])('on an invitation: %s', async (_what, meanwhile, expected) => {
    await buildWebhook(portico, { events: ['respondent.invited', 'respondent.withdrawn'] })
    const sending = await stall()
    await meanwhile()
    await sending.finish()
    const told = await portico.sql<{ event: string }>(`select distinct event from webhook_delivery where data->>'anonymousId' = $1`, [
      respondent.anonymousId,
    ])
    expect(told.map(({ event }) => event)).toEqual(expected)
    expect(letters()).toBe(1)
  })

  it.each([true, false])(
    'on an invitation sent again: who is moved meanwhile is told the new date; control: afterwards (%s)',
    async (meanwhile) => {
      await clear()
      await markGreen()
      await portico.sql('update message set due_at = null, attempts = 1000')
      portico.setTime('2026-11-21T20:01:00Z')
      await (await ana()).agency.sendInvitationAgain({ respondent })
      const sending = await sendToStallingMailer(portico)
      if (!meanwhile) await sending.finish()
      const { call } = await portico.as('rosa')
      const { version } = await call.responses.getRespondentAnswerInfo({ respondent })
      await call.corrections.moveRespondent({ respondent, workshopName: 'elsewhere', reason: 'Closer to home.', version })
      await sending.finish()
      portico.setTime('2026-11-21T20:02:00Z')
      await portico.drain()
      const told = portico.outbox.filter(({ to }) => to === email).map(({ text }) => text)
      expect(told).toEqual([expect.stringContaining('19 de diciembre'), expect.stringContaining('6 de febrero')])
    },
  )
})
