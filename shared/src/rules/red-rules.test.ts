import { describe, expect, test } from 'vitest'
import type { RedRule } from './definition.ts'
import { fullYears } from './days.ts'
import { dayIn, isRed } from './red-rules.ts'

const today = '2026-03-01'
const facts = { answerTo: (identifier: string) => (identifier === 'total' ? '950' : ''), today }

describe('isRed', () => {
  test.each<[RedRule, string, boolean]>([
    [{ op: 'in', values: ['yes', 'unsure'] }, 'yes', true],
    [{ op: 'in', values: ['yes', 'unsure'] }, 'no', false],
    [{ op: 'in', values: ['yes'] }, 'YES', false],
    [{ op: 'notIn', values: ['yes'] }, 'no', true],
    [{ op: 'notIn', values: ['yes'] }, 'yes', false],
    [{ op: 'greaterThan', value: 912 }, '913', true],
    [{ op: 'greaterThan', value: 912 }, '912', false],
    [{ op: 'lessThan', value: 2.5 }, '2.4', true],
    [{ op: 'lessThan', value: 2.5 }, '2.5', false],
    [{ op: 'lessThan', value: 3 }, '-10', true],
    [{ op: 'ageUnder', years: 18 }, '2008-03-02', true],
    [{ op: 'ageUnder', years: 18 }, '2008-03-01', false],
    [{ op: 'ageUnder', years: 18 }, '2008-02-29', false],
    [{ op: 'ageOver', years: 65 }, '1960-03-01', true],
    [{ op: 'ageOver', years: 65 }, '1960-03-02', false],
    [{ op: 'yearsSinceUnder', years: 2.75 }, '2023-06-01', true],
    [{ op: 'yearsSinceUnder', years: 2.75 }, '2023-05-31', false],
    [{ op: 'yearsSinceOver', years: 10 }, '2016-02-28', true],
    [{ op: 'yearsSinceOver', years: 10 }, '2016-03-01', false],
    [{ op: 'answered' }, 'anything', true],
    [{ op: 'when', condition: [[{ identifier: 'total', op: '>', value: 912 }]] }, 'anything', true],
    [{ op: 'when', condition: [[{ identifier: 'missing', op: '>', value: 912 }]] }, 'anything', false],
  ])('with rule %j, %s: %s', (rule, value, red) => {
    expect(isRed({ type: 'radio', redWhen: rule }, value, facts)).toBe(red)
  })

  test.each<RedRule>([
    { op: 'in', values: [''] },
    { op: 'notIn', values: ['yes'] },
    { op: 'greaterThan', value: -1 },
    { op: 'lessThan', value: 1 },
    { op: 'ageUnder', years: 200 },
    { op: 'ageOver', years: 0 },
    { op: 'yearsSinceUnder', years: 200 },
    { op: 'yearsSinceOver', years: 0 },
    { op: 'answered' },
    { op: 'when', condition: [[{ identifier: 'total', op: '>', value: 912 }]] },
  ])('is false with rule %j for a missing answer', (rule) => {
    expect(['', '  '].map((blank) => isRed({ type: 'radio', redWhen: rule }, blank, facts))).toEqual([false, false])
  })
})

describe('isRed, for an answer with several choices', () => {
  test.each<[RedRule, string, boolean]>([
    [{ op: 'in', values: ['jail', 'fine'] }, 'none fine', true],
    [{ op: 'in', values: ['jail', 'fine'] }, 'none other', false],
    [{ op: 'notIn', values: ['none'] }, 'none', false],
    [{ op: 'notIn', values: ['none'] }, 'none fine', true],
  ])('with rule %j, %s: %s', (redWhen, value, red) => {
    expect(isRed({ type: 'checkboxes', redWhen }, value, facts)).toBe(red)
  })
})

describe('fullYears and dayIn', () => {
  test.each([
    ['2000-01-01', '2018-01-01', 18],
    ['2000-01-02', '2018-01-01', 17],
    ['2004-02-29', '2022-02-28', 17],
    ['2004-02-29', '2022-03-01', 18],
    ['2004-02-29', '2024-02-29', 20],
    ['2026-03-01', '2026-03-01', 0],
  ])('from %s to %s is %s full years', (from, to, years) => {
    expect(fullYears(from, to)).toBe(years)
  })

  test('uses the day in the time zone of the workshop', () => {
    const instant = new Date('2026-03-01T06:30:00Z')
    expect(dayIn('America/Los_Angeles', instant)).toBe('2026-02-28')
    expect(dayIn('Asia/Manila', instant)).toBe('2026-03-01')
  })
})
