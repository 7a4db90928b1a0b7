import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { visitOf } from '../../../../test/calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName, workshopName } from '../../../../test/support/builders.ts'
import { openPortico, type Person, type Portico } from '../../../../test/support/harness.ts'
import { applyPreviewed, previewRules, redWhenArrested } from '../../../../test/support/new-rules.ts'
import { recount } from '../../../../test/support/recount.ts'

const email = 'one@respondents.example'
const reason = 'Seen.'
let portico: Portico
let adam: Person
let ana: Person
let vera: Person
let respondent = { anonymousId: '' }

beforeEach(async () => {
  portico = await openPortico()
  ;[adam, ana, vera] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
  await buildQuestionnaire(portico, questionnaireName, await redWhenArrested('yes'))
  await buildWorkshop(portico)
  respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email }) }
})

const applyRules = async (...values: string[]) => applyPreviewed({ portico, adam }, await previewRules({ portico, adam }, ...values))
const info = () => adam.call.responses.getRespondentAnswerInfo({ respondent })
const flag = async () => (await adam.call.responses.getResponseForAdmin({ respondent })).flag
const answer = async () => {
  const found = (await info()).answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'arrestedOrCited')
  if (!found) throw new Error('There is no such answer')
  return found
}
const mark = async (to: 'red' | 'green') => adam.call.agency.submitAnswerOverride({ answerId: (await answer()).answerId, flag: to, reason })
const force = (status: { flag: 'green' } | { flag: 'red'; reason: string }) =>
  adam.call.agency.submitRespondentStatusOverride({ respondent, status })
/** Builds a respondent whose only red answer was overridden to green. */
const buildReviewed = async () => {
  const answers = { hasGreenCard: 'unsure', arrestedOrCited: 'unsure', email: 'two@respondents.example' }
  respondent = { anonymousId: await buildRespondent(portico, answers) }
  const { flaggedAnswers } = (await info()).answerFlags
  const answerId = flaggedAnswers.find(({ identifier }) => identifier === 'hasGreenCard')?.answerId ?? 0
  await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason })
}
const correct = async (answers: Record<string, string>) => {
  const { version, flagAfter, forceTakenBack } = await adam.call.corrections.previewCorrection({ respondent, answers })
  await adam.call.corrections.correctAnswers({ respondent, answers, reason, version })
  expect((await flag()).current, 'as it was previewed').toBe(flagAfter)
  return { forceTakenBack }
}
const ask = async (kind: 'stop' | 'resume') => {
  await adam.call.privacy.recordRequest({ respondent, kind })
  const { items } = await adam.call.privacy.getRequestList({ open: true, pagination: { offset: 0, count: 10 } })
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
}
let visit = ''
const askAsVisitor = async (kind: 'stop' | 'resume') => (await portico.as()).call.privacy.submitRequest({ visit, kind })
const checkIn = () => vera.call.workshops.respondentCheckIn({ respondent })
const checkedIn = async () => {
  const { people } = await vera.call.workshops.getDoorList({ name: workshopName })
  return people.find(({ anonymousId }) => anonymousId === respondent.anonymousId)?.checkIns[0]?.eventId ?? ''
}
const setEventDate = (day: string) => portico.sql('update workshop set event_date = $1 where is_default', [day])

/** Ways to close a case and to open it again. */
const ways: readonly [string, close: () => Promise<unknown>, reopen: () => Promise<unknown>][] = [
  [
    'was withdrawn and is put back',
    () => adam.call.corrections.withdrawRespondent({ respondent, reason }),
    () => adam.call.corrections.returnRespondent({ respondent }),
  ],
  [
    'was merged and is separated',
    async () => {
      const into = { anonymousId: await buildRespondent(portico, { email: 'other@respondents.example' }) }
      await adam.call.corrections.mergeRespondents({ respondent, into, reason })
    },
    () => adam.call.corrections.returnRespondent({ respondent }),
  ],
  ['was stopped and resumed by staff', () => ask('stop'), () => ask('resume')],
  [
    'was stopped and resumed by the person',
    async () => {
      await (await portico.as()).call.privacy.sendLink({ respondent, contact: email, kind: 'stop' })
      await portico.drain()
      visit = await visitOf(portico, respondent.anonymousId, email)
      await askAsVisitor('stop')
    },
    () => askAsVisitor('resume'),
  ],
  [
    'was forced red, which is withdrawn',
    () => force({ flag: 'red', reason }),
    () => adam.call.responses.withdrawForce({ respondent, reason }),
  ],
  [
    'was forced red, which is undone',
    () => force({ flag: 'red', reason }),
    async () => adam.call.agency.undoDecision({ respondent, version: (await info()).version }),
  ],
  [
    'belonged to a past workshop and is moved to another',
    async () => {
      await buildWorkshop(portico, { name: 'later', isDefault: false })
      await setEventDate('2026-11-20')
    },
    async () => adam.call.corrections.moveRespondent({ respondent, workshopName: 'later', reason, version: (await info()).version }),
  ],
  ['was checked in, which is undone', () => checkIn(), () => vera.call.workshops.undoCheckIn({ respondent, reason })],
  [
    'was checked in, which a device undoes',
    () => checkIn(),
    async () => {
      const undoing = { kind: 'undo' as const, eventId: randomUUID(), ...respondent, ageMs: 0, undoes: [await checkedIn()], reason }
      await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: randomUUID(), events: [undoing] })
    },
  ],
  ['had another answer, which is corrected', () => correct({ arrestedOrCited: 'no' }), () => correct({ arrestedOrCited: 'unsure' })],
]

describe.each(ways)('a case that %s', (_way, close, reopen) => {
  it('is judged under the rules applied meanwhile, and is not invited', async () => {
    await close()
    await applyRules('yes', 'unsure')
    const mails = () => portico.outbox.filter(({ to, text }) => to === email && !text.includes('/yourData#')).length
    const before = mails()
    await reopen()
    portico.setTime('2026-11-21T20:05:00Z')
    await portico.drain()
    expect(await flag()).toMatchObject({ current: 'in-progress', currentRedFlagAnswerCount: 1 })
    const [newest] = (await info()).history.filter(({ flag: decided }) => decided !== null)
    expect(newest).toMatchObject({ identifier: 'arrestedOrCited', flag: 'red', by: 'Adam Abiodun' })
    expect(newest?.reason).toMatch(/^Rules of version 2: /)
    expect(mails()).toBe(before)
    expect(await recount(portico)).toEqual([])
  })

  it('control: is green if the rules were only previewed', async () => {
    await close()
    await previewRules({ portico, adam }, 'yes', 'unsure')
    await reopen()
    expect((await flag()).current).toBe('green')
  })
})

describe('rules applied while a case was closed', () => {
  const close = () => adam.call.corrections.withdrawRespondent({ respondent, reason })
  const reopen = () => adam.call.corrections.returnRespondent({ respondent })

  it('have a respondent telephoned who was told to come; control: not one who was not', async () => {
    const mustTelephone = async () =>
      portico.sql('select must_telephone as is from respondent where anonymous_id = $1', [respondent.anonymousId])
    await close()
    await applyRules('yes', 'unsure')
    await reopen()
    expect(await mustTelephone()).toEqual([{ is: false }])
    respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'no', email: 'two@respondents.example' }) }
    await portico.drain()
    await close()
    await applyRules('no')
    await reopen()
    expect(await mustTelephone()).toEqual([{ is: true }])
  })

  it('keep what a reviewer decided on the answer', async () => {
    respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'yes', email: 'two@respondents.example' }) }
    await mark('green')
    await close()
    await applyRules('yes', 'unsure')
    await reopen()
    expect(await answer()).toMatchObject({ effectiveFlag: 'green', override: { reason } })
  })

  it('keep a force-green until an answer is corrected that they make red', async () => {
    await buildReviewed()
    await force({ flag: 'green' })
    await applyRules('yes', 'unsure')
    expect(await correct({ zipCode: '94086' })).toEqual({ forceTakenBack: false })
    expect((await flag()).current).toBe('green')
    await correct({ arrestedOrCited: 'no' })
    expect((await flag()).current).toBe('green')
    expect(await correct({ arrestedOrCited: 'unsure' })).toEqual({ forceTakenBack: true })
    expect(await flag()).toMatchObject({ current: 'in-progress', forceInfo: null })
    expect(await recount(portico)).toEqual([])
  })

  it('cannot be taken back by the volunteer who undid a check-in', async () => {
    const { answerId } = await answer()
    await checkIn()
    await applyRules('yes', 'unsure')
    await vera.call.workshops.undoCheckIn({ respondent, reason })
    const back = await vera.rest('responses/submitWorkshopGreenDotAnswerOverride', { answerId, flag: 'green', reason })
    expect(back.body).toMatchObject({ error_id: 'NOT_FOUND' })
    expect(await answer()).toMatchObject({ effectiveFlag: 'red' })
  })

  it('do not apply to answers to a later version', async () => {
    await applyRules('yes', 'unsure')
    await buildQuestionnaire(portico, questionnaireName, await redWhenArrested('yes'))
    respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email: 'two@respondents.example' }) }
    await close()
    await reopen()
    expect((await flag()).current).toBe('green')
  })

  it('still count once the result of their preview is deleted', async () => {
    await close()
    await applyRules('yes', 'unsure')
    await portico.sql('update rule_trial set key_id = null, wrapped_key = null, sealed_result = null')
    await reopen()
    expect((await flag()).current).toBe('in-progress')
  })
})

describe('undoing that a force was taken back', () => {
  const undo = async () => adam.call.agency.undoDecision({ respondent, version: (await info()).version })
  const takeBack: Record<string, () => Promise<unknown>> = {
    withdrawn: () => adam.call.responses.withdrawForce({ respondent, reason }),
    undone: undo,
  }
  const state = async () => {
    const { current, currentRedFlagAnswerCount, forceInfo } = await flag()
    await portico.drain()
    const invitations = portico.outbox.filter(({ to }) => to?.endsWith('@respondents.example')).length
    return { current, currentRedFlagAnswerCount, forced: forceInfo?.flag, answer: (await answer()).effectiveFlag, invitations }
  }

  describe.each(['red', 'green'] as const)('a force-%s', (to) => {
    it.each(
      Object.keys(takeBack).flatMap((how) => [
        [how, 'rules applied meanwhile', () => applyRules('yes', 'unsure'), 1] as const,
        [how, 'control: rules only previewed', () => previewRules({ portico, adam }, 'yes', 'unsure'), 0] as const,
      ]),
    )('that was %s restores everything as it was before: %s', async (how, _rules, publish, reds) => {
      if (to === 'green') await buildReviewed()
      await force(to === 'red' ? { flag: 'red', reason } : { flag: 'green' })
      await publish()
      portico.setTime('2026-11-21T20:01:00Z')
      const before = await state()
      expect(before).toMatchObject({ current: to, forced: to, answer: 'green' })
      await takeBack[how]?.()
      expect(await flag()).toMatchObject({ currentRedFlagAnswerCount: reds, forceInfo: null })
      for (const minute of [2, 4]) {
        portico.setTime(`2026-11-21T20:0${minute}:00Z`)
        await undo()
        portico.setTime(`2026-11-21T20:0${minute + 1}:00Z`)
        expect(await state()).toEqual(before)
        await undo()
        expect(await flag(), 'an undo of the undo').toMatchObject({ currentRedFlagAnswerCount: reds, forceInfo: null })
        expect(await recount(portico)).toEqual([])
      }
    })
  })

  it('is up to an admin, as is that of any other', async () => {
    respondent = { anonymousId: await buildRespondent(portico, { hasGreenCard: 'unsure', arrestedOrCited: 'unsure' }) }
    await ana.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'red', reason } })
    await applyRules('yes', 'unsure')
    portico.setTime('2026-11-21T20:01:00Z')
    await ana.call.agency.undoDecision({ respondent, version: 1 })
    const { version, undoable } = await ana.call.responses.getRespondentAnswerInfo({ respondent })
    expect([version, undoable]).toEqual([3, false])
    const refused = await ana.rest('agency/undoDecision', { respondent, version })
    expect(refused.body).toMatchObject({ error_id: 'UNDO_REFUSED' })
  })
})
