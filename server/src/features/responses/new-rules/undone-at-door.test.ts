import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName, workshopName } from '../../../../test/support/builders.ts'
import { openPortico, type Person, type Portico } from '../../../../test/support/harness.ts'
import { applyPreviewed, previewRules, redWhenArrested } from '../../../../test/support/new-rules.ts'
import { recount } from '../../../../test/support/recount.ts'

const reason = 'Seen.'
let portico: Portico
let adam: Person
let vera: Person
let respondent = { anonymousId: '' }

beforeEach(async () => {
  portico = await openPortico()
  ;[adam, vera] = [await portico.as('adam'), await portico.as('vera')]
  await buildQuestionnaire(portico, questionnaireName, await redWhenArrested('yes'))
  await buildWorkshop(portico)
  respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure' }) }
})

const applyRules = async (...values: string[]) => applyPreviewed({ portico, adam }, await previewRules({ portico, adam }, ...values))
const flag = async () => (await adam.call.responses.getResponseForAdmin({ respondent })).flag
const checkIn = () => vera.call.workshops.respondentCheckIn({ respondent })
const checkedIn = async () => {
  const { people } = await vera.call.workshops.getDoorList({ name: workshopName })
  return people.find(({ anonymousId }) => anonymousId === respondent.anonymousId)?.checkIns[0]?.eventId ?? ''
}

describe('a check-in that a device sends after undoing an earlier one', () => {
  const newCheckIn = () => ({ kind: 'in' as const, eventId: randomUUID(), ...respondent, ageMs: 0 })
  const undo = async () => ({ kind: 'undo' as const, eventId: randomUUID(), ...respondent, ageMs: 0, undoes: [await checkedIn()], reason })
  const send = async (...events: (ReturnType<typeof newCheckIn> | Awaited<ReturnType<typeof undo>>)[]) => {
    const { results } = await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: randomUUID(), events })
    return results.map(({ outcome }) => outcome)
  }

  it.each<[string, 'together' | 'apart', string[], ('out' | 'in' | 'not-green')[], 'green' | 'in-progress']>([
    ['does not count if rules applied meanwhile make the case red', 'together', ['yes', 'unsure'], ['out', 'not-green'], 'in-progress'],
    ['does not count if rules applied meanwhile make the case red', 'apart', ['yes', 'unsure'], ['out', 'not-green'], 'in-progress'],
    ['control: counts if they do not', 'together', ['yes'], ['out', 'in'], 'green'],
    ['control: counts if they do not', 'apart', ['yes'], ['out', 'in'], 'green'],
  ])('%s, sent %s', async (_what, how, reds, outcomes, current) => {
    await checkIn()
    await applyRules(...reds)
    const [first, second] = [await undo(), newCheckIn()]
    expect(how === 'together' ? await send(first, second) : [...(await send(first)), ...(await send(second))]).toEqual(outcomes)
    expect([(await flag()).current, await checkedIn()]).toEqual([current, current === 'green' ? second.eventId : ''])
    expect(await recount(portico)).toEqual([])
  })

  it('does not count after an undo that is not stored, because its id is taken, and one that is', async () => {
    await checkIn()
    await applyRules('yes', 'unsure')
    const other = { anonymousId: await buildRespondent(portico, { email: 'other@respondents.example' }) }
    const ofOther = { ...newCheckIn(), ...other }
    await send(ofOther)
    const taken = { ...(await undo()), eventId: ofOther.eventId }
    expect(await send(taken, await undo(), newCheckIn())).toEqual(['unknown', 'out', 'not-green'])
    expect((await flag()).current).toBe('in-progress')
    expect(await recount(portico)).toEqual([])
  })

  it('counts if it is of somebody else or arrives before', async () => {
    await checkIn()
    await applyRules('yes', 'unsure')
    const other = { anonymousId: await buildRespondent(portico, { email: 'other@respondents.example' }) }
    const [first, ofOther] = [await undo(), { ...newCheckIn(), ...other }]
    expect(await send(newCheckIn(), first, ofOther, first)).toEqual(['in', 'out', 'in', 'out'])
    expect((await flag()).current).toBe('green')
  })
})

describe('a case that rules turned red and a reviewer green', () => {
  const withReasons = async () => {
    const definition = await redWhenArrested('yes', 'unsure')
    const questions = definition.questions.map((question) =>
      question.identifier === 'arrestedOrCited'
        ? { ...question, redReason: 'May be deportable.', redGuidance: 'Ask about warrants.' }
        : question,
    )
    return buildQuestionnaire(portico, questionnaireName, { ...definition, questions })
  }
  const secrets = /deportable|warrants|version 2/
  const historyOf = (body: { data: { history: object[]; answerFlags: object } }) =>
    JSON.stringify([body.data.history, body.data.answerFlags])

  beforeEach(async () => {
    const { id } = await adam.call.responses.previewNewRules({ questionnaireId: await withReasons() })
    await portico.drain()
    await applyPreviewed({ portico, adam }, id)
    const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
    const { answerId = 0 } = answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'arrestedOrCited') ?? {}
    await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason })
  })

  it('does not show at check-in why it was red; control: the reason of the reviewer is shown, and reviewers see both', async () => {
    const atCheckIn = await vera.rest('responses/getWorkshopGreenDotAnswerInfo', { respondent })
    expect(historyOf(atCheckIn.body)).not.toMatch(secrets)
    expect(atCheckIn.body.data.history).toMatchObject([
      { kind: 'answer', flag: 'green', reason },
      { kind: 'answer', flag: 'red', reason: '' },
    ])
    expect(historyOf((await adam.rest('responses/getRespondentAnswerInfo', { respondent })).body)).toMatch(/deportable.*warrants/)
  })

  it('does not show it in the reason of an override by later rules either', async () => {
    await applyRules('never')
    const { body } = await vera.rest('responses/getWorkshopGreenDotAnswerInfo', { respondent })
    expect(historyOf(body)).not.toMatch(secrets)
  })
})
