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
