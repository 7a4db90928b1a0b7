import { limits } from '@portico/shared/words/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildWorkshop(portico, { name: 'evening', isDefault: false })
const [adam, rosa, vera] = [await portico.as('adam'), await portico.as('rosa'), await portico.as('vera')]
const [ana, ben] = [await portico.as('ana'), await portico.as('ben')]
const red = { flag: 'red', reason: 'Reviewed.' } as const
const atDoor = {
  answer: 'responses/submitWorkshopGreenDotAnswerOverride',
  status: 'responses/submitWorkshopGreenDotRespondentStatusOverride',
}
const atDesk = { answer: 'agency/submitAnswerOverride', status: 'agency/submitRespondentStatusOverride' }

let respondent = { anonymousId: '' }
beforeEach(async () => {
  respondent = { anonymousId: await buildRespondent(portico) }
})

const info = () => adam.call.responses.getRespondentAnswerInfo({ respondent })
const answerTo = async (identifier: string) =>
  (await info()).answerFlags.flaggedAnswers.find((answer) => answer.identifier === identifier) ?? { answerId: 0 }
const idOf = async (identifier: string) => (await answerTo(identifier)).answerId

describe('a volunteer who turned an answer of a green dot red', () => {
  beforeEach(async () => {
    await vera.rest(atDoor.answer, { ...red, answerId: await idOf('deported') })
  })

  const markFullyRed = () => adam.call.agency.submitRespondentStatusOverride({ respondent, status: red })
  const decidedSince = {
    nothing: async () => {},
    'another answer is red': async () => adam.call.agency.submitAnswerOverride({ answerId: await idOf('taxesFiled'), ...red }),
    'the respondent is fully red': markFullyRed,
    'the answer is green and the respondent fully red': async () => {
      await adam.call.agency.submitAnswerOverride({ answerId: await idOf('deported'), flag: 'green', reason: 'Reviewed.' })
      await markFullyRed()
    },
  }
  /** Makes every other decision, with and without a version, and returns the responses. */
  const tryOtherDecisions = async (who: typeof vera, calls: typeof atDoor) => {
    const bodies: unknown[] = []
    for (const version of [{}, { basedOn: 1 }]) {
      for (const identifier of ['deported', 'taxesFiled', 'hasGreenCard', 'fullName'])
        for (const flag of identifier === 'deported' ? ['red'] : ['red', 'green'])
          bodies.push((await who.rest(calls.answer, { ...red, answerId: await idOf(identifier), flag, ...version })).body)
      bodies.push((await who.rest(calls.status, { respondent, status: red, ...version })).body)
    }
    return bodies
  }

  it.each(Object.entries(decidedSince))('gets the same response to any other decision, whatever others decided: %s', async (_, decide) => {
    await decide()
    const { version } = await info()
    for (const body of await tryOtherDecisions(vera, atDoor))
      expect(body).toEqual({ success: false, error_id: 'NOT_FOUND', message: 'Not found.' })
    expect((await info()).version).toBe(version)
  })

  it('control: reviewers are told what others decided', async () => {
    await decidedSince['another answer is red']()
    const bodies = await tryOtherDecisions(rosa, atDesk)
    expect(bodies).toContainEqual({ success: false, error_id: 'ALREADY_SET', message: 'Already red' })
    expect(bodies).toContainEqual(
      expect.objectContaining({ message: 'Adam Abiodun marked the answer “taxesFiled” red. Nothing was saved.' }),
    )
  })

  it.each(['nothing', 'another answer is red', 'the respondent is fully red'] as const)(
    'can take that back, whatever others decided on the rest: %s',
    async (decided) => {
      await decidedSince[decided]()
      const back = { answerId: await idOf('deported'), flag: 'green', reason: 'Misheard.', basedOn: 1 }
      expect((await vera.rest(atDoor.answer, back)).body).toEqual({ success: true, data: {} })
      expect(await answerTo('deported')).toMatchObject({ effectiveFlag: 'green' })
    },
  )

  it('cannot take it back once somebody else decided on this answer', async () => {
    await decidedSince['the answer is green and the respondent fully red']()
    await adam.call.agency.submitAnswerOverride({ answerId: await idOf('deported'), ...red })
    const back = { answerId: await idOf('deported'), flag: 'green', reason: 'Misheard.' }
    expect((await vera.rest(atDoor.answer, back)).body).toMatchObject({ error_id: 'NOT_FOUND' })
    expect(await answerTo('deported')).toMatchObject({ effectiveFlag: 'red' })
  })
})

it('a volunteer cannot turn green what a reviewer made red, even if the respondent is a green dot nevertheless; control: an admin can', async () => {
  await adam.call.agency.submitAnswerOverride({ answerId: await idOf('deported'), ...red })
  // Earlier releases kept a force-green over an answer that an undo made red again.
  await portico.sql(`update respondent set current_flag = 'green', forced_flag = 'green' where anonymous_id = $1`, [respondent.anonymousId])
  const green = { answerId: await idOf('deported'), flag: 'green', reason: 'Misheard.' }
  expect((await vera.rest(atDoor.answer, green)).body).toMatchObject({ error_id: 'NOT_FOUND', message: 'Not found.' })
  expect(await answerTo('deported')).toMatchObject({ effectiveFlag: 'red' })
  expect((await rosa.rest(atDoor.answer, green)).body).toEqual({ success: true, data: {} })
})

describe('a reviewer whose case went to another agency', () => {
  const assignTo = async (who: typeof ana) => {
    const [agency] = await who.call.agency.getMyAgencyList()
    await adam.call.responses.assignRespondent({ respondent, agencyId: agency?.id ?? 0 })
  }
  const undo = async () => ana.call.agency.undoDecision({ respondent, version: (await info()).version })
  const holdBack = async () => ana.rest(atDoor.answer, { ...red, answerId: await idOf('deported') })
  const green = async (identifier: string) =>
    (await ana.rest(atDoor.answer, { answerId: await idOf(identifier), flag: 'green', reason: 'Misheard.' })).body

  beforeEach(() => assignTo(ana))

  it.each<[string, string, () => Promise<unknown>]>([
    ['overrode at the desk', 'deported', async () => ana.call.agency.submitAnswerOverride({ ...red, answerId: await idOf('deported') })],
    [
      'corrected',
      'arrestedOrCited',
      async () => {
        await holdBack()
        const answers = { arrestedOrCited: 'yes' }
        const { version } = await ana.call.corrections.previewCorrection({ respondent, answers })
        await ana.call.corrections.correctAnswers({ respondent, answers, reason: 'He said so.', version })
      },
    ],
    ['restored by an undo', 'deported', async () => [await holdBack(), await undo(), await undo()]],
  ])('cannot turn green at check-in what they %s', async (_what, identifier, decide) => {
    await decide()
    await assignTo(ben)
    expect(await answerTo(identifier)).toMatchObject({ effectiveFlag: 'red' })
    expect(await green(identifier)).toMatchObject({ error_id: 'NOT_FOUND', message: 'Not found.' })
    expect(await answerTo(identifier)).toMatchObject({ effectiveFlag: 'red' })
  })

  it('control: can take back what they overrode at check-in', async () => {
    await holdBack()
    await assignTo(ben)
    expect(await green('deported')).toEqual({ success: true, data: {} })
    expect(await answerTo('deported')).toMatchObject({ effectiveFlag: 'green' })
  })
})

it('a refused decision on a moved and merged green dot says at check-in no more than the history there', async () => {
  await adam.call.corrections.moveRespondent({ respondent, workshopName: 'evening', reason: 'Works that day.', version: 0 })
  const merged = { anonymousId: await buildRespondent(portico, {}, { workshopName: 'evening' }) }
  await adam.call.corrections.mergeRespondents({ respondent: merged, into: respondent, reason: 'Answered twice.' })
  const { history } = await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })
  expect(history.map(({ kind, before }) => [kind, before])).toEqual([
    ['merge', undefined],
    ['move', undefined],
  ])
  const decision = { ...red, answerId: await idOf('deported'), basedOn: 0 }
  expect((await vera.rest(atDoor.answer, decision)).body.message).toBe(
    'Adam Abiodun moved the case to another workshop. Adam Abiodun merged the case with another one. Nothing was saved.',
  )
  expect((await rosa.rest(atDesk.answer, decision)).body.message, 'control: reviewers').toBe(
    `Adam Abiodun moved the case from citizenship_day to evening. Adam Abiodun merged ${merged.anonymousId} into this case. Nothing was saved.`,
  )
})

describe('at check-in', () => {
  it('a volunteer whose reasons equal that of a hidden correction learns nothing from how they are shown', async () => {
    const secret = 'She told us about the arrest in 2009.'
    const { version } = await adam.call.corrections.previewCorrection({ respondent, answers: { fullName: 'Other Name' } })
    await adam.call.corrections.correctAnswers({ respondent, answers: { fullName: 'Other Name' }, reason: secret, version })
    const guesses = ['Typo', secret]
    for (const reason of guesses) {
      await vera.call.workshops.respondentCheckIn({ respondent })
      await vera.call.workshops.undoCheckIn({ respondent, reason })
      for (const flag of ['red', 'green'] as const) await vera.rest(atDoor.answer, { answerId: await idOf('deported'), flag, reason })
    }
    const { history } = await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })
    expect(history.map(({ reason }) => reason)).toEqual([secret, secret, secret, 'Typo', 'Typo', 'Typo', ''])
  })

  it('a volunteer can turn a respondent red and green again so many times, and then only take it back; others still can', async () => {
    const answerId = await idOf('deported')
    const holdBack = async (who: typeof vera) => (await who.rest(atDoor.answer, { ...red, answerId })).status
    const takeBack = async (who: typeof vera) => (await who.rest(atDoor.answer, { answerId, flag: 'green', reason: 'Misheard.' })).body
    await holdBack(vera)
    for (let count = 1; count < limits.overridesAtCheckInMax; count += 2) {
      expect(await takeBack(vera)).toEqual({ success: true, data: {} })
      expect(await holdBack(vera)).toBe(count + 1 < limits.overridesAtCheckInMax ? 200 : 429)
    }
    const { version } = await info()
    expect([version, await holdBack(vera)]).toEqual([limits.overridesAtCheckInMax, 429])
    expect(await holdBack(ana)).toBe(200)
    expect(await takeBack(ana)).toEqual({ success: true, data: {} })
  })
})
