import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { importProblems } from '@portico/shared/words/import/import-problems'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { describe, expect, test } from 'vitest'
import { checkRule, parseRedRule, parseRedRuleJson } from './red-rule-text.ts'

const { M06, M07, W22 } = importProblems

/** Returns what is wrong with the rule, and with which parts; the question itself is known besides the others. */
function checked(text: string, question: QuestionDefinition, ...others: QuestionDefinition[]) {
  const outcome = parseRedRule(text)
  if ('fault' in outcome) throw new Error(outcome.fault)
  const known = new Map([question, ...others].map((one) => [one.identifier, one]))
  const { problems, warnings } = checkRule(outcome.rule, question, known)
  return [...problems, ...warnings]
}

describe('the object of a rule', () => {
  test.each([
    { op: 'in', values: ['no'], not: true },
    { op: 'in', values: ['no'], Values: ['yes'] },
    { op: 'in', values: ['no'], value: 'yes' },
    { op: 'answered', values: [] },
    { op: 'when', condition: "${a} = 'no'", or: {} },
    { op: 'greaterThan', value: 1, years: 1 },
  ])('%j is refused, because a key of it means nothing', (rule) => {
    expect(parseRedRuleJson(rule)).toEqual({ fault: M06.rule(JSON.stringify(rule)) })
  })
})

test('the object of a rule may have empty keys', () => {
  expect(parseRedRuleJson({ op: 'in', values: ['no'], value: null, years: null })).toEqual({ rule: { op: 'in', values: ['no'] } })
})

describe('a rule on a calculation', () => {
  const risk = {
    identifier: 'risk',
    questionNumber: '1',
    type: 'calculate',
    required: false,
    text: {},
    calculation: [{ answerTo: 'arrested' }, { text: 'high' }, { text: 'low' }, { apply: 'if', count: 3 }],
  } as const
  const points = { ...risk, calculation: [...risk.calculation, { apply: 'count-selected', count: 1 }] } as const
  test.each<[string, QuestionDefinition, string?]>([
    ['greater_than: 0', risk, '${risk} > 0'],
    ['less_than: 1', risk, '${risk} < 1'],
    ["when: ${risk} = 'High'", risk, "${risk} = 'High'"],
    ["when: ${risk} = 'high'", risk],
    ['greater_than: 0', points],
    ['less_than: 1', points],
  ])('%s is refused if it can never hold (%#)', (text, asked, comparison) => {
    expect(checked(text, asked)).toEqual(comparison === undefined ? [] : [{ code: 'M07', message: M07.never(comparison) }])
  })
})

describe('a rule on a calculation from questions that are asked under conditions', () => {
  const number = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
    identifier,
    questionNumber: identifier,
    type: 'numeric',
    integer: true,
    validation: { rule: 'integer', min: 0, max: 9 },
    required: false,
    text: {},
    ...more,
  })
  const calculated = (identifier: string, ...calculation: CalculationStep[]): QuestionDefinition =>
    number(identifier, { type: 'calculate', calculation, validation: undefined })
  const english = number('english')
  const same = calculated('x', { answerTo: 'english' })
  const askedWhere = (identifier: string, op: AnswerTest['op'], value: number) =>
    number(identifier, { askedWhen: [[{ identifier: 'english', op, value }]] })
  const total = calculated('total', { answerTo: 'english' }, { answerTo: 'reading' }, { apply: '+', count: 2 })
  test.each<[string, QuestionDefinition, QuestionDefinition[], string?]>([
    ['when: ${x} > 1', askedWhere('w', '=', 1), [same], '${x} > 1'],
    ['when: ${x} > 1', askedWhere('w', '=', 2), [same]],
    ['when: ${x} < 2', askedWhere('w', '>', 1), [same], '${x} < 2'],
    ['when: ${x} < 3', askedWhere('w', '>', 1), [same]],
    ['less_than: 2', total, [askedWhere('reading', '>=', 2)], '${total} < 2'],
    ['less_than: 3', total, [askedWhere('reading', '>=', 2)]],
    ['greater_than: 10', total, [askedWhere('reading', '<=', 1)], '${total} > 10'],
    ['greater_than: 9', total, [askedWhere('reading', '<=', 1)]],
  ])('%s is refused if no answers make it red (%#)', (text, asked, others, comparison) => {
    const refused = comparison === undefined ? [] : [{ code: 'M07', message: M07.notAsked(comparison) }]
    expect(checked(text, asked, english, ...others)).toEqual(refused)
  })
})

describe('a rule on answers that nobody gives', () => {
  const asked = (type: QuestionDefinition['type'], more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
    identifier: 'asked',
    questionNumber: '1',
    type,
    required: false,
    text: {},
    ...more,
  })
  const radio = asked('radio', { options: ['yes', 'no', 'unsure'].map((value) => ({ value, label: {} })) })
  test.each<[string, QuestionDefinition, string?]>([
    ["${asked} = 'yes' and ${asked} = 'no'", radio, M07.never("${asked} = 'yes' and ${asked} = 'no'")],
    ['${asked} > 10 and ${asked} < 5', asked('numeric'), M07.never('${asked} > 10 and ${asked} < 5')],
    ["${asked} = ''", asked('numeric'), M07.unanswered("${asked} = ''")],
    ["${asked} != 'OK'", asked('acknowledge'), M07.unanswered("${asked} != 'OK'")],
    ["${first} = 'yes'", { ...radio, askedWhen: [[{ identifier: 'first', op: '=', value: 'no' }]] }, M07.notAsked("${first} = 'yes'")],
    ["${asked} != 'yes' and ${asked} != 'no'", radio],
    ["${asked} != ''", radio],
  ])('is refused: %s', (condition, question, message) => {
    expect(checked(`when: ${condition}`, question, { ...radio, identifier: 'first' })).toEqual(
      message === undefined ? [] : [{ code: 'M07', message }],
    )
  })
})

describe('a part of a rule on answers that nobody gives', () => {
  const choice = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
    identifier,
    questionNumber: '1',
    type: 'radio',
    required: false,
    text: {},
    options: ['yes', 'no', 'unsure'].map((value) => ({ value, label: {} })),
    ...more,
  })
  const trips = choice('trips', { type: 'numeric', integer: true })
  const ifArrested = { askedWhen: [[{ identifier: 'arrested', op: '=', value: 'yes' }]] } as const
  const fines = choice('fines', { type: 'numeric', ...ifArrested })
  const ifMany = { askedWhen: [[{ identifier: 'trips', op: '>', value: 5 }]] } as const
  const ifEither = { askedWhen: [...ifArrested.askedWhen, [{ identifier: 'arrested', op: '=', value: 'unsure' }]] } as const

  test.each<[string, Partial<QuestionDefinition>, string?]>([
    ["${arrested} = 'unsure' or ${charged} = 'yes'", ifArrested, W22.notAsked("${arrested} = 'unsure'")],
    ["${arrested} != 'yes' or ${charged} != 'no'", ifArrested, W22.notAsked("${arrested} != 'yes'")],
    ["${trips} < 2 or ${charged} = 'yes'", ifMany, W22.notAsked('${trips} < 2')],
    ["(${charged} = '' or ${charged} = 'yes') and ${trips} > 3", {}, W22.unanswered("${charged} = ''")],
    ["${charged} = 'yes' or ${charged} = ''", {}, W22.unanswered("${charged} = ''")],
    ["${charged} = 'unsure' or ${charged} = 'yes' and ${charged} = 'no'", {}, W22.never("${charged} = 'yes' and ${charged} = 'no'")],
    ["${charged} = 'no' and (${charged} = 'yes' or ${trips} > 3)", {}, W22.never("${charged} = 'no' and ${charged} = 'yes'")],
    ["${arrested} = 'unsure' or ${charged} = 'yes'", ifEither],
    ["${arrested} = 'unsure' or ${charged} = 'yes'", {}],
    ["${arrested} = 'yes' or ${charged} = 'yes'", ifArrested],
    ["(${arrested} = 'unsure' or ${charged} = 'yes') and (${arrested} = 'yes' or ${trips} > 3)", {}],
    [
      "${arrested} = 'no' or ${arrested} = 'yes'",
      { type: 'calculate', calculation: [{ answerTo: 'fines' }, { number: 2 }, { apply: '*', count: 2 }] },
      W22.unanswered("${arrested} = 'no'"),
    ],
  ])('is warned of: %s (%#)', (condition, more, message) => {
    expect(checked(`when: ${condition}`, choice('charged', more), choice('arrested'), trips, fines)).toEqual(
      message === undefined ? [] : [{ code: 'W22', message }],
    )
  })
})

describe('selected() in a rule', () => {
  const question = (type: QuestionDefinition['type'], ...values: string[]): QuestionDefinition => ({
    identifier: 'arrested',
    questionNumber: '1',
    type,
    required: false,
    text: {},
    options: values.map((value) => ({ value, label: {} })),
  })
  test.each<[QuestionDefinition, string | undefined]>([
    [question('radio', 'no', 'no but arrested', 'yes'), M07.part('no', 'no but arrested', 'arrested')],
    [question('radio', 'no', 'no-but-arrested', 'yes'), undefined],
    [question('checkboxes', 'no', 'theft'), undefined],
  ])('is refused if it takes a choice for a part of another (%#)', (asked, message) => {
    expect(checked("when: not(selected(${arrested}, 'no'))", asked)).toEqual(message === undefined ? [] : [{ code: 'M07', message }])
  })
})
