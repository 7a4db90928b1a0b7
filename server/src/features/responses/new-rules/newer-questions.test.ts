import type { QuestionDefinition, QuestionnaireDefinition, RedRule } from '@portico/shared/rules/definition'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { applyPreviewed, redWhenArrested } from '../../../../test/support/new-rules.ts'

const arrested = 'arrestedOrCited'
const isYes = (identifier: string) => ({ identifier, op: '=', value: 'yes' }) as const
const question = (identifier: string, more: Partial<QuestionDefinition>): QuestionDefinition => ({
  identifier,
  questionNumber: '',
  type: 'input',
  required: false,
  text: { en: identifier },
  ...more,
})

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
