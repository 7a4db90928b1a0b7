import { describe, expect, it } from 'vitest'
import type { QuestionDefinition } from './definition.ts'
import { flagChanges, type AnswerWithDecision } from './new-rules.ts'

const question = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  identifier,
  questionNumber: '1',
  type: 'input',
  required: false,
  text: { en: `${identifier}?` },
  ...more,
})
const answer = (identifier: string, value: string, more: Partial<AnswerWithDecision> = {}): AnswerWithDecision => ({
  identifier,
  value,
  initialFlag: 'green',
  decided: undefined,
  ...more,
})
const redWhenYes = { redWhen: { op: 'in', values: ['yes'] }, type: 'radio' } as const
const whenOther = { redWhen: { op: 'when', condition: [[{ identifier: 'other', op: '=', value: 'no', not: true }]] } } as const
const ageOfBirth = {
  type: 'calculate',
  calculation: [{ answerTo: 'born' }, { apply: 'age', count: 1 }],
  redWhen: { op: 'lessThan', value: 18 },
} as const
const ruled = { flag: 'red', rulesVersion: 2 } as const
const judged = { flag: 'green' } as const

describe('new rules for an open case', () => {
  it.each<[string, QuestionDefinition[], AnswerWithDecision[], ('red' | 'green' | undefined)[]]>([
    ['turn an answer red', [question('a', redWhenYes)], [answer('a', 'yes')], ['red']],
    ['leave an answer that stays green', [question('a', redWhenYes)], [answer('a', 'no')], [undefined]],
    ['turn an answer green that is no longer red', [question('a')], [answer('a', 'yes', { initialFlag: 'red' })], ['green']],
    ['never make an unanswered question red', [question('a', { redWhen: { op: 'answered' } })], [answer('a', '')], [undefined]],
    ['ignore a removed question', [], [answer('a', 'yes', { initialFlag: 'red' })], [undefined]],
    ['do not apply where the question was never asked', [question('a', whenOther)], [answer('a', 'x')], [undefined]],
    [
      'apply where the question was asked but not answered',
      [question('a', whenOther), question('other')],
      [answer('a', 'x'), answer('other', '')],
      ['red', undefined],
    ],
    ['keep a person’s decision', [question('a', redWhenYes)], [answer('a', 'yes', { decided: judged })], [undefined]],
    ['replace a decision of earlier rules', [question('a')], [answer('a', 'yes', { decided: ruled })], ['green']],
    ['do not repeat a decision', [question('a', redWhenYes)], [answer('a', 'yes', { decided: ruled })], [undefined]],
    [
      'use the current calculations',
      [question('born', { type: 'date' }), question('age', ageOfBirth)],
      [answer('born', '2010-01-01'), answer('age', '40')],
      [undefined, 'red'],
    ],
  ])('%s', (_what, questions, answers, flags) => {
    const changes = flagChanges({ version: 3, questions }, answers, '2026-11-21')
    expect(answers.map((_answer, place) => changes.find(({ position }) => position === place)?.flag)).toEqual(flags)
  })

  it('name the version, the reason and what to find out', () => {
    const questions = [question('a', { ...redWhenYes, redReason: 'An arrest can matter.', redGuidance: 'Ask for court papers.' })]
    expect(flagChanges({ version: 3, questions }, [answer('a', 'yes')], '2026-11-21').map(({ reason }) => reason)).toEqual([
      'Rules of version 3: An arrest can matter. To find out: Ask for court papers.',
    ])
  })
})
