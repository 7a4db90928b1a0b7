import { describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana] = [await portico.as('adam'), await portico.as('ana')]

let turn = 0
const newCase = async (changed: Record<string, string> = {}) => {
  const email = `contact${(turn += 1)}@respondents.example`
  return { respondent: { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email, ...changed }) } }
}
type About = Awaited<ReturnType<typeof newCase>>
const entryOf = (about: About) => ana.call.agency.getAssignedRespondent(about)
const markGreen = async (about: About) => {
  const { answerFlags } = await ana.call.responses.getRespondentAnswerInfo(about)
  for (const { answerId } of answerFlags.flaggedAnswers.filter((answer) => answer.effectiveFlag === 'red'))
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen.' })
  await ana.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'green' } })
}

describe('the state of an invitation', () => {
  it('is none, waiting, held or sent', async () => {
    const about = await newCase()
    expect(await ana.call.agency.getContactLog(about)).toEqual({ messages: [], calls: [], replies: [], textsStopped: false })
    expect((await entryOf(about)).contact).toEqual({ invitation: 'none', lastCall: null })
    await markGreen(about)
    expect((await ana.call.agency.getContactLog(about)).messages).toMatchObject([{ again: false, state: 'waiting', sentAt: null }])
    await ana.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'red', reason: 'Advised.' } })
    expect((await ana.call.agency.getContactLog(about)).messages).toMatchObject([{ state: 'held' }])
    expect((await entryOf(about)).contact?.invitation).toBe('waiting')
    await adam.call.responses.withdrawForce({ ...about, reason: 'By mistake.' })
    await ana.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'green' } })
    await portico.drain()
    expect((await ana.call.agency.getContactLog(about)).messages).toMatchObject([{ state: 'sent', sentAt: expect.any(String) }])
    expect((await entryOf(about)).contact?.invitation).toBe('sent')
  })
})

describe('a telephone call', () => {
  it('that reached the respondent clears the need to telephone; the newest call counts', async () => {
    const about = await newCase({ email: '' })
    expect((await entryOf(about)).respondent.mustTelephone).toBe(true)
    await ana.call.agency.recordCall({ ...about, outcome: 'no-answer' })
    expect((await entryOf(about)).respondent.mustTelephone).toBe(true)
    await ana.call.agency.recordCall({ ...about, outcome: 'reached' })
    expect((await entryOf(about)).respondent.mustTelephone).toBe(false)
    await adam.call.agency.recordCall({ ...about, outcome: 'call-again', callAgainOn: '2026-12-01' })
    const { respondent, contact } = await entryOf(about)
    expect(respondent.mustTelephone).toBe(true)
    expect(contact?.lastCall).toMatchObject({ outcome: 'call-again', callAgainOn: '2026-12-01' })
    expect((await ana.call.agency.getContactLog(about)).calls.map(({ outcome, by }) => [outcome, by])).toEqual([
      ['call-again', 'Adam Abiodun'],
      ['reached', 'Ana Alvarez'],
      ['no-answer', 'Ana Alvarez'],
    ])
  })

  it.each([
    { outcome: 'call-again' },
    { outcome: 'reached', callAgainOn: '2026-12-01' },
    { outcome: 'call-again', callAgainOn: '2026-13-01' },
  ])('is refused if outcome and day do not match: %o', async (note) => {
    expect((await ana.rest('agency/recordCall', { ...(await newCase()), ...note })).status).toBe(422)
  })
})

describe('sending an invitation again', () => {
  it('sends the current version, which the preview shows in the contact language', async () => {
    const about = await newCase()
    await markGreen(about)
    await portico.drain()
    await adam.call.workshops.saveWorkshop({ name: 'citizenship_day', title: 'Citizenship Day', eventDate: '2026-12-26' })
    const preview = await ana.call.agency.previewInvitation(about)
    expect(preview).toMatchObject({ language: 'es', to: expect.stringMatching(/^contact\d+@respondents\.example$/) })
    expect(preview.text).toContain('26 de diciembre de 2026')
    const before = portico.outbox.length
    expect((await ana.rest('agency/sendInvitationAgain', about)).body).toEqual({ success: true, data: {} })
    await portico.drain()
    expect(portico.outbox.slice(before)).toMatchObject([{ to: preview.to, subject: preview.subject, text: preview.text }])
    expect((await ana.call.agency.getContactLog(about)).messages).toMatchObject([
      { again: true, state: 'sent' },
      { again: false, state: 'sent' },
    ])
  })

  it('is skipped if the respondent is not green by then, which is not reported as a delivery failure', async () => {
    const about = await newCase()
    const states = async () => (await ana.call.agency.getContactLog(about)).messages.map(({ again, state }) => [again, state])
    await markGreen(about)
    await portico.drain()
    await ana.call.agency.sendInvitationAgain(about)
    await adam.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'red', reason: 'Advised.' } })
    expect(await states()).toEqual([
      [true, 'held'],
      [false, 'sent'],
    ])
    await portico.drain()
    await adam.call.responses.withdrawForce({ ...about, reason: 'By mistake.' })
    await ana.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'green' } })
    await portico.drain()
    expect(await states()).toEqual([
      [true, 'not-sent'],
      [false, 'sent'],
    ])
    await portico.sql(`update message set attempts = 400 where kind = 'invitation-again' and sent_at is null`)
    expect((await states())[0]).toEqual([true, 'given-up'])
  })

  it('is refused while one is pending, and after three in a day', async () => {
    const about = await newCase()
    await markGreen(about)
    await expect(ana.call.agency.sendInvitationAgain(about)).rejects.toMatchObject({ cause: { id: 'INVALID_REQUEST' } })
    for (let sent = 1; sent < 3; sent += 1) {
      await portico.drain()
      await ana.call.agency.sendInvitationAgain(about)
    }
    await portico.drain()
    await expect(ana.call.agency.sendInvitationAgain(about)).rejects.toMatchObject({ cause: { id: 'INVALID_REQUEST' } })
  })

  it('is limited per mailbox, shared by everyone who uses it, first invitations included', async () => {
    const label = (text: string) => newCase({ email: `shared+${text}@respondents.example` })
    const [first, second, third, alone] = [await label('a'), await label('b'), await label('c'), await newCase()]
    for (const about of [first, second, alone]) await markGreen(about)
    await portico.drain()
    const sent = () => portico.outbox.filter(({ to }) => to.startsWith('shared+')).length
    const answers = await Promise.all([first, second].map((about) => ana.rest('agency/sendInvitationAgain', about)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.find(({ body }) => !body.success)?.body).toMatchObject({
      error_id: 'INVALID_REQUEST',
      message: expect.stringContaining('Telephone the respondent'),
    })
    await markGreen(third)
    await portico.drain()
    expect(sent()).toBe(3)
    expect((await entryOf(third)).respondent.mustTelephone).toBe(true)
    expect((await ana.rest('agency/sendInvitationAgain', alone)).body.success).toBe(true)
    await portico.sql(`update message set created_at = created_at - interval '24 hours'`)
    expect((await ana.rest('agency/sendInvitationAgain', second)).body.success).toBe(true)
  })

  it.each([
    ['a respondent in progress', {}],
    ['a respondent without an e-mail address', { email: '' }],
  ])('is refused for %s', async (_who, changed) => {
    const about = await newCase(changed)
    if ('email' in changed) await markGreen(about)
    for (const call of ['previewInvitation', 'sendInvitationAgain'] as const)
      await expect(ana.call.agency[call](about)).rejects.toMatchObject({ cause: { id: 'NOT_INVITED' } })
  })
})
