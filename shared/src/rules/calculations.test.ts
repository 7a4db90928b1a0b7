import { describe, expect, test } from 'vitest'
import type { CalculationStep } from '../contract/conditions.ts'
import { calculated } from './calculations.ts'

const answers: Readonly<Record<string, string>> = { left: '2026-01-10', back: '2026-02-01', trips: '3', born: '2000-03-02', did: 'a b' }
const facts = { answerTo: (identifier: string) => answers[identifier] ?? '', today: '2026-03-01' }
const answerTo = (identifier: string) => ({ answerTo: identifier })
const apply = (name: Extract<CalculationStep, { apply: string }>['apply'], count: number) => ({ apply: name, count })

describe('calculated', () => {
  test.each<[string, CalculationStep[], string]>([
    ['days between two days', [answerTo('back'), answerTo('left'), apply('-', 2)], '22'],
    ['a day so many days ago', [{ today: true }, { number: 1826 }, apply('-', 2), apply('date', 1)], '2021-03-01'],
    ['full years', [answerTo('born'), apply('age', 1)], '25'],
    ['a missing answer', [answerTo('none'), { number: 1 }, apply('+', 2)], ''],
    ['a stand-in for it', [answerTo('none'), { number: 0 }, apply('coalesce', 2), { number: 1 }, apply('+', 2)], '1'],
    ['thirds', [{ number: 1 }, { number: 3 }, apply('div', 2)], '0.333333333'],
    ['tenths', [{ number: 0.1 }, { number: 0.2 }, apply('+', 2)], '0.3'],
    ['hundreds', [{ number: 100 }], '100'],
    ['nothing by nothing', [{ number: 1 }, { number: 0 }, apply('div', 2)], ''],
    ['below nothing', [{ number: 3 }, apply('-', 1), apply('int', 1)], '-3'],
    ['a choice', [answerTo('trips'), { number: 2 }, apply('>', 2), { text: 'often' }, { text: 'seldom' }, apply('if', 3)], 'often'],
    [
      'what is chosen',
      [answerTo('did'), { text: 'b' }, apply('selected', 2), answerTo('did'), apply('count-selected', 1), apply('+', 2)],
      '3',
    ],
    ['words', [answerTo('trips'), { text: ' trips' }, apply('concat', 2)], '3 trips'],
    ['the greatest day', [answerTo('left'), answerTo('back'), apply('max', 2), apply('date', 1)], '2026-02-01'],
    ['too few values', [apply('+', 2)], ''],
    ['too much', [{ number: 999_999_999 }, { number: 999_999_999 }, apply('*', 2)], ''],
  ])('returns %s', (_about, steps, result) => {
    expect(calculated(steps, facts)).toBe(result)
  })
})
