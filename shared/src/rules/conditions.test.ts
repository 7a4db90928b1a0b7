import { describe, expect, it } from 'vitest'
import type { AnswerTest } from '../contract/conditions.ts'
import { holds } from './conditions.ts'

const answers: Readonly<Record<string, string>> = {
  arrested: 'yes',
  age: '9',
  born: '2000-02-29',
  colours: 'red blue',
  moved: '2026-11-20',
}
const facts = { answerTo: (identifier: string) => answers[identifier] ?? '', today: '2026-11-21' }
const test = (identifier: string, op: AnswerTest['op'], value: AnswerTest['value'], not?: true): AnswerTest => ({
  identifier,
  op,
  value,
  ...(not && { not }),
})

describe('holds, with a single test', () => {
  it.each<[AnswerTest, boolean]>([
    [test('arrested', '=', 'yes'), true],
    [test('arrested', '=', 'no'), false],
    [test('arrested', '=', 'no', true), true],
    [test('nothing', '=', ''), true],
    [test('arrested', '=', '', true), true],
    [test('age', '=', 9), true],
    [test('age', '<', 18), true],
    [test('age', '>=', 18), false],
    [test('age', '<', '10'), true],
    [test('nothing', '<', 18), false],
    [test('nothing', '<', 18, true), true],
    [test('nothing', '=', 0), false],
    [test('arrested', '>', 'a'), false],
    [test('born', '<', '2000-03-01'), true],
    [test('born', '>=', '2000-03-01'), false],
    [test('born', '<=', { todayPlus: -365 }), true],
    [test('moved', '>=', { todayPlus: -1 }), true],
    [test('moved', '>=', { todayPlus: 0 }), false],
    [test('born', '<', { answerTo: 'moved' }), true],
    [test('born', '<', { answerTo: 'nothing' }), false],
    [test('colours', 'selected', 'blue'), true],
    [test('colours', 'selected', 'blu'), false],
    [test('nothing', 'selected', ''), false],
  ])('%j is %s', (one, expected) => {
    expect(holds([[one]], facts)).toBe(expected)
  })
})

describe('holds, with several tests', () => {
  const [yes, no] = [test('arrested', '=', 'yes'), test('arrested', '=', 'no')]
  it.each([
    [[[yes, yes]], true],
    [[[yes, no]], false],
    [[[no], [yes]], true],
    [[[no], [no]], false],
  ])('%j is %s', (condition, expected) => {
    expect(holds(condition, facts)).toBe(expected)
  })
})
