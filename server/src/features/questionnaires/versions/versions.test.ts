import { describe, expect, it } from 'vitest'
import { buildQuestionnaire, questionnaireName, sampleDefinition, sampleForm } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { differenceOf } from './difference.ts'

const question = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  identifier,
  questionNumber: '1',
  type: 'input',
  required: false,
  text: { en: `${identifier}?` },
  ...more,
})
const definition = (questions: QuestionDefinition[], more: Partial<QuestionnaireDefinition> = {}): QuestionnaireDefinition => ({
  languages: ['en'],
  defaultLanguage: 'en',
  languageNames: { en: 'English' },
  questions,
  ...more,
})
const between = (before: QuestionDefinition[], after: QuestionDefinition[]) => differenceOf(definition(before), definition(after)).questions

describe('the difference between two questionnaires', () => {
  const whenYes = [[{ identifier: 'a', op: '=', value: 'yes' }]] satisfies QuestionDefinition['askedWhen']
  it.each<[string, Partial<QuestionDefinition>, string, string]>([
    ['text (en)', { text: { en: 'Other?' } }, 'a?', 'Other?'],
    ['text (es)', { text: { en: 'a?', es: '¿a?' } }, '', '¿a?'],
    ['required', { required: true }, 'no', 'yes'],
    ['asked when', { askedWhen: whenYes }, '', "${a} = 'yes'"],
    ['reason of red', { redReason: 'Everyone is asked.' }, '', 'Everyone is asked.'],
    ['constraint', { constraint: { kind: 'range', bounds: [{ op: '<=', value: 'today' }] } }, '', '. <= today()'],
  ])('reports the change of %s', (what, more, before, after) => {
    expect(between([question('a')], [question('a', more)])).toEqual([
      { identifier: 'a', change: 'changed', facts: [{ what, before, after }] },
    ])
  })

  it('is empty for identical questionnaires', () => {
    expect(differenceOf(definition([question('a')]), definition([question('a')]))).toEqual({ questionnaire: [], questions: [] })
  })

  it('reports added, removed and moved questions but not their neighbors', () => {
    const [a, b, c, d] = [question('a'), question('b'), question('c'), question('d')]
    expect(between([a, b], [a, c, b]).map(({ identifier, change }) => [identifier, change])).toEqual([['c', 'added']])
    expect(between([a, b, c], [a, c]).map(({ identifier, change }) => [identifier, change])).toEqual([['b', 'removed']])
    expect(between([a, b, c, d], [a, b, d, c])).toContainEqual({
      identifier: 'd',
      change: 'changed',
      facts: [{ what: 'asked after', before: 'c', after: 'b' }],
    })
  })

  const yesOrNo = ['yes', 'no', 'unsure'].map((value) => ({ value, label: { en: value } }))
  it.each<[string, Partial<QuestionDefinition>, Partial<QuestionDefinition>, string | undefined]>([
    ['choices', { redWhen: { op: 'in', values: ['yes'] } }, { redWhen: { op: 'in', values: ['yes', 'unsure'] } }, 'unsure'],
    ['choices of a rule by exclusion', {}, { redWhen: { op: 'notIn', values: ['no'] } }, 'yes, unsure'],
    ['a rule that is about no choices', {}, { redWhen: { op: 'answered' } }, 'answered'],
    [
      'nothing where fewer choices are red',
      { redWhen: { op: 'in', values: ['yes', 'no'] } },
      { redWhen: { op: 'in', values: ['yes'] } },
      undefined,
    ],
  ])('reports what is newly red: %s', (_what, before, after, newlyRed) => {
    const [found] = between([question('a', { options: yesOrNo, ...before })], [question('a', { options: yesOrNo, ...after })])
    expect(found?.facts.find(({ what }) => what === 'newly red')?.after).toBe(newlyRed)
  })

  it('reports changes of languages and title', () => {
    const after = definition([], { languages: ['en', 'es'], title: { en: 'Citizenship' } })
    expect(differenceOf(definition([]), after).questionnaire).toEqual([
      { what: 'languages', before: 'en', after: 'en, es' },
      { what: 'title (en)', before: '', after: 'Citizenship' },
    ])
  })
})

describe('publishing a version again', () => {
  it('creates the newest version with the same content and keeps those in between', async () => {
    const portico = await openPortico()
    const adam = await portico.as('adam')
    const first = await buildQuestionnaire(portico)
    const sample = await sampleDefinition()
    const second = await buildQuestionnaire(portico, questionnaireName, { ...sample, questions: sample.questions.slice(1) })
    const newest = async () =>
      (await portico.as()).call.questionnaires.getQuestionnaireByNameAndLanguageCode({ name: questionnaireName, languageCode: 'en' })
    expect(await newest()).toMatchObject({ id: second, version: 2 })
    const { body } = await adam.rest('questionnaires/publishAgain', { id: first })
    expect(body.data).toMatchObject({ name: questionnaireName, version: 3 })
    expect(await newest()).toMatchObject({ id: body.data.id, version: 3 })
    const compare = (from: number, to: number) => adam.call.questionnaires.getVersionDifference({ from, to })
    expect(await compare(first, body.data.id)).toEqual({ questionnaire: [], questions: [] })
    const { questions } = await compare(second, body.data.id)
    expect(questions[0]).toMatchObject({ identifier: sample.questions[0]?.identifier, change: 'added' })
    const checked = (await adam.rest('questionnaires/checkFiles', await sampleForm({ title: questionnaireName }))).body.data
    expect(checked.published).toEqual({ version: 3, difference: { questionnaire: [], questions: [] } })
    expect(checked.redRules).toContainEqual({ identifier: 'taxesFiled', rule: expect.any(String), choices: ['no', 'unsure'] })
  })
})
