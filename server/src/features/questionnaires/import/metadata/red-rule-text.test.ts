import { importProblems } from '@portico/shared/words/import/import-problems'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { describe, expect, test } from 'vitest'
import { parseRedRule, parseRedRuleJson, ruleProblems } from './red-rule-text.ts'

const { M06, M07 } = importProblems

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
    const outcome = parseRedRule(text)
    const problems = 'rule' in outcome ? ruleProblems(outcome.rule, asked, new Map([['risk', asked]])) : outcome.fault
    expect(problems).toEqual(comparison === undefined ? [] : [{ code: 'M07', message: M07.never(comparison) }])
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
    ["${asked} = 'unsure' or ${asked} = 'yes' and ${asked} = 'no'", radio, M07.never("${asked} = 'yes' and ${asked} = 'no'")],
    ['${asked} > 10 and ${asked} < 5', asked('numeric'), M07.never('${asked} > 10 and ${asked} < 5')],
    ["${asked} = ''", asked('numeric'), M07.unanswered("${asked} = ''")],
    ["${asked} = 'yes' or ${asked} = ''", radio, M07.unanswered("${asked} = ''")],
    ["${asked} != 'OK'", asked('acknowledge'), M07.unanswered("${asked} != 'OK'")],
    [
      "${first} = 'yes'",
      { ...radio, askedWhen: [[{ identifier: 'first', op: '=', value: 'no' }]] },
      M07.never("${first} = 'no' and ${first} = 'yes'"),
    ],
    ["${asked} != 'yes' and ${asked} != 'no'", radio],
    ["${asked} != ''", radio],
  ])('is refused: %s', (condition, question, message) => {
    const outcome = parseRedRule(`when: ${condition}`)
    const problems =
      'rule' in outcome
        ? ruleProblems(
            outcome.rule,
            question,
            new Map([
              ['asked', question],
              ['first', radio],
            ]),
          )
        : outcome.fault
    expect(problems).toEqual(message === undefined ? [] : [{ code: 'M07', message }])
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
    const outcome = parseRedRule("when: not(selected(${arrested}, 'no'))")
    const problems = 'rule' in outcome ? ruleProblems(outcome.rule, asked, new Map([['arrested', asked]])) : outcome.fault
    expect(problems).toEqual(message === undefined ? [] : [{ code: 'M07', message }])
  })
})
