import { describe, expect, it } from 'vitest'
import type { QuestionDefinition, RedRule } from './definition.ts'
import { endedGreens, type AnswerWithDecision } from './new-rules.ts'

const question = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  identifier,
  questionNumber: '1',
  type: 'numeric',
  required: false,
  text: { en: `${identifier}?` },
  ...more,
})
const ifAny = (...names: string[]): RedRule => ({ op: 'when', condition: names.map((identifier) => [{ identifier, op: '>', value: 1 }]) })
const [b, c, fresh] = [question('b'), question('c'), question('new')]
/** Is red above 10. */
const sum = question('sum', {
  type: 'calculate',
  calculation: [{ answerTo: 'a' }, { answerTo: 'b' }, { apply: '+', count: 2 }],
  redWhen: { op: 'greaterThan', value: 10 },
})

const byPerson = (calculations?: Record<string, string>) => ({ flag: 'green', reason: 'Seen.', calculations }) as const
const byRules = { flag: 'red', reason: 'Rules.', rulesVersion: 2 } as const
interface Given {
  readonly value: string
  readonly decided?: AnswerWithDecision['decided']
  readonly type?: 'numeric' | 'calculate'
}
type Answers = Readonly<Record<string, Given>>
const answersOf = (answers: Answers): AnswerWithDecision[] =>
  Object.entries(answers).map(([identifier, { value, decided, type = 'numeric' }]) => ({
    identifier,
    question: { type },
    value,
    wasAsked: true,
    initialFlag: 'red',
    decided,
  }))

const seen = { value: '5', decided: byPerson() }
const seenFor = (sumWas: string) => ({ value: '5', decided: byPerson({ sum: sumWas }) })

/** Each case starts with these answers, and corrects the last one to 9. */
const cases: readonly [string, QuestionDefinition[], Answers, string[]][] = [
  ['its own rule makes it red', [question('a', { redWhen: ifAny('c') }), c], { a: seen, c: { value: '1' } }, ['a']],
  ['it was red by its own rule before', [question('a', { redWhen: ifAny('c') }), c], { a: seen, c: { value: '2' } }, []],
  [
    'its own rule now holds whatever is new',
    [question('a', { redWhen: ifAny('new', 'c') }), fresh, c],
    { a: seen, c: { value: '1' } },
    ['a'],
  ],
  ['its own rule still depends on what is new', [question('a', { redWhen: ifAny('new') }), fresh, c], { a: seen, c: { value: '1' } }, []],
  [
    'its own rule makes it red besides a calculation that it was red for',
    [question('a', { redWhen: ifAny('c') }), b, sum, c],
    { a: seenFor('25'), b: { value: '20' }, c: { value: '1' } },
    ['a'],
  ],
  [
    'its own rule makes it red while another answer is red for a calculation',
    [question('a', { redWhen: ifAny('c') }), b, sum, c],
    { a: seen, b: { value: '20', decided: { ...byRules, calculations: { sum: '25' } } }, c: { value: '1' } },
    ['a'],
  ],
  [
    'it is of a calculation that has another result',
    [question('a'), b, sum],
    { a: { value: '5' }, sum: { ...seen, type: 'calculate' }, b: { value: '7' } },
    ['sum'],
  ],
  ['it was red for a new calculation with another result', [question('a'), b, sum], { a: seenFor('12'), b: { value: '7' } }, ['a']],
  [
    'another answer was red for the calculation',
    [question('a'), b, sum],
    { c: seenFor('12'), a: { value: '5', decided: byRules }, b: { value: '7' } },
    [],
  ],
  ['an answer that nobody decided on is there for the calculation', [question('a'), b, sum], { a: seen, b: { value: '1' } }, []],
  [
    'nothing else is there for a calculation that is red now',
    [question('a'), b, sum],
    { a: seen, b: { value: '1', decided: byPerson() } },
    ['a'],
  ],
  ['the calculation has the same result', [question('a'), b, sum, c], { a: seenFor('25'), b: { value: '20' }, c: { value: '1' } }, []],
]

describe('a green on an answer after another one was corrected', () => {
  it.each(cases)('%s', (_what, questions, given, ended) => {
    const [last = ['', { value: '' }] as const] = Object.entries(given).toReversed()
    const corrected = { ...given, [last[0]]: { ...last[1], value: '9' } }
    const answers = { before: answersOf(given), after: answersOf(corrected) }
    expect([...endedGreens(questions, answers, '2026-11-21')]).toEqual(ended)
  })
})
