import { describe, expect, test } from 'vitest'
import type { CalculationStep } from '../contract/conditions.ts'
import { calculate } from './calculations.ts'

const answers: Readonly<Record<string, string>> = {
  left: '2026-01-10',
  back: '2026-02-01',
  trips: '3',
  born: '2000-03-02',
  did: 'a b',
  zero: '0',
}
const facts = { answerTo: (identifier: string) => answers[identifier] ?? '', today: '2026-03-01' }
const answerTo = (identifier: string) => ({ answerTo: identifier })
const apply = (name: Extract<CalculationStep, { apply: string }>['apply'], count: number) => ({ apply: name, count })

describe('calculate', () => {
  test.each<[string, CalculationStep[], string]>([
    ['days between two days', [answerTo('back'), answerTo('left'), apply('-', 2)], '22'],
    ['the day a number of days ago', [{ today: true }, { number: 1826 }, apply('-', 2), apply('date', 1)], '2021-03-01'],
    ['full years', [answerTo('born'), apply('age', 1)], '25'],
    ['nothing for a missing answer', [answerTo('none'), { number: 1 }, apply('+', 2)], ''],
    [
      'a result with a default for a missing answer',
      [answerTo('none'), { number: 0 }, apply('coalesce', 2), { number: 1 }, apply('+', 2)],
      '1',
    ],
    ['a third with nine decimals', [{ number: 1 }, { number: 3 }, apply('div', 2)], '0.333333333'],
    ['exact tenths', [{ number: 0.1 }, { number: 0.2 }, apply('+', 2)], '0.3'],
    ['a whole number without decimals', [{ number: 100 }], '100'],
    ['the largest number for a division by zero', [{ number: 1 }, { number: 0 }, apply('div', 2)], '999999999999999'],
    ['the smallest number for one of a negative number', [{ number: -1 }, { number: 0 }, apply('div', 2)], '-999999999999999'],
    ['nothing for zero divided by zero', [{ number: 0 }, { number: 0 }, apply('div', 2)], ''],
    ['a negative number', [{ number: 3 }, apply('-', 1), apply('int', 1)], '-3'],
    ['one of two texts', [answerTo('trips'), { number: 2 }, apply('>', 2), { text: 'often' }, { text: 'seldom' }, apply('if', 3)], 'often'],
    ['a threshold that is met exactly', [{ number: 4.35 }, { number: 100 }, apply('*', 2), { number: 435 }, apply('>=', 2)], '1'],
    ['one that tenths meet exactly', [{ number: 0.7 }, { number: 0.1 }, apply('+', 2), { number: 0.8 }, apply('<', 2)], '0'],
    ['a whole number of tenths', [{ number: 0.7 }, { number: 0.1 }, apply('+', 2), { number: 10 }, apply('*', 2), apply('int', 1)], '8'],
    ['0 as false', [answerTo('zero'), { text: 'some' }, { text: 'none' }, apply('if', 3)], 'none'],
    ['0.0 as false', [{ text: '0.0' }, apply('not', 1)], '1'],
    ['another answer as true', [answerTo('did'), { text: 'some' }, { text: 'none' }, apply('if', 3)], 'some'],
    ['no answer as false', [answerTo('none'), apply('not', 1)], '1'],
    [
      'whether and how many choices are selected',
      [answerTo('did'), { text: 'b' }, apply('selected', 2), answerTo('did'), apply('count-selected', 1), apply('+', 2)],
      '3',
    ],
    ['joined texts', [answerTo('trips'), { text: ' trips' }, apply('concat', 2)], '3 trips'],
    ['the latest day', [answerTo('left'), answerTo('back'), apply('max', 2), apply('date', 1)], '2026-02-01'],
    ['nothing for too few values', [apply('+', 2)], ''],
    ['the largest number for one that is too large', [{ number: 999_999_999 }, { number: 999_999_999 }, apply('*', 2)], '999999999999999'],
  ])('returns %s', (_about, steps, result) => {
    expect(calculate(steps, facts)).toBe(result)
  })
})
