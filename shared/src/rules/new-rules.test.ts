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
type Given = Partial<AnswerWithDecision> & { readonly type?: QuestionDefinition['type'] }
const answer = (identifier: string, value: string, { type = 'input', ...more }: Given = {}): AnswerWithDecision => ({
  identifier,
  question: { type },
  value,
  wasAsked: true,
  initialFlag: 'green',
  decided: undefined,
  ...more,
})
const choices = (...values: string[]) => values.map((value) => ({ value, label: { en: value } }))
const redWhenYes = { redWhen: { op: 'in', values: ['yes'] }, type: 'radio', options: choices('yes', 'no') } as const
const whenOther = { redWhen: { op: 'when', condition: [[{ identifier: 'other', op: '=', value: 'no', not: true }]] } } as const
const ageOfBirth = {
  type: 'calculate',
  calculation: [{ answerTo: 'born' }, { apply: 'age', count: 1 }],
  redWhen: { op: 'lessThan', value: 18 },
} as const
const sumOfAge = {
  type: 'calculate',
  calculation: [{ answerTo: 'a' }, { answerTo: 'age' }, { apply: 'max', count: 2 }, { answerTo: 'age' }, { apply: 'coalesce', count: 2 }],
  redWhen: { op: 'lessThan', value: 18 },
} as const
const whenEither = {
  redWhen: {
    op: 'when',
    condition: [[{ identifier: 'a', op: '=', value: 'yes' }], [{ identifier: 'other', op: '=', value: 'yes' }]],
  },
} as const
const ruled = { flag: 'red', rulesVersion: 2, reason: 'Rules of version 2: this answer is red.' } as const
const judged = { flag: 'green', reason: 'Seen.' } as const

describe('new rules for an open case', () => {
  it.each<[string, QuestionDefinition[], AnswerWithDecision[], ('red' | 'green' | undefined)[]]>([
    ['turn an answer red', [question('a', redWhenYes)], [answer('a', 'yes')], ['red']],
    ['leave an answer that stays green', [question('a', redWhenYes)], [answer('a', 'no')], [undefined]],
    ['turn an answer green that is no longer red', [question('a')], [answer('a', 'yes', { initialFlag: 'red' })], ['green']],
    ['never make an unanswered question red', [question('a', { redWhen: { op: 'answered' } })], [answer('a', '')], [undefined]],
    ['ignore a removed question', [], [answer('a', 'yes', { initialFlag: 'red' })], [undefined]],
    ['do not apply where the question was never asked', [question('a', whenOther)], [answer('a', 'x')], [undefined]],
    ['apply by an alternative that needs only what was asked', [question('a', whenEither)], [answer('a', 'yes')], ['red']],
    ['do not apply by an alternative that does not hold', [question('a', whenEither)], [answer('a', 'no')], [undefined]],
    [
      'turn nothing green as long as an alternative needs what was not asked',
      [question('a', whenEither)],
      [answer('a', 'no', { initialFlag: 'red' })],
      [undefined],
    ],
    [
      'make the first answer red that a red new calculation is calculated from',
      [question('a'), question('born', { type: 'date' }), question('age', ageOfBirth)],
      [answer('a', 'x'), answer('born', '2010-01-01', { type: 'date' })],
      [undefined, 'red'],
    ],
    [
      'do so by way of another new calculation, and pass over what was not answered',
      [
        question('a'),
        question('born', { type: 'date' }),
        question('age', { ...ageOfBirth, redWhen: undefined }),
        question('sum', sumOfAge),
      ],
      [answer('a', ''), answer('born', '2010-01-01', { type: 'date' })],
      [undefined, 'red'],
    ],
    [
      'leave that answer if the new calculation is not red',
      [question('born', { type: 'date' }), question('age', ageOfBirth)],
      [answer('born', '1980-01-01', { type: 'date' })],
      [undefined],
    ],
    [
      'keep a person’s decision on it',
      [question('born', { type: 'date' }), question('age', ageOfBirth)],
      [answer('born', '2010-01-01', { type: 'date', decided: judged })],
      [undefined],
    ],
    [
      'make the next one red after it',
      [
        question('a'),
        question('born', { type: 'date' }),
        question('age', { ...ageOfBirth, redWhen: undefined }),
        question('sum', sumOfAge),
      ],
      [answer('a', '5', { decided: judged }), answer('born', '2010-01-01', { type: 'date' })],
      [undefined, 'red'],
    ],
    [
      'do not repeat it',
      [question('born', { type: 'date' }), question('age', ageOfBirth)],
      [answer('born', '2010-01-01', { type: 'date', decided: { ...ruled, calculations: { age: '16' } } })],
      [undefined],
    ],
    [
      'take it back once the calculation is gone',
      [question('born', { type: 'date' })],
      [answer('born', '2010-01-01', { type: 'date', decided: ruled })],
      ['green'],
    ],
    [
      'keep it as long as the calculation needs what was not asked',
      [
        question('born', { type: 'date' }),
        question('b'),
        question('age', { ...ageOfBirth, calculation: [...ageOfBirth.calculation, { answerTo: 'b' }, { apply: '+', count: 2 }] }),
      ],
      [answer('born', '2010-01-01', { type: 'date', decided: ruled })],
      [undefined],
    ],
    [
      'ignore a new calculation of an answer that was never asked for',
      [question('born', { type: 'date' }), question('age', ageOfBirth)],
      [answer('a', 'x')],
      [undefined],
    ],
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

  const ofSize = (size: string) => ({ redWhen: { op: 'when', condition: [[{ identifier: 'b', op: '>', value: Number(size) }]] } }) as const
  const renamed = { type: 'radio', options: choices('yes', 'no', 'not_sure') } as const
  const severalOf = (...values: string[]) => ({ type: 'checkboxes', options: choices(...values) }) as const
  const [red, isRadio] = [{ initialFlag: 'red' }, { type: 'radio' }] as const
  const redWhen = (op: 'in' | 'notIn', ...values: string[]) => ({ redWhen: { op, values } }) as const
  const yearsSince = { type: 'date', redWhen: { op: 'yearsSinceUnder', years: 3 } } as const
  const countOfB = { type: 'calculate', calculation: [{ answerTo: 'b' }], redWhen: { op: 'greaterThan', value: 2 } } as const

  it.each<[string, QuestionDefinition[], AnswerWithDecision[], 'red' | 'green' | undefined]>([
    ['a choice was renamed', [question('a', { ...renamed, ...redWhen('in', 'yes', 'not_sure') })], [answer('a', 'unsure', red)], undefined],
    [
      'a choice was renamed that earlier rules made red',
      [question('a', { ...renamed, ...redWhen('in', 'yes', 'not_sure') })],
      [answer('a', 'unsure', { decided: ruled })],
      undefined,
    ],
    ['a choice was removed together with the rule', [question('a', renamed)], [answer('a', 'unsure', red)], undefined],
    ['control: the choice is still there', [question('a', { ...renamed, ...redWhen('in', 'yes') })], [answer('a', 'no', red)], 'green'],
    ['a choice is not the safe one', [question('a', { ...renamed, ...redWhen('notIn', 'no') })], [answer('a', 'unsure')], 'red'],
    [
      'one of several choices was renamed',
      [question('a', { ...severalOf('jail', 'fine', 'none'), ...redWhen('in', 'jail') })],
      [answer('a', 'prison fine', { ...red, type: 'checkboxes' })],
      undefined,
    ],
    [
      'another of several choices is red',
      [question('a', { ...severalOf('jail', 'fine', 'none'), ...redWhen('in', 'fine') })],
      [answer('a', 'prison fine', { type: 'checkboxes' })],
      'red',
    ],
    [
      'control: all of several choices are still there',
      [question('a', { ...severalOf('jail', 'fine', 'none'), ...redWhen('in', 'jail') })],
      [answer('a', 'fine none', { ...red, type: 'checkboxes' })],
      'green',
    ],
    [
      'a number is asked for instead of a choice',
      [question('a', { type: 'numeric', redWhen: { op: 'greaterThan', value: 0 } })],
      [answer('a', 'yes', { ...red, ...isRadio })],
      undefined,
    ],
    [
      'control: the choice was a number',
      [question('a', { type: 'numeric', redWhen: { op: 'greaterThan', value: 5 } })],
      [answer('a', '5', { ...red, ...isRadio })],
      'green',
    ],
    ['a date is asked for instead of a number', [question('a', yearsSince)], [answer('a', '5', { ...red, type: 'numeric' })], undefined],
    ['control: a date that is long ago', [question('a', yearsSince)], [answer('a', '2001-01-01', { ...red, type: 'date' })], 'green'],
    ['a text is asked for instead of a choice', [question('a')], [answer('a', 'yes', { ...red, ...isRadio })], undefined],
    ['control: a text is still asked for', [question('a')], [answer('a', 'yes', red)], 'green'],
    ['nothing is asked for any longer', [question('a', { type: 'note' })], [answer('a', 'yes', { ...red, ...isRadio })], undefined],
    [
      'a condition needs the answer',
      [question('a', ofSize('2')), question('b', { type: 'numeric' })],
      [answer('a', 'x', red), answer('b', 'many')],
      undefined,
    ],
    [
      'control: a condition needs another answer',
      [question('a', ofSize('2')), question('b', { type: 'numeric' })],
      [answer('a', 'x', red), answer('b', '1')],
      'green',
    ],
    [
      'a calculation needs the answer',
      [question('b', { type: 'numeric' }), question('a', countOfB)],
      [answer('a', '3', { ...red, type: 'calculate' }), answer('b', 'many')],
      undefined,
    ],
    [
      'control: a calculation needs another answer',
      [question('b', { type: 'numeric' }), question('a', countOfB)],
      [answer('a', '3', { ...red, type: 'calculate' }), answer('b', '1')],
      'green',
    ],
    ['control: an unanswered question', [question('a', { type: 'date' })], [answer('a', '', { ...red, ...isRadio })], 'green'],
  ])('turn nothing green that rests on an answer of another kind: %s', (_what, questions, answers, flag) => {
    const changes = flagChanges({ version: 3, questions }, answers, '2026-11-21')
    expect(changes.find(({ position }) => position === 0)?.flag).toBe(flag)
  })

  it('name the version, the reason and what to find out', () => {
    const questions = [question('a', { ...redWhenYes, redReason: 'An arrest can matter.', redGuidance: 'Ask for court papers.' })]
    expect(flagChanges({ version: 3, questions }, [answer('a', 'yes')], '2026-11-21').map(({ reason }) => reason)).toEqual([
      'Rules of version 3: An arrest can matter. To find out: Ask for court papers.',
    ])
    const calculated = [question('born', { type: 'date' }), question('age', { ...ageOfBirth, redReason: 'Too young.' })]
    const born = answer('born', '2010-01-01', { type: 'date' })
    expect(flagChanges({ version: 3, questions: calculated }, [born], '2026-11-21').map(({ reason }) => reason)).toEqual([
      'Rules of version 3: Too young. (age, calculated from this answer)',
    ])
  })
})
