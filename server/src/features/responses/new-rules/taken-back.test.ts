import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName } from '../../../../test/support/builders.ts'
import { openPortico, type Person, type Portico } from '../../../../test/support/harness.ts'
import { applyPreviewed, previewRules, redWhenArrested } from '../../../../test/support/new-rules.ts'
import { recount } from '../../../../test/support/recount.ts'
import { sealDecision } from '../../../infra/security/sealed-respondent.ts'

let portico: Portico
let adam: Person
let ana: Person
let respondent = { anonymousId: '' }
let control = { anonymousId: '' }

/** Publishes rules as the next version, previews them and applies them; returns which cases the preview would change. */
async function applyRules(...values: string[]): Promise<string[]> {
  const id = await previewRules({ portico, adam }, ...values)
  const { items } = await adam.call.questionnaires.getRuleTrialList({ id, pagination: { offset: 0, count: 10 } })
  await applyPreviewed({ portico, adam }, id)
  expect(await recount(portico)).toEqual([])
  return items.map(({ anonymousId }) => anonymousId)
}

const info = (who = respondent) => adam.call.responses.getRespondentAnswerInfo({ respondent: who })
const answer = async () => {
  const found = (await info()).answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'arrestedOrCited')
  if (!found) throw new Error('There is no such answer')
  return found
}
const flag = async (who = respondent) => (await adam.call.responses.getResponseForAdmin({ respondent: who })).flag.current
const mark = async (to: 'red' | 'green', reason = 'Seen.') =>
  adam.call.agency.submitAnswerOverride({ answerId: (await answer()).answerId, flag: to, reason })
const undo = async () => adam.call.agency.undoDecision({ respondent, version: (await info()).version })
const correct = async (answers: Record<string, string>) => {
  const { version, flagAfter } = await adam.call.corrections.previewCorrection({ respondent, answers })
  await adam.call.corrections.correctAnswers({ respondent, answers, reason: 'She misread it.', version })
  expect(await flag(), 'as it was previewed').toBe(flagAfter)
}

/** Undoes a red that replaced a green, as earlier releases stored it. */
async function undoAsBefore(): Promise<void> {
  const [row] = await portico.sql<{ id: number; keyId: string; wrappedKey: Buffer; decisionId: number; accountId: number }>(
    `update respondent set current_flag = 'green', current_reds = 0 from account where anonymous_id = $1 and account.name = 'Adam Abiodun'
     returning respondent.id::int, key_id as "keyId", wrapped_key as "wrappedKey", account.id::int as "accountId",
       nextval(pg_get_serial_sequence('decision', 'id'))::int as "decisionId"`,
    [respondent.anonymousId],
  )
  if (!row) throw new Error('There is no such respondent')
  const { answerFlags } = await info()
  const position = answerFlags.flaggedAnswers.findIndex(({ identifier }) => identifier === 'arrestedOrCited')
  const undone = { about: 'answer', position, flag: 'green', reason: 'Undone.' } as const
  const sealed = sealDecision(portico.services.encryption, { ...row, ...respondent }, row.decisionId, undone)
  await portico.sql(
    'insert into decision (id, respondent_id, sealed, account_id, outside_agency, decided_at) values ($1, $2, $3, $4, true, now())',
    [row.decisionId, row.id, sealed, row.accountId],
  )
}

beforeEach(async () => {
  portico = await openPortico()
  ;[adam, ana] = [await portico.as('adam'), await portico.as('ana')]
  await buildQuestionnaire(portico, questionnaireName, await redWhenArrested('yes'))
  await buildWorkshop(portico)
  respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email: 'one@respondents.example' }) }
  control = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'unsure', email: 'two@respondents.example' }) }
  expect(await flag()).toBe('green')
})

describe('after a decision was taken back, new rules', () => {
  it('apply if it was undone, as to somebody on whom nothing was decided', async () => {
    const { answerId } = await answer()
    await ana.call.responses.submitWorkshopGreenDotAnswerOverride({ answerId, flag: 'red', reason: 'A misclick.' })
    await ana.call.agency.undoDecision({ respondent, version: 1 })
    expect(await flag()).toBe('green')
    expect((await applyRules('yes', 'unsure')).toSorted()).toEqual([respondent.anonymousId, control.anonymousId].toSorted())
    expect([await flag(), await flag(control)]).toEqual(['in-progress', 'in-progress'])
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'it was undone after a correction',
      async () => [await correct({ arrestedOrCited: 'no' }), await correct({ arrestedOrCited: 'unsure' }), await mark('red'), await undo()],
    ],
    ['an undo was undone and undone again', async () => [await mark('red'), await undo(), await undo(), await undo()]],
    ['a person overrode it back', async () => [await mark('red'), await mark('green')]],
    [
      'an override back was undone, then the first override was overridden back',
      async () => [await mark('red'), await mark('green'), await undo(), await mark('green')],
    ],
    ['it had been restored before', async () => [await mark('red'), await mark('green'), await mark('red'), await undo()]],
    ['an earlier release undid it', async () => [await mark('red'), await undoAsBefore()]],
    ['an undo of an earlier release was undone', async () => [await mark('red'), await undoAsBefore(), await undo(), await undo()]],
  ])('apply if %s', async (_how, decide) => {
    await decide()
    expect((await answer()).effectiveFlag).toBe('green')
    await applyRules('yes', 'unsure')
    expect([await flag(), await flag(control)]).toEqual(['in-progress', 'in-progress'])
  })

  it('apply if it was a decision of rules, also to corrections', async () => {
    await applyRules('yes', 'unsure')
    await undo()
    expect(await flag()).toBe('green')
    await applyRules('yes', 'unsure')
    expect(await flag()).toBe('in-progress')
    await undo()
    await correct({ zipCode: '94086' })
    expect([await flag(), await flag(control)]).toEqual(['in-progress', 'in-progress'])
  })

  it('apply if an earlier release undid a decision of rules', async () => {
    await applyRules('yes', 'unsure')
    await undoAsBefore()
    await applyRules('yes', 'unsure')
    expect(await flag()).toBe('in-progress')
  })

  it('keep the restored green that a person gave to an answer that rules had made red', async () => {
    await applyRules('yes', 'unsure')
    await mark('green', 'Court paper seen.')
    await mark('red')
    await undo()
    await applyRules('yes', 'unsure')
    await correct({ zipCode: '94086' })
    expect([await flag(), await flag(control)]).toEqual(['green', 'in-progress'])
    await mark('red')
    await undoAsBefore()
    await applyRules('yes', 'unsure')
    expect(await flag(), 'nor if an earlier release undid it').toBe('green')
  })

  it('keep the green of an answer that arrived red, and the red that a person confirmed', async () => {
    respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'yes', email: 'three@respondents.example' }) }
    await mark('green', 'Court paper seen.')
    await applyRules('yes', 'unsure')
    expect(await answer()).toMatchObject({ effectiveFlag: 'green', override: { reason: 'Court paper seen.' } })
    await mark('red')
    await undo()
    await applyRules('yes', 'unsure')
    expect(await answer()).toMatchObject({ effectiveFlag: 'green', override: { reason: 'Court paper seen.' } })
    await mark('red')
    const undecided = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'yes', email: 'four@respondents.example' }) }
    await applyRules('no')
    expect(await answer()).toMatchObject({ effectiveFlag: 'red' })
    const { answerFlags } = await info(undecided)
    expect(answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'arrestedOrCited')?.effectiveFlag).toBe('green')
  })

  it('leave no force-green over an answer that is red again once their green was undone; control: it stays over green answers', async () => {
    respondent = { anonymousId: await buildRespondent(portico, { arrestedOrCited: 'yes', email: 'five@respondents.example' }) }
    await applyRules('unsure')
    expect(await flag()).toBe('in-progress')
    const forceInfo = async () => (await adam.call.responses.getResponseForAdmin({ respondent })).flag.forceInfo?.flag
    await ana.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
    await mark('red', 'A misclick.')
    await undo()
    expect([await flag(), await forceInfo()]).toEqual(['green', 'green'])
    await correct({ arrestedOrCited: 'no' })
    await correct({ arrestedOrCited: 'yes' })
    expect([await flag(), await forceInfo()]).toEqual(['green', 'green'])
    await undo()
    expect((await answer()).effectiveFlag).toBe('red')
    expect([await flag(), await forceInfo()]).toEqual(['in-progress', undefined])
    expect(await recount(portico)).toEqual([])
    await undo()
    expect([await flag(), await forceInfo()], 'an undo of the undo restores both').toEqual(['green', 'green'])
    expect(await recount(portico)).toEqual([])
  })
})

describe('what rules decided when they were applied', () => {
  const tryUndo = async (who: Person) => {
    const { version, undoable } = await who.call.responses.getRespondentAnswerInfo({ respondent })
    const { success } = (await who.rest('agency/undoDecision', { respondent, version })).body
    return { undoable, undone: success, flag: await flag() }
  }

  it('is undone without a reason by an admin only', async () => {
    await applyRules('yes', 'unsure')
    expect(await tryUndo(ana)).toEqual({ undoable: false, undone: false, flag: 'in-progress' })
    expect(await tryUndo(adam)).toEqual({ undoable: true, undone: true, flag: 'green' })
  })

  it('is overridden with a reason by an agency, which can undo that, and the undo', async () => {
    await applyRules('yes', 'unsure')
    await ana.call.agency.submitAnswerOverride({ answerId: (await answer()).answerId, flag: 'green', reason: 'Seen.' })
    portico.setTime('2026-11-21T20:01:00Z')
    expect(await tryUndo(ana)).toEqual({ undoable: true, undone: true, flag: 'in-progress' })
    portico.setTime('2026-11-21T20:02:00Z')
    expect(await tryUndo(ana)).toEqual({ undoable: true, undone: true, flag: 'green' })
    expect(await answer()).toMatchObject({ effectiveFlag: 'green', override: null })
  })
})
