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

const applyRules = async (...values: string[]) => applyPreviewed({ portico, adam }, await previewRules({ portico, adam }, ...values))

const info = () => adam.call.responses.getRespondentAnswerInfo({ respondent })
const answerTo = async (identifier: string) => {
  const found = (await info()).answerFlags.flaggedAnswers.find((answer) => answer.identifier === identifier)
  if (!found) throw new Error(`There is no answer ${identifier}`)
  return found
}
const state = async (who = respondent) => {
  const { flag, respondent: person } = await adam.call.responses.getResponseForAdmin({ respondent: who })
  return { ...flag, forceInfo: flag.forceInfo?.flag, mustTelephone: person.mustTelephone }
}
const override = async (who: Person, to: 'red' | 'green', identifier = 'arrestedOrCited') =>
  who.call.agency.submitAnswerOverride({ answerId: (await answerTo(identifier)).answerId, flag: to, reason })
const overrideAtDoor = async (who: Person, to: 'red' | 'green', identifier = 'arrestedOrCited') => {
  const { answerId } = await answerTo(identifier)
  return (await who.rest('responses/submitWorkshopGreenDotAnswerOverride', { answerId, flag: to, reason })).body
}
const undo = async () => adam.call.agency.undoDecision({ respondent, version: (await info()).version })
/** Sets the clock, because what is decided in the same moment is undone together. */
const setMinute = (minute: number) => portico.setTime(`2026-11-21T20:0${minute}:00Z`)

beforeEach(async () => {
  portico = await openPortico()
  ;[adam, vera] = [await portico.as('adam'), await portico.as('vera')]
  await buildQuestionnaire(portico, questionnaireName, await redWhenArrested('yes'))
  await buildWorkshop(portico)
  respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email: 'one@respondents.example' }) }
})

describe('a red that is taken back after new rules were applied', () => {
  const byRules = { effectiveFlag: 'red', override: { reason: expect.stringMatching(/^Rules of version 2: /) as string } }
  const ways: readonly [string, hold: () => Promise<unknown>, takeBack: () => Promise<unknown>][] = [
    ['at check-in', () => overrideAtDoor(vera, 'red'), () => overrideAtDoor(vera, 'green')],
    ['by an override', () => override(adam, 'red'), () => override(adam, 'green')],
    ['by an undo', () => override(adam, 'red'), undo],
  ]

  describe.each(ways)('%s', (_way, hold, takeBack) => {
    it('leaves the answer to the rules, as that of somebody on whom nothing was decided', async () => {
      const undecided = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email: 'two@respondents.example' }) }
      await portico.drain()
      await hold()
      await applyRules('yes', 'unsure')
      const mails = portico.outbox.length
      setMinute(1)
      await takeBack()
      expect(await state()).toEqual(await state(undecided))
      expect(await answerTo('arrestedOrCited')).toMatchObject(byRules)
      expect((await info()).history[0]).toMatchObject({ identifier: 'arrestedOrCited', flag: 'red', by: 'Adam Abiodun' })
      expect((await vera.rest('workshops/respondentCheckIn', { respondent })).body).toMatchObject({ success: false })
      expect(await overrideAtDoor(vera, 'green')).toMatchObject({ error_id: 'NOT_FOUND' })
      setMinute(5)
      await portico.drain()
      expect(portico.outbox).toHaveLength(mails)
      expect(await recount(portico)).toEqual([])
    })

    it('is restored by an undo, and left to the rules again by another', async () => {
      await hold()
      await applyRules('yes', 'unsure')
      setMinute(1)
      await takeBack()
      for (const minute of [2, 4]) {
        setMinute(minute)
        await undo()
        expect(await answerTo('arrestedOrCited')).toMatchObject({ effectiveFlag: 'red', override: { reason } })
        setMinute(minute + 1)
        await undo()
        expect(await answerTo('arrestedOrCited')).toMatchObject(byRules)
      }
      expect(await recount(portico)).toEqual([])
    })

    it('control: is green if the rules do not change the answer', async () => {
      await hold()
      await applyRules('yes', 'no')
      await takeBack()
      expect(await state()).toMatchObject({ current: 'green' })
    })
  })

  it('is left to the rules also after it was taken back, restored and taken back again', async () => {
    await override(adam, 'red')
    await applyRules('yes', 'unsure')
    setMinute(1)
    await undo()
    setMinute(2)
    await undo()
    setMinute(3)
    await override(adam, 'green')
    expect(await answerTo('arrestedOrCited')).toMatchObject(byRules)
  })

  it('control: the green of a person after the rules is kept', async () => {
    await override(adam, 'red')
    await applyRules('yes', 'unsure')
    for (const _time of ['takes the red back', 'overrides the rules']) await override(adam, 'green')
    expect(await state()).toMatchObject({ current: 'green' })
    await applyRules('yes', 'unsure')
    expect(await state()).toMatchObject({ current: 'green' })
  })

  it('control: what was undone of rules is not left to them, nor is it when another answer is taken back', async () => {
    await applyRules('yes', 'unsure')
    await undo()
    expect(await state()).toMatchObject({ current: 'green' })
    for (const to of ['red', 'green'] as const) await override(adam, to, 'deported')
    expect(await state()).toMatchObject({ current: 'green' })
  })
})

describe('a force-green from before the rules', () => {
  const correct = async (answers: Record<string, string>) => {
    const { version, redAnswersAfter } = await adam.call.corrections.previewCorrection({ respondent, answers })
    await adam.call.corrections.correctAnswers({ respondent, answers, reason, version })
    expect((await state()).currentRedFlagAnswerCount, 'as it was previewed').toBe(redAnswersAfter)
  }
  const forced = { current: 'green', currentRedFlagAnswerCount: 0, forceInfo: 'green' }
  const reopened = { current: 'in-progress', currentRedFlagAnswerCount: 2, forceInfo: undefined, mustTelephone: true }

  beforeEach(async () => {
    const answers = { hasGreenCard: 'unsure', arrestedOrCited: 'unsure', email: 'two@respondents.example' }
    respondent = { anonymousId: await buildRespondent(portico, answers) }
    await override(adam, 'green', 'hasGreenCard')
    await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
    await applyRules('yes', 'unsure')
    expect(await state()).toMatchObject(forced)
    setMinute(1)
  })

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['an override at check-in', () => overrideAtDoor(vera, 'red', 'deported'), () => overrideAtDoor(vera, 'green', 'deported')],
    ['a correction', () => correct({ deported: 'yes' }), () => correct({ deported: 'no' })],
  ])('that is revoked by %s leaves the case to them', async (_what, revoke, restore) => {
    await revoke()
    expect(await state()).toMatchObject(reopened)
    await restore()
    expect(await state()).toMatchObject({ ...reopened, currentRedFlagAnswerCount: 1 })
    const again = await adam.rest('agency/submitRespondentStatusOverride', { respondent, status: { flag: 'green' } })
    expect(again.body).toMatchObject({ error_id: 'RED_ANSWERS_REMAIN' })
    expect(await recount(portico)).toEqual([])
  })

  it('is restored by an undo of the red answer together with what they then decided', async () => {
    await overrideAtDoor(vera, 'red', 'deported')
    for (const minute of [2, 4]) {
      setMinute(minute)
      await undo()
      expect(await state()).toMatchObject(forced)
      expect(await answerTo('arrestedOrCited')).toMatchObject({ effectiveFlag: 'green', override: null })
      setMinute(minute + 1)
      await undo()
      expect(await state()).toMatchObject(reopened)
    }
    expect(await recount(portico)).toEqual([])
  })
})

it('what rules made red cannot be turned green at check-in by the admin who applied them and is a volunteer now', async () => {
  await applyRules('yes', 'unsure')
  const { answerId } = await answerTo('arrestedOrCited')
  const rosa = await portico.as('rosa')
  const [account] = (await rosa.call.admin.getAccountList({ filter: { query: 'adam' }, pagination: { offset: 0, count: 10 } })).items
  await rosa.call.admin.updateAccount({ id: account?.id ?? 0, roles: ['VOLUNTEERV1'], workshopNames: [workshopName] })
  const green = { answerId, flag: 'green', reason }
  expect((await adam.rest('responses/submitWorkshopGreenDotAnswerOverride', green)).body).toMatchObject({ error_id: 'NOT_FOUND' })
  expect((await rosa.call.responses.getResponseForAdmin({ respondent })).flag.current).toBe('in-progress')
})
