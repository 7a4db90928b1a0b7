import type { QuestionDefinition, QuestionnaireDefinition, RedRule } from '@portico/shared/rules/definition'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { applyPreviewed, openRuledCase, question, redWhenArrested } from '../../../../test/support/new-rules.ts'

const arrested = 'arrestedOrCited'
const isYes = (identifier: string) => ({ identifier, op: '=', value: 'yes' }) as const
function withRule(definition: QuestionnaireDefinition, redWhen: RedRule, more: QuestionDefinition): QuestionnaireDefinition {
  const changed = definition.questions.map((one) => (one.identifier === arrested ? { ...one, redWhen, redReason: 'Arrests matter.' } : one))
  return { ...definition, questions: [...changed, more] }
}

const risk = question('risk', {
  type: 'calculate',
  calculation: [{ answerTo: arrested }, { text: 'yes' }, { apply: '=', count: 2 }],
  redWhen: { op: 'greaterThan', value: 0 },
  redReason: 'Arrests matter.',
})

it.each<[string, (first: QuestionnaireDefinition) => QuestionnaireDefinition, string]>([
  [
    'a rule on a new calculation',
    (first) => ({ ...first, questions: [...first.questions, risk] }),
    'Rules of version 2: Arrests matter. (risk, calculated from this answer)',
  ],
  [
    'an alternative beside one about a new question',
    (first) => withRule(first, { op: 'when', condition: [[isYes(arrested)], [isYes('cited')]] }, question('cited', {})),
    'Rules of version 2: Arrests matter.',
  ],
])('%s applies to open cases, and who was invited is telephoned', async (_what, newer, reason) => {
  const portico = await openPortico()
  const adam = await portico.as('adam')
  const first = await redWhenArrested('unsure')
  await buildQuestionnaire(portico, questionnaireName, first)
  await buildWorkshop(portico)
  const respondent = { anonymousId: await buildRespondent(portico, { [arrested]: 'yes', email: 'one@respondents.example' }) }
  await portico.drain()
  const questionnaireId = await buildQuestionnaire(portico, questionnaireName, newer(first))
  const { id } = await adam.call.responses.previewNewRules({ questionnaireId })
  await portico.drain()
  expect(await adam.call.questionnaires.getRuleTrial({ id })).toMatchObject({
    openCases: { telephone: 1 },
    questions: [{ identifier: arrested, turnedRed: 1 }],
  })
  await applyPreviewed({ portico, adam }, id)
  expect((await adam.call.responses.getResponseForAdmin({ respondent })).flag.current).toBe('in-progress')
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
  const red = answerFlags.flaggedAnswers.filter(({ effectiveFlag }) => effectiveFlag === 'red')
  expect(red).toMatchObject([{ identifier: arrested, override: { reason } }])
})

const risksOf = (names: readonly [string, string], above = 1) =>
  question('risks', {
    type: 'calculate',
    calculation: [
      ...names.flatMap((name) => [{ answerTo: name }, { text: 'yes' }, { apply: '=', count: 2 } as const]),
      { apply: '+', count: 2 },
    ],
    redWhen: { op: 'greaterThan', value: above },
    redReason: 'Two risks.',
  })

it('a red answer whose rule moved into a calculation of a new question is not listed as turning green, and stays red', async () => {
  const first = await redWhenArrested('yes')
  const { publish, answerTo } = await openRuledCase(first.questions, { [arrested]: 'yes' })
  const newer = await redWhenArrested('unsure')
  const { openCases, questions } = await publish([...newer.questions, question('cited', {}), risksOf([arrested, 'cited'])])
  expect([openCases, questions]).toMatchObject([{ telephone: 0 }, []])
  expect(await answerTo(arrested)).toMatchObject({ effectiveFlag: 'red' })
})

it('a reviewer sees what else a red answer is red for, and their green holds until the result of the calculation changes', async () => {
  const first = await redWhenArrested('yes')
  const rules = [...first.questions, risksOf([arrested, 'deported'])]
  const {
    apply,
    answerTo,
    override,
    correctAtOnce: correct,
    flag,
  } = await openRuledCase(first.questions, { [arrested]: 'yes', deported: 'yes' })
  await override('deported', 'green')
  await apply(rules)
  const redByRules = {
    reason:
      'Rules of version 2: Every arrest needs certified court papers and a lawyer’s view before filing. Two risks. (risks, calculated from this answer)',
  }
  expect(await answerTo(arrested)).toMatchObject({ effectiveFlag: 'red', override: null, redByRules })
  await override(arrested, 'green')
  await apply(rules)
  await correct({ fullName: 'Mai Nguyễn' })
  expect(await answerTo(arrested)).toMatchObject({ effectiveFlag: 'green' })
  expect([await answerTo('deported'), await flag()]).toMatchObject([{ effectiveFlag: 'green' }, 'in-progress'])
})

it('a correction of somebody checked in is judged by a calculation that uses the answer', async () => {
  const sample = await redWhenArrested('unsure')
  const first = { ...sample, questions: [...sample.questions, question('cited', {})] }
  const { vera, respondent, apply, answerTo, correctAtOnce: correct } = await openRuledCase(first.questions, { [arrested]: 'yes' })
  await vera.call.workshops.respondentCheckIn({ respondent })
  await apply([...first.questions, risksOf([arrested, 'cited'], 0)])
  await correct({ fullName: 'Mai Nguyễn' })
  expect(await answerTo(arrested)).toMatchObject({ effectiveFlag: 'green' })
  await correct({ cited: 'yes' })
  expect(await answerTo(arrested)).toMatchObject({ effectiveFlag: 'red' })
})

const ruled = ({ questions }: QuestionnaireDefinition, more: Partial<QuestionDefinition>) =>
  questions.map((one) => (one.identifier === arrested ? { ...one, ...more } : one))

it('a question that was not asked decides nothing', async () => {
  const sample = await redWhenArrested('unsure')
  const first = { ...sample, questions: [...sample.questions, question('cited', { askedWhen: [[isYes('deported')]] })] }
  const { apply, answerTo, flag } = await openRuledCase(first.questions, { [arrested]: 'yes' })
  await apply([...ruled(sample, { redWhen: { op: 'in', values: ['yes'] } }), question('cited', {})])
  await apply([...ruled(sample, { redWhen: { op: 'when', condition: [[isYes(arrested), isYes('cited')]] } }), question('cited', {})])
  expect([await answerTo(arrested), await flag()]).toMatchObject([{ effectiveFlag: 'red' }, 'in-progress'])
})

it.each(['yes', 'unsure'])(
  'a correction that makes another answer red by new rules replaces the decision on it: %s was red',
  async (red) => {
    const sample = await redWhenArrested(red)
    const first = { ...sample, questions: [...sample.questions, question('cited', {})] }
    const { apply, answerTo, override, correctAtOnce: correct, flag } = await openRuledCase(first.questions, { [arrested]: 'yes' })
    const before = await flag()
    if (red === 'unsure') await override(arrested, 'red')
    await override(arrested, 'green')
    await apply(ruled(first, { redWhen: { op: 'when', condition: [[isYes(arrested), isYes('cited')]] } }))
    await correct({ fullName: 'Mai Nguyễn' })
    expect([(await answerTo(arrested))?.effectiveFlag, await flag()]).toEqual(['green', before])
    await correct({ cited: 'yes' })
    expect([(await answerTo(arrested))?.effectiveFlag, await flag()]).toEqual(['red', 'in-progress'])
  },
)

it('an answer that rules made red has the reason of the newest, and an undo restores the earlier one', async () => {
  const first = await redWhenArrested('unsure')
  const { adam, respondent, apply, answerTo } = await openRuledCase(first.questions, { [arrested]: 'yes' })
  const redWhen = { op: 'in', values: ['yes'] } as const
  await apply(ruled(first, { redWhen, redReason: 'Probation.' }))
  const { questions } = await apply(ruled(first, { redWhen, redReason: 'Never file.' }))
  expect(await answerTo(arrested)).toMatchObject({ override: { reason: 'Rules of version 3: Never file.' } })
  expect(questions).toEqual([])
  const { version } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
  await adam.call.agency.undoDecision({ respondent, version })
  expect(await answerTo(arrested)).toMatchObject({ effectiveFlag: 'red', override: { reason: 'Rules of version 2: Probation.' } })
})
