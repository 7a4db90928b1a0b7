import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  sampleDefinition,
  twoReds,
} from '../../../../test/support/builders.ts'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { openPortico, type Person, type Portico } from '../../../../test/support/harness.ts'
import { recount } from '../../../../test/support/recount.ts'
import { sendToStallingMailer } from '../../../../test/support/stalling-mailer.ts'
import { runNewRules } from './run-new-rules.ts'

const first = { pagination: { offset: 0, count: 10 } }

/** Returns the sample with other rules: every name is red, and the answer on taxes never is. */
async function newRules(): Promise<QuestionnaireDefinition> {
  const sample = await sampleDefinition()
  const questions = sample.questions.map((question) => {
    if (question.identifier === 'fullName') return { ...question, redWhen: { op: 'answered' as const }, redReason: 'Everyone is asked.' }
    const { redWhen: _rule, ...unruled } = question
    return question.identifier === 'taxesFiled' ? unruled : question
  })
  return { ...sample, questions }
}

interface Cases {
  readonly portico: Portico
  readonly adam: Person
  readonly ids: Record<'invited' | 'uninvited' | 'red' | 'forced' | 'arrived', string>
  readonly preview: number
}
let cases: Cases

/** Builds cases of every kind, publishes new rules and previews them. */
async function openCases(): Promise<Cases> {
  const portico = await openPortico()
  const adam = await portico.as('adam')
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  const person = (email: string, answers = {}) => buildRespondent(portico, { email: `${email}@respondents.example`, ...answers })
  const uninvited = await buildRespondent(portico, { email: '' })
  const invited = await person('invited')
  const red = await person('red', twoReds)
  const forced = await person('forced', twoReds)
  const arrived = await person('arrived')
  await portico.drain()
  await adam.call.agency.submitRespondentStatusOverride({
    respondent: { anonymousId: forced },
    status: { flag: 'red', reason: 'Decided.' },
  })
  await portico.sql('update respondent set checked_in_at = now() where anonymous_id = $1', [arrived])
  const questionnaireId = await buildQuestionnaire(portico, questionnaireName, await newRules())
  const { id: preview } = await adam.call.responses.previewNewRules({ questionnaireId })
  await portico.drain()
  return { portico, adam, ids: { invited, uninvited, red, forced, arrived }, preview }
}

const flagsNow = async ({ portico, ids }: Cases) => {
  const rows = await portico.sql<{ id: string; flag: string }>('select anonymous_id as id, current_flag as flag from respondent')
  const flags = new Map(rows.map(({ id, flag }) => [id, flag]))
  return Object.fromEntries(Object.entries(ids).map(([who, id]) => [who, flags.get(id)]))
}
const stored = ({ portico }: Cases) => portico.sql('select * from respondent order by id')

beforeEach(async () => {
  cases = await openCases()
})

describe('new rules for open cases', () => {
  it('are previewed without changes, with respondents to telephone first', async () => {
    const { adam, ids, preview } = cases
    expect((await adam.rest('questionnaires/getRuleTrial', { id: preview })).body.data).toMatchObject({
      status: 'done',
      openCases: { version: 2, telephone: 1, changed: 0 },
      respondents: [
        { from: 'green', to: 'in-progress', count: 2 },
        { from: 'in-progress', to: 'in-progress', count: 1 },
      ],
      questions: expect.arrayContaining([
        { identifier: 'fullName', turnedRed: 3, turnedGreen: 0 },
        { identifier: 'taxesFiled', turnedRed: 0, turnedGreen: 1 },
      ]),
    })
    const list = await adam.call.questionnaires.getRuleTrialList({ id: preview, ...first })
    expect(list.items.map(({ anonymousId, telephone }) => [anonymousId, telephone])).toEqual([
      [ids.invited, true],
      [ids.uninvited, undefined],
      [ids.red, undefined],
    ])
    const { items } = await adam.call.questionnaires.getRuleTrialList({ id: preview, telephone: true, ...first })
    expect(items).toHaveLength(1)
    expect(await flagsNow(cases)).toMatchObject({ invited: 'green', uninvited: 'green', red: 'in-progress' })
  })

  it('change each case once, with their reason and in the applying admin’s name, and invite nobody', async () => {
    const { portico, adam, ids, preview } = cases
    const sent = portico.outbox.length
    expect((await adam.rest('responses/applyNewRules', { id: preview })).status).toBe(200)
    await Promise.all([runNewRules(portico.services, preview, AbortSignal.timeout(60_000)), portico.drain()])
    const after = await stored(cases)
    expect(await flagsNow(cases)).toEqual({
      invited: 'in-progress',
      uninvited: 'in-progress',
      red: 'in-progress',
      forced: 'red',
      arrived: 'green',
    })
    const { history, answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: ids.red } })
    expect(history.map(({ identifier, flag, by, reason }) => [identifier, flag, by, reason])).toEqual([
      ['taxesFiled', 'green', 'Adam Abiodun', 'Rules of version 2: this answer is not red.'],
      ['fullName', 'red', 'Adam Abiodun', 'Rules of version 2: Everyone is asked.'],
    ])
    const name = answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'fullName')
    expect(name).toMatchObject({ canBeFlagged: true, initialFlag: 'green', effectiveFlag: 'red' })
    const telephone = await portico.sql<{ id: string }>('select anonymous_id as id from respondent where must_telephone')
    expect(telephone.map(({ id }) => id)).toEqual([ids.invited])
    expect(await recount(portico)).toEqual([])
    expect(portico.outbox).toHaveLength(sent)
    const entries = await auditTrail(portico, 0, 'responses.applyNewRules')
    for (const id of [ids.invited, ids.uninvited, ids.red])
      expect(entries.filter(({ subjects }) => subjects.includes(`respondent:${id}`))).toMatchObject([{ by: 'adam' }])

    await adam.call.responses.applyNewRules({ id: preview })
    await portico.drain()
    expect(await stored(cases)).toEqual(after)
    const { openCases: counted, status } = await adam.call.questionnaires.getRuleTrial({ id: preview })
    expect([status, counted]).toEqual(['applied', { version: 2, telephone: 1, changed: 3 }])

    const answerId = name?.answerId ?? 0
    await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Asked by telephone.' })
    expect(await recount(portico)).toEqual([])
  })

  it.each([
    ['is being sent', () => sendToStallingMailer(cases.portico)],
    [
      'was handed over as a text that may have arrived',
      async () => {
        await cases.portico.sql('update message set handed_over_at = now(), due_at = null')
        return { finish: async () => {} }
      },
    ],
  ])('have a respondent telephoned whose invitation %s; control: not one who has none', async (_how, send) => {
    const { portico, adam, ids, preview } = cases
    await portico.sql(`update message set sent_at = null, due_at = created_at where kind = 'invitation'`)
    await portico.sql(`delete from message using respondent where respondent.id = respondent_id and anonymous_id <> $1`, [ids.invited])
    const sending = await send()
    await adam.call.responses.applyNewRules({ id: preview })
    await runNewRules(portico.services, preview, AbortSignal.timeout(60_000))
    await sending.finish()
    expect(await flagsNow(cases)).toMatchObject({ invited: 'in-progress', uninvited: 'in-progress' })
    const telephone = await portico.sql<{ id: string }>('select anonymous_id as id from respondent where must_telephone')
    expect(telephone.map(({ id }) => id)).toEqual([ids.invited])
  })

  it('skip respondents decided on, deleted or checked in since the preview, and resume after an interruption', async () => {
    const { portico, adam, ids, preview } = cases
    await adam.call.agency.submitRespondentStatusOverride({
      respondent: { anonymousId: ids.red },
      status: { flag: 'red', reason: 'Needs a lawyer.' },
    })
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [ids.uninvited])
    await portico.sql('update respondent set checked_in_at = now() where anonymous_id = $1', [ids.invited])
    await adam.call.responses.applyNewRules({ id: preview })
    const stopped = new AbortController()
    stopped.abort()
    await expect(runNewRules(portico.services, preview, stopped.signal)).rejects.toThrow()
    const trial = () => adam.call.questionnaires.getRuleTrial({ id: preview })
    expect(await trial()).toMatchObject({ status: 'applying', done: 1 })
    await portico.drain()
    expect(await trial()).toMatchObject({ status: 'applied', openCases: { changed: 0 } })
    expect(await flagsNow(cases)).toMatchObject({ invited: 'green', red: 'red' })
  })

  it('also apply to later corrections', async () => {
    const { portico, adam, ids, preview } = cases
    await adam.call.responses.applyNewRules({ id: preview })
    await portico.drain()
    const correct = async (anonymousId: string, answers: Record<string, string>) => {
      const corrected = { respondent: { anonymousId }, answers }
      const plan = await adam.call.corrections.previewCorrection(corrected)
      await adam.call.corrections.correctAnswers({ ...corrected, reason: 'She misread it.', version: plan.version })
      const { flag } = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
      expect(flag, 'as it was shown before').toMatchObject({ current: plan.flagAfter, currentRedFlagAnswerCount: plan.redAnswersAfter })
      expect(await recount(portico)).toEqual([])
      return plan
    }
    expect(await correct(ids.uninvited, { fullName: 'Mai Nguyễn' })).toMatchObject({
      changes: [{ identifier: 'fullName', flagBefore: 'red', flagAfter: 'red' }],
      flagAfter: 'in-progress',
      redAnswersAfter: 1,
      invitation: 'none',
    })
    const contact = { fullName: 'Mai Ngọc Nguyễn', email: 'mai.ngoc@respondents.example', phoneNumber: null }
    await adam.call.privacy.recordRequest({ respondent: { anonymousId: ids.uninvited }, kind: 'correct', text: 'My name.' })
    const [asked] = (await adam.call.privacy.getRequestList({})).items
    await adam.call.privacy.completeRequest({ id: asked?.id ?? 0, contact })
    expect(await recount(portico)).toEqual([])
    expect(await flagsNow(cases)).toMatchObject({ uninvited: 'in-progress' })
    expect(await correct(ids.red, { taxesFiled: 'unsure' })).toMatchObject({
      changes: [{ identifier: 'taxesFiled', flagBefore: 'green', flagAfter: 'green' }],
      redAnswersAfter: 2,
    })
    const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: ids.uninvited } })
    const answerId = answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'fullName')?.answerId ?? 0
    await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Asked by telephone.' })
    expect(await correct(ids.uninvited, { zipCode: '94086' }), 'what a person decided stays').toMatchObject({ redAnswersAfter: 0 })
  })

  it('do not replace what a person decided, whatever the reason', async () => {
    const { portico, adam, ids, preview } = cases
    const vera = await portico.as('vera')
    const answerId = async (who: string, identifier: string) => {
      const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: who } })
      return answerFlags.flaggedAnswers.find((answer) => answer.identifier === identifier)?.answerId ?? 0
    }
    const held = { answerId: await answerId(ids.invited, 'taxesFiled'), flag: 'red' }
    for (const [who, call] of [
      [vera, 'responses/submitWorkshopGreenDotAnswerOverride'],
      [adam, 'agency/submitAnswerOverride'],
    ] as const) {
      const { body } = await who.rest(call, { ...held, reason: ' Rules of version 1: confirmed, he never filed.' })
      expect(body).toMatchObject({
        error_id: 'VALIDATION_ERROR',
        issues: [{ path: ['reason'], message: expect.stringMatching(/^Must not begin/) }],
      })
    }
    expect(
      (await vera.rest('responses/submitWorkshopGreenDotAnswerOverride', { ...held, reason: 'The rules of version 1: he never filed.' }))
        .status,
    ).toBe(200)
    await adam.call.responses.applyNewRules({ id: preview })
    await portico.drain()
    const [, newest] = (await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId: ids.invited } })).history
    expect(newest).toMatchObject({ identifier: 'taxesFiled', flag: 'red', by: 'Vera Varga' })
  })

  it.each([
    ['leave a red answer red whose choice was renamed', 'unsure', 'not_sure', ['arrestedOrCited']],
    ['control: turn one green that is no longer red', 'unsure', 'unsure', []],
  ])('%s', async (_what, value, renamed, left) => {
    const { portico, adam } = cases
    const anonymousId = await buildRespondent(portico, { arrestedOrCited: value, email: 'renamed@respondents.example' })
    const reds = async () => {
      const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
      return answerFlags.flaggedAnswers.flatMap(({ identifier, effectiveFlag }) => (effectiveFlag === 'red' ? identifier : []))
    }
    expect(await reds()).toContain('arrestedOrCited')
    const definition = await sampleDefinition()
    const questions = definition.questions.map(({ options, ...question }) => {
      const offered = options?.map((option) => (option.value === value ? { ...option, value: renamed } : option))
      const isRenamed = question.identifier === 'arrestedOrCited'
      return {
        ...question,
        ...(options && { options }),
        ...(isRenamed && { options: offered ?? [], redWhen: { op: 'in' as const, values: ['yes'] } }),
      }
    })
    const questionnaireId = await buildQuestionnaire(portico, questionnaireName, { ...definition, questions })
    const { id } = await adam.call.responses.previewNewRules({ questionnaireId })
    await portico.drain()
    await adam.call.responses.applyNewRules({ id })
    await portico.drain()
    expect(await reds()).toEqual(left)
  })

  it('still apply after a person’s decision on their answer was undone', async () => {
    const { portico, adam, ids, preview } = cases
    await adam.call.responses.applyNewRules({ id: preview })
    await portico.drain()
    const respondent = { anonymousId: ids.uninvited }
    const { answerFlags, version } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
    const answerId = answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'fullName')?.answerId ?? 0
    await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Asked by telephone.' })
    await adam.call.agency.undoDecision({ respondent, version: version + 1 })
    const questionnaireId = await buildQuestionnaire(portico)
    const { id } = await adam.call.responses.previewNewRules({ questionnaireId })
    await portico.drain()
    await adam.call.responses.applyNewRules({ id })
    await portico.drain()
    expect(await flagsNow(cases)).toMatchObject({ uninvited: 'green' })
    const [newest] = (await adam.call.responses.getRespondentAnswerInfo({ respondent })).history
    expect(newest).toMatchObject({ identifier: 'fullName', flag: 'green', reason: 'Rules of version 3: this answer is not red.' })
  })

  it('can only be applied for the newest version', async () => {
    const { portico, adam, preview } = cases
    await buildQuestionnaire(portico)
    const { body } = await adam.rest('responses/applyNewRules', { id: preview })
    expect(body).toMatchObject({ success: false, error_id: 'INVALID_REQUEST' })
    expect((await adam.call.questionnaires.getRuleTrial({ id: preview })).status).toBe('done')
  })
})
