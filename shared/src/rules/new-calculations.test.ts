import { describe, expect, it } from 'vitest'
import type { CalculationStep } from '../contract/conditions.ts'
import type { QuestionDefinition, RedRule } from './definition.ts'
import { flagChanges, type AnswerWithDecision } from './new-rules.ts'

type Operation = Extract<CalculationStep, { apply: string }>['apply']

const question = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  identifier,
  questionNumber: '1',
  type: 'numeric',
  required: false,
  text: { en: `${identifier}?` },
  ...more,
})
const above = (value: number): RedRule => ({ op: 'greaterThan', value })
const ifBoth = (one: string, other: string): RedRule => ({
  op: 'when',
  condition: [
    [
      { identifier: one, op: '>', value: 1 },
      { identifier: other, op: '>', value: 1 },
    ],
  ],
})
/** A calculation of two answers, red above 10 unless it has another rule. */
const calculation = (identifier: string, [one, other]: [string, string], apply: Operation, redWhen: RedRule = above(10)) =>
  question(identifier, {
    type: 'calculate',
    calculation: [{ answerTo: one }, { answerTo: other }, { apply, count: 2 }],
    redWhen,
    redReason: `Too much ${identifier}.`,
  })
const sum = calculation('sum', ['a', 'b'], '+')
const sumWithNew = calculation('sum', ['a', 'new'], '+')
type Given = Partial<AnswerWithDecision> & Partial<AnswerWithDecision['question']>
const given = (identifier: string, value: string, { type = 'numeric', redWhen, redReason, ...more }: Given = {}): AnswerWithDecision => ({
  identifier,
  question: { type, ...(redWhen && { redWhen }), ...(redReason && { redReason }) },
  value,
  wasAsked: true,
  initialFlag: 'green',
  decided: undefined,
  ...more,
})
const red = { initialFlag: 'red' } as const
const byRules = (calculations: Record<string, string>) => ({ decided: { flag: 'red', rulesVersion: 2, reason: '', calculations } }) as const
const byPerson = (calculations?: Record<string, string>) => ({ decided: { flag: 'green', reason: 'Seen.', calculations } }) as const
const [a, b, fresh] = [question('a'), question('b'), question('new')]

const changesOf = (questions: QuestionDefinition[], answers: AnswerWithDecision[]) =>
  flagChanges({ version: 3, questions }, answers, '2026-11-21')

describe('new calculations for an open case', () => {
  it.each<[string, QuestionDefinition[], AnswerWithDecision[], ('red' | 'green' | undefined)[]]>([
    ['a red answer whose rule moved into one of a new question stays red', [a, fresh, sumWithNew], [given('a', '9', red)], [undefined]],
    ['so does one that rules made red', [a, fresh, sumWithNew], [given('a', '9', byRules({}))], [undefined]],
    [
      'a red answer stays red if another answer in the calculation is no longer possible',
      [a, b, sum],
      [given('a', '3', red), given('b', 'many', { type: 'input' })],
      [undefined, undefined],
    ],
    [
      'a red answer stays red if the rule of the calculation is about a new question',
      [a, b, fresh, calculation('sum', ['a', 'b'], '+', ifBoth('sum', 'new'))],
      [given('a', '9', red), given('b', '1')],
      [undefined, undefined],
    ],
    [
      'control: a red answer turns green if that rule cannot hold, whatever the answer to the new question',
      [a, b, fresh, calculation('sum', ['a', 'b'], '+', ifBoth('sum', 'new'))],
      [given('a', '1', red), given('b', '0')],
      ['green', undefined],
    ],
    [
      'a red answer stays red if its rule moved to an earlier calculation that now uses a new question',
      [a, fresh, sumWithNew],
      [given('a', '9', red), given('sum', '9', { type: 'calculate' })],
      [undefined, undefined],
    ],
    [
      'an earlier calculation stays red if its rule moved into a new one of it and a new question',
      [a, b, question('sum', { type: 'calculate', calculation: sum.calculation ?? [] }), fresh, calculation('risk', ['sum', 'new'], '+')],
      [given('a', '9'), given('b', '5'), given('sum', '14', { type: 'calculate', ...byRules({}) })],
      [undefined, undefined, undefined],
    ],
    [
      'a red answer stays red if its rule moved to a new question that is asked because of it',
      [a, question('new', { askedWhen: [[{ identifier: 'a', op: '>', value: 5 }]], redWhen: above(0) })],
      [given('a', '9', red)],
      [undefined],
    ],
    [
      'so does one with a new follow-up',
      [question('a', { followUp: { identifier: 'new', showWhen: ['9'] } }), question('new', { followUpOf: 'a', redWhen: above(0) })],
      [given('a', '9', red)],
      [undefined],
    ],
    [
      'control: it turns green if the new follow-up would not be asked',
      [question('a', { followUp: { identifier: 'new', showWhen: ['8'] } }), question('new', { followUpOf: 'a', redWhen: above(0) })],
      [given('a', '9', red)],
      ['green'],
    ],
    [
      'a red answer stays red if its rule needs a question that was not asked, but would be now',
      [question('a', { redWhen: ifBoth('a', 'b') }), b],
      [given('a', '9', red), given('b', '', { wasAsked: false })],
      [undefined, undefined],
    ],
    [
      'control: it turns green if that question would not be asked now either',
      [question('a', { redWhen: ifBoth('a', 'b') }), question('b', { askedWhen: [[{ identifier: 'a', op: '<', value: 5 }]] })],
      [given('a', '9', red), given('b', '', { wasAsked: false })],
      ['green', undefined],
    ],
    [
      'control: it turns green if that question was asked and not answered',
      [question('a', { redWhen: ifBoth('a', 'b') }), b],
      [given('a', '9', red), given('b', '')],
      ['green', undefined],
    ],
    [
      'a red answer stays red if its rule moved to a new question and depends on it',
      [a, question('new', { redWhen: ifBoth('a', 'new') })],
      [given('a', '9', red)],
      [undefined],
    ],
    [
      'a red answer turns green if the rule moved into a calculation that is not red',
      [a, b, sum],
      [given('a', '9', red), given('b', '1')],
      ['green', undefined],
    ],
    [
      'a calculation that is red whatever the answer to a new question is applies',
      [a, fresh, calculation('any', ['a', 'new'], 'or', above(0))],
      [given('a', '1')],
      ['red'],
    ],
    [
      'so does one that takes the first answer there is',
      [a, fresh, calculation('first', ['a', 'new'], 'coalesce')],
      [given('a', '11')],
      ['red'],
    ],
    ['one that may be red makes nothing red', [a, fresh, calculation('first', ['new', 'a'], 'coalesce')], [given('a', '11')], [undefined]],
    [
      'a person’s green holds for the calculation that rules had made the answer red for',
      [a, b, sum],
      [given('a', '9', byPerson({ sum: '14' })), given('b', '5')],
      [undefined, undefined],
    ],
    ['until its result is another', [a, b, sum], [given('a', '9', byPerson({ sum: '14' })), given('b', '6')], [undefined, 'red']],
    [
      'a person’s green for other reasons does not hold for it',
      [a, b, sum],
      [given('a', '9', byPerson()), given('b', '5')],
      [undefined, 'red'],
    ],
    [
      'the red stays on the answer that bears it',
      [a, b, sum],
      [given('a', '9'), given('b', '5', byRules({ sum: '14' }))],
      [undefined, undefined],
    ],
    [
      'and is recorded again with another result',
      [a, b, sum],
      [given('a', '9'), given('b', '6', byRules({ sum: '14' }))],
      [undefined, 'red'],
    ],
    [
      'an answer that was red for something else is red for it as well',
      [a, b, sum],
      [given('a', '9', red), given('b', '5')],
      ['red', undefined],
    ],
  ])('%s', (_what, questions, answers, flags) => {
    const changes = changesOf(questions, answers)
    expect(answers.map((_answer, place) => changes.find(({ position }) => position === place)?.flag)).toEqual(flags)
  })

  const before = { redWhen: above(5), redReason: 'Before.' }
  it.each<[string, Given, boolean]>([
    ['on arrival, for another reason', { ...red, ...before }, true],
    ['on arrival, for the same reason', { ...red, ...before, redReason: 'Too many.' }, false],
    ['on arrival, by the same rule in other words', { ...red, ...before, redWhen: above(8) }, false],
    ['by rules, for another reason', { decided: { flag: 'red', rulesVersion: 2, reason: 'Rules of version 2: Before.' } }, true],
    ['by rules, for the same reason', { decided: { flag: 'red', rulesVersion: 2, reason: 'Rules of version 2: Too many.' } }, false],
    ['by a person', { decided: { flag: 'red', reason: 'Seen.' } }, false],
  ])('an answer that was red %s, is red again for another reason: %#', (_how, answer, isChanged) => {
    const own = question('a', { redWhen: above(8), redReason: 'Too many.' })
    const reasons = changesOf([own], [given('a', '9', answer)]).map(({ reason }) => reason)
    expect(reasons).toEqual(isChanged ? ['Rules of version 3: Too many.'] : [])
  })

  it('name all reasons for which an answer is red, and the results', () => {
    const own = question('a', { redWhen: above(8), redReason: 'Too many.', redGuidance: 'Ask which.' })
    const product = calculation('product', ['a', 'b'], '*')
    expect(changesOf([own, b, sum, product], [given('a', '9'), given('b', '5')])).toEqual([
      {
        position: 0,
        identifier: 'a',
        flag: 'red',
        reason:
          'Rules of version 3: Too many. To find out: Ask which. Too much sum. (sum, calculated from this answer) ' +
          'Too much product. (product, calculated from this answer)',
        rulesVersion: 3,
        calculations: { sum: '14', product: '45' },
        from: ['a', 'b', 'sum', 'product'],
      },
    ])
  })
})
