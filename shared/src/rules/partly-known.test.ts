import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnswerTest, CalculationStep } from '../contract/conditions.ts'
import { calculate, calculateFromKnown } from './calculations.ts'
import { holds, holdsByKnown, type Condition } from './conditions.ts'

const today = '2026-11-21'
const names = ['a', 'b', 'c'] as const
const values = ['', '0', '1', '2.5', 'yes', '2020-01-31'] as const
/** Each answer is one of the values, or not known. */
const knowledge = fc.record(Object.fromEntries(names.map((name) => [name, fc.option(fc.constantFrom(...values), { nil: undefined })])))

type Knowledge = Readonly<Record<string, (typeof values)[number] | undefined>>

/** Returns every way in which the unknown answers may be given. */
function everyWay(known: Knowledge): ReadonlyMap<string, string>[] {
  return names.reduce<ReadonlyMap<string, string>[]>(
    (ways, name) => {
      const given = known[name]
      return ways.flatMap((way) => (given === undefined ? values : [given]).map((value) => new Map([...way, [name, value]])))
    },
    [new Map()],
  )
}

const knownOnly = (known: Knowledge) =>
  new Map(Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
const factsOf = (answers: ReadonlyMap<string, string>) => ({ answerTo: (name: string) => answers.get(name) ?? '', today })

const operations = [
  ...(['+', '-', '*', 'div', '=', '!=', '<', '>=', 'and', 'or', 'coalesce', 'max', 'concat', 'selected'] as const).map((apply) => ({
    apply,
    count: 2,
  })),
  ...(['not', 'abs', 'int', 'date', 'age', 'count-selected'] as const).map((apply) => ({ apply, count: 1 })),
  { apply: 'if', count: 3 } as const,
]

const { steps } = fc.letrec<{ steps: CalculationStep[]; value: CalculationStep[]; operation: CalculationStep[] }>((tie) => ({
  steps: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('value'), tie('operation')),
  value: fc
    .oneof(
      fc.constantFrom(...names).map((answerTo) => ({ answerTo })),
      fc.constantFrom(0, 1, 3).map((number) => ({ number })),
      fc.constantFrom('', 'yes', 'no').map((text) => ({ text })),
    )
    .map((step) => [step]),
  operation: fc
    .constantFrom(...operations)
    .chain((step) => fc.tuple(...Array.from({ length: step.count }, () => tie('steps'))).map((operands) => [...operands.flat(), step])),
}))

const conditionTest: fc.Arbitrary<AnswerTest> = fc.record(
  {
    identifier: fc.constantFrom(...names),
    op: fc.constantFrom('=', '<', '>=', 'selected'),
    value: fc.oneof(
      fc.constantFrom('', 'yes', '2020-01-31', 1),
      fc.constantFrom(...names).map((answerTo) => ({ answerTo })),
    ),
    not: fc.constant(true),
  },
  { requiredKeys: ['identifier', 'op', 'value'] },
)
const condition: fc.Arbitrary<Condition> = fc.array(fc.array(conditionTest, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })

describe('from answers of which only some are known', () => {
  test('a calculation has a result only if it is the same whatever the others are', () => {
    fc.assert(
      fc.property(steps, knowledge, (calculation, known) => {
        const result = calculateFromKnown(calculation, knownOnly(known), today)
        const results = new Set(everyWay(known).map((way) => calculate(calculation, factsOf(way))))
        if (result !== undefined) expect([...results]).toEqual([result])
      }),
      { numRuns: 2_000 },
    )
  })

  test('a condition holds, or does not, only if that is so whatever the others are', () => {
    fc.assert(
      fc.property(condition, knowledge, (alternatives, known) => {
        const result = holdsByKnown(alternatives, factsOf(knownOnly(known)), (name) => known[name] !== undefined)
        const results = new Set(everyWay(known).map((way) => holds(alternatives, factsOf(way))))
        if (result !== undefined) expect([...results]).toEqual([result])
      }),
      { numRuns: 2_000 },
    )
  })

  test.each<[string, CalculationStep[], Record<string, string>, string | undefined]>([
    ['a or b', [{ answerTo: 'a' }, { answerTo: 'b' }, { apply: 'or', count: 2 }], { b: 'yes' }, '1'],
    ['a and b', [{ answerTo: 'a' }, { answerTo: 'b' }, { apply: 'and', count: 2 }], { b: '' }, '0'],
    ['a and b', [{ answerTo: 'a' }, { answerTo: 'b' }, { apply: 'and', count: 2 }], { b: 'yes' }, undefined],
    ['if(a, b, c)', [...names.map((answerTo) => ({ answerTo })), { apply: 'if', count: 3 }], { a: '', c: '2' }, '2'],
    ['if(a, b, c)', [...names.map((answerTo) => ({ answerTo })), { apply: 'if', count: 3 }], { b: '2', c: '2' }, '2'],
    ['coalesce(a, b)', [{ answerTo: 'a' }, { answerTo: 'b' }, { apply: 'coalesce', count: 2 }], { a: '2' }, '2'],
    ['coalesce(a, b)', [{ answerTo: 'a' }, { answerTo: 'b' }, { apply: 'coalesce', count: 2 }], { b: '2' }, undefined],
  ])('%s is known where it can be (%#)', (_what, calculation, known, result) => {
    expect(calculateFromKnown(calculation, new Map(Object.entries(known)), today)).toBe(result)
  })
})
