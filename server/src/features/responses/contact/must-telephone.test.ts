import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildWorkshop, questionnaireName, sampleDefinition, twoReds } from '../../../../test/support/builders.ts'
import { newNumber, openTextPortal } from '../../../../test/support/text-portal.ts'

const { portico, gateway, here, arrive, textsTo } = await openTextPortal()
await buildWorkshop(portico, { name: 'evening', isDefault: false, eventDate: '2027-01-16' })
const adam = await portico.as('adam')

async function redIfArrested(...values: string[]): Promise<QuestionnaireDefinition> {
  const { questions, ...sample } = await sampleDefinition()
  const redWhen = { op: 'in' as const, values }
  return { ...sample, questions: questions.map((asked) => (asked.identifier === 'arrestedOrCited' ? { ...asked, redWhen } : asked)) }
}

let people = 0
const newAddress = () => `called${(people += 1)}@respondents.example`

interface Respondent {
  readonly respondent: { readonly anonymousId: string }
  readonly number: string
}
const newPerson = async (answers: Record<string, string> = {}): Promise<Respondent> => {
  const number = newNumber()
  const person = { respondent: { anonymousId: await arrive(number, { arrestedOrCited: 'unsure', ...answers }) }, number }
  await portico.drain()
  return person
}

// Every step happens later than the one before.
let minute = 0
const later = () => portico.setTime(new Date(Date.UTC(2026, 10, 21, 20, (minute += 1))).toISOString())
const call = ({ respondent }: Respondent) => {
  later()
  return adam.call.agency.recordCall({ respondent, outcome: 'reached' })
}
const deliver = async ({ number }: Respondent) => {
  later()
  await portico.drain()
  const { reportTo = '' } = textsTo(number).at(-1) ?? {}
  await gateway.tell(reportTo.replace(portico.services.publicUrl, here), reportTo, { MessageSid: 'SM1', MessageStatus: 'delivered' })
}
const markGreen = async ({ respondent }: Pick<Respondent, 'respondent'>) => {
  later()
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
  for (const { answerId, effectiveFlag } of answerFlags.flaggedAnswers)
    if (effectiveFlag === 'red') await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Asked.' })
  const [flag] = await stateOf({ respondent })
  if (flag !== 'green') await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
}
const turnAway = async () => {
  later()
  const questionnaireId = await buildQuestionnaire(portico, questionnaireName, await redIfArrested('yes', 'unsure'))
  const { id } = await adam.call.responses.previewNewRules({ questionnaireId })
  await portico.drain()
  later()
  await adam.call.responses.applyNewRules({ id })
  await portico.drain()
  const { items } = await adam.call.questionnaires.getRuleTrialList({ id, telephone: true, pagination: { offset: 0, count: 100 } })
  return items.map(({ anonymousId }) => anonymousId)
}
const move = async ({ respondent }: Respondent) => {
  later()
  const { version } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
  await adam.call.corrections.moveRespondent({ respondent, workshopName: 'evening', reason: 'She works that day.', version })
}
const correct = async ({ respondent }: Respondent, answers: Record<string, string>) => {
  later()
  const { version } = await adam.call.corrections.previewCorrection({ respondent, answers })
  await adam.call.corrections.correctAnswers({ respondent, answers, reason: 'A typing error.', version })
}
const correctAddress = (person: Respondent) => correct(person, { email: newAddress() })
const correctAsAsked = async ({ respondent }: Respondent) => {
  later()
  await adam.call.privacy.recordRequest({ respondent, kind: 'correct', text: 'I have another number.' })
  const { items } = await adam.call.privacy.getRequestList({ open: true, pagination: { offset: 0, count: 10 } })
  const { fullName, email } = (await adam.call.responses.getResponseForAdmin({ respondent })).respondent
  const contact = { fullName: fullName ?? '', email, phoneNumber: newNumber() }
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0, contact })
}
const stateOf = async ({ respondent }: Pick<Respondent, 'respondent'>) => {
  const entry = await adam.call.responses.getResponseForAdmin({ respondent })
  return [entry.flag.current, entry.respondent.mustTelephone]
}

beforeEach(async () => {
  await buildQuestionnaire(portico, questionnaireName, await redIfArrested('yes'))
  later()
})

describe('a respondent whom new rules turn away must be telephoned', () => {
  it.each([
    ['who was invited by telephone', {}, call],
    ['who was invited by a text that was delivered', {}, deliver],
    ['control: who was invited by e-mail', { email: newAddress() }, later],
  ])('%s', async (_who, answers, invite) => {
    const person = await newPerson(answers)
    await invite(person)
    expect(await stateOf(person)).toEqual(['green', false])
    const { cursor } = await adam.call.responses.getChanges({ count: 100 })
    expect(await turnAway()).toContain(person.respondent.anonymousId)
    expect(await stateOf(person)).toEqual(['in-progress', true])
    const { changes } = await adam.call.responses.getChanges({ cursor, count: 100 })
    const changed = changes.find(({ anonymousId }) => anonymousId === person.respondent.anonymousId)
    expect(changed?.entry?.respondent.mustTelephone).toBe(true)
    await call(person)
    expect(await stateOf(person)).toEqual(['in-progress', false])
  })

  it('whose invitation by text was on its way then and is delivered later', async () => {
    const person = await newPerson()
    const invitation = '(select id from respondent where anonymous_id = $1)'
    const { anonymousId } = person.respondent
    await portico.sql(`update message set sent_at = null, handed_over_at = now() where respondent_id = ${invitation}`, [anonymousId])
    await turnAway()
    await portico.sql(`update message set sent_at = now(), handed_over_at = null where respondent_id = ${invitation}`, [anonymousId])
    await deliver(person)
    expect(await stateOf(person)).toEqual(['in-progress', true])
  })

  it.each([
    ['a correction of another answer', (person: Respondent) => correct(person, { zipCode: '94086' })],
    ['a correction that was asked for', (person: Respondent) => correctAsAsked(person)],
  ])('also if their workshop was over when the rules were applied, and it is %s that applies them', async (_what, settle) => {
    const person = await newPerson({ email: newAddress() })
    await portico.sql('update workshop set event_date = event_date - 60')
    await turnAway()
    await portico.sql('update workshop set event_date = event_date + 60')
    expect(await stateOf(person)).toEqual(['green', false])
    await settle(person)
    expect(await stateOf(person)).toEqual(['in-progress', true])
  })

  it('control: nobody need be telephoned whom a correction leaves welcome', async () => {
    const person = await newPerson({ email: newAddress() })
    await correct(person, { zipCode: '94086' })
    expect(await stateOf(person)).toEqual(['green', false])
  })

  it('also when only the e-mail address is corrected', async () => {
    const person = await newPerson({ email: newAddress() })
    await turnAway()
    await correctAddress(person)
    expect(await stateOf(person)).toEqual(['in-progress', true])
  })

  it('and again once they are welcome, because they are not invited twice', async () => {
    const person = await newPerson({ email: newAddress() })
    await turnAway()
    await call(person)
    await markGreen(person)
    expect(await stateOf(person)).toEqual(['green', true])
    await correctAddress(person)
    expect(await stateOf(person)).toEqual(['green', true])
    await call(person)
    expect(await stateOf(person)).toEqual(['green', false])
  })
})

it('control: a corrected e-mail address is invited if the former one had its three invitations of the day', async () => {
  const email = newAddress()
  for (let earlier = 0; earlier < 3; earlier += 1) await newPerson({ email })
  const person = await newPerson({ email })
  expect(await stateOf(person)).toEqual(['green', true])
  await correctAddress(person)
  expect(await stateOf(person)).toEqual(['green', false])
})

describe('a respondent who becomes welcome after a call about their answers', () => {
  it('must be telephoned until a call or a text tells them', async () => {
    const [called, texted] = [await newPerson(twoReds), await newPerson(twoReds)]
    for (const person of [called, texted]) {
      await call(person)
      expect(await stateOf(person)).toEqual(['in-progress', false])
      await markGreen(person)
      expect(await stateOf(person)).toEqual(['green', true])
    }
    await call(called)
    await deliver(texted)
    expect([await stateOf(called), await stateOf(texted)]).toEqual([
      ['green', false],
      ['green', false],
    ])
  })

  it('control: need not be telephoned if they are invited by e-mail', async () => {
    const person = await newPerson({ ...twoReds, email: newAddress() })
    await call(person)
    await markGreen(person)
    expect(await stateOf(person)).toEqual(['green', false])
  })
})

describe('a respondent who is moved to another workshop', () => {
  it('must be telephoned until a call or a text tells them', async () => {
    const [called, texted] = [await newPerson(), await newPerson()]
    await call(called)
    await deliver(texted)
    for (const person of [called, texted]) {
      expect(await stateOf(person)).toEqual(['green', false])
      await move(person)
      expect(await stateOf(person)).toEqual(['green', true])
    }
    await call(called)
    await deliver(texted)
    expect([await stateOf(called), await stateOf(texted)]).toEqual([
      ['green', false],
      ['green', false],
    ])
  })

  it.each([
    ['need not be telephoned if an e-mail tells them', { email: newAddress() }, 'green'],
    ['need not be telephoned while they are not welcome', twoReds, 'in-progress'],
  ])('control: %s', async (_what, answers, flag) => {
    const person = await newPerson(answers)
    await call(person)
    await move(person)
    expect(await stateOf(person)).toEqual([flag, false])
  })
})
