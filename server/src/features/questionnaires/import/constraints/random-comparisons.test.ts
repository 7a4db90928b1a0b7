import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { calculate } from '@portico/shared/rules/calculations'
import { holds } from '@portico/shared/rules/conditions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contradictionsIn, sameForAllAnswers } from './contradictions/contradictions.ts'
import { comparisonsIn, operationsIn, impossibleIn } from './impossible-comparisons.ts'
import type { Answered } from './possible-values.ts'

const today = '2026-11-21'
const options = (...values: string[]) => values.map((value) => ({ value, label: { en: value } }))
/** Questions, each with answers to it that differ as far as comparisons can tell. */
const asked: readonly (readonly [string, Answered, readonly string[]])[] = [
  ['choice', { type: 'radio', options: options('yes', 'no', '2') }, ['yes', 'no', '2']],
  ['several', { type: 'checkboxes', options: options('1', 'none') }, ['1', 'none', '1 none']],
  ['numeric', { type: 'numeric' }, ['-3', '0', '1', '2.5', '18262', '99999']],
  ['date', { type: 'date' }, ['1950-06-30', '2020-01-01', '2026-11-21', '2090-01-01']],
  ['time', { type: 'time' }, ['00:00', '18:30']],
  ['agreed', { type: 'acknowledge' }, ['OK']],
]
const fixed = ['yes', 'Yes', '1', '2', '2.0', '18:30', 'OK', '2020-01-01', '18262', 'none'] as const
const numbers = [0, 1, 2, 18262] as const

const answers = fc.record(Object.fromEntries(asked.map(([name, , values]) => [name, fc.constantFrom(...values)])))
const names = fc.constantFrom(...asked.map(([name]) => name))
const comparing = fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'selected')

const { steps } = fc.letrec<{ steps: CalculationStep[]; value: CalculationStep[]; operation: CalculationStep[] }>((tie) => ({
  steps: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('value'), tie('operation')),
  value: fc
    .oneof(
      names.map((answerTo) => ({ answerTo })),
      fc.constantFrom(...numbers).map((number) => ({ number })),
      fc.constantFrom(...fixed).map((text) => ({ text })),
    )
    .map((step) => [step]),
  operation: fc
    .oneof(
      comparing.map((apply) => ({ apply, count: 2 })),
      fc.constantFrom('+', '-', 'div', 'round', 'coalesce', 'concat', 'and', 'max').map((apply) => ({ apply, count: 2 }) as const),
      fc.constantFrom('concat', 'not', 'int', 'date', 'count-selected').map((apply) => ({ apply, count: 1 }) as const),
      fc.constant({ apply: 'if', count: 3 } as const),
    )
    .chain((step) => fc.tuple(...Array.from({ length: step.count }, () => tie('steps'))).map((operands) => [...operands.flat(), step])),
}))

const factsOf = (given: Readonly<Record<string, string>>, calculations: readonly (readonly [string, CalculationStep[]])[] = []) => {
  const known = new Map(Object.entries(given))
  const facts = { answerTo: (name: string) => known.get(name) ?? '', today }
  for (const [name, calculation] of calculations) known.set(name, calculate(calculation, facts))
  return facts
}

/** Questions with one calculation more. */
const questionsWith = (calculation: CalculationStep[]) =>
  new Map<string, Answered>([...asked.map(([name, question]) => [name, question] as const), ['c', { type: 'calculate', calculation }]])

describe('a comparison that is refused is the same, whatever is answered', () => {
  test('in a calculation', () => {
    fc.assert(
      fc.property(steps, steps, comparing, answers, answers, (one, other, apply, ...given) => {
        const comparison: CalculationStep[] = [...one, ...other, { apply, count: 2 }]
        const last = operationsIn(comparison).at(-1)
        fc.pre(last !== undefined && impossibleIn([last], questionsWith([])).length > 0)
        const facts = given.map((answered) => factsOf(answered))
        // What cannot be calculated is empty: two empty values are equal, and none comes before another.
        fc.pre(facts.every((known) => [one, other].every((operand) => calculate(operand, known) !== '')))
        const results = facts.map((known) => calculate(comparison, known))
        expect(results[0]).toBe(results[1])
      }),
      { numRuns: 3_000 },
    )
  })

  test('in a condition on a calculation', () => {
    const op = fc.constantFrom<AnswerTest['op']>('=', '<', '<=', '>', '>=', 'selected')
    const value = fc.oneof(
      fc.constantFrom(...fixed, ...numbers),
      names.map((answerTo) => ({ answerTo })),
    )
    fc.assert(
      fc.property(steps, op, value, answers, (calculation, operator, compared, given) => {
        const condition = [[{ identifier: 'c', op: operator, value: compared }]]
        fc.pre(impossibleIn(comparisonsIn(condition), questionsWith(calculation)).length > 0)
        expect(holds(condition, factsOf(given, [['c', calculation]]))).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('what is refused because it joins comparisons of one answer', () => {
  // Also of an answer that is missing.
  const withMissing = fc.record(Object.fromEntries(asked.map(([name, , values]) => [name, fc.constantFrom('', ...values)])))
  const comparisonParts = {
    op: fc.constantFrom<AnswerTest['op']>('=', '<', '<=', '>', '>=', 'selected'),
    value: fc.constantFrom<AnswerTest['value']>(...fixed, ...numbers),
    not: fc.constantFrom(undefined, true as const),
  }
  const comparison = fc.record({ ...comparisonParts, identifier: names })

  test('never holds in a condition', () => {
    fc.assert(
      fc.property(fc.array(comparison, { minLength: 2, maxLength: 5 }), withMissing, (tests, given) => {
        fc.pre(contradictionsIn([tests], questionsWith([])).never.length > 0)
        expect(holds([tests], factsOf(given))).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  test('never holds in a condition on a calculation and on what it is calculated from', () => {
    const about = fc.record({
      ...comparisonParts,
      identifier: fc.constantFrom('c', 'c', 'numeric', 'choice'),
      value: fc.oneof(fc.constantFrom<AnswerTest['value']>(0, 1, 2, 3, 'yes', '2'), comparisonParts.value),
    })
    const input = fc.constantFrom('numeric', 'choice').map((answerTo): CalculationStep[] => [{ answerTo }])
    const withNumber = fc
      .tuple(input, fc.constantFrom(...numbers), fc.constantFrom('+', '-', '*', 'div', 'round', 'max', 'coalesce'))
      .map(([step, number, apply]): CalculationStep[] => [...step, { number }, { apply, count: 2 }])
    let onlyTogether = 0
    fc.assert(
      fc.property(
        fc.oneof(input, withNumber, steps),
        fc.array(about, { minLength: 2, maxLength: 4 }),
        withMissing,
        (calculation, tests, given) => {
          const isRefused = (some: typeof tests) => contradictionsIn([some], questionsWith(calculation)).never.length > 0
          fc.pre(isRefused(tests))
          const apart = Object.values(Object.groupBy(tests, ({ identifier }) => (identifier === 'c' ? 'calculated' : 'asked')))
          onlyTogether += apart.some(isRefused) ? 0 : 1
          expect(holds([tests], factsOf(given, [['c', calculation]]))).toBe(false)
        },
      ),
      { numRuns: 3_000 },
    )
    expect(onlyTogether).toBeGreaterThan(10)
  })

  test('always or never holds in a calculation', () => {
    const steps = fc
      .tuple(names, fc.constantFrom(...fixed), comparing, fc.boolean())
      .map(([answerTo, text, apply, isNegated]): CalculationStep[] => [
        { answerTo },
        { text },
        { apply, count: 2 },
        ...(isNegated ? [{ apply: 'not', count: 1 } as const] : []),
      ])
    const joining = fc.constantFrom('and' as const, 'or' as const)
    fc.assert(
      fc.property(fc.array(steps, { minLength: 2, maxLength: 5 }), joining, withMissing, (parts, apply, given) => {
        const calculation = parts.flatMap((part, place): CalculationStep[] => (place === 0 ? part : [...part, { apply, count: 2 }]))
        fc.pre(sameForAllAnswers(operationsIn(calculation), questionsWith([])).length > 0)
        expect(calculate(calculation, factsOf(given))).toBe(apply === 'and' ? '0' : '1')
      }),
      { numRuns: 3_000 },
    )
  })
})
