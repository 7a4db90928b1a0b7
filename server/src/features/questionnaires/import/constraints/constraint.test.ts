import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import { constraintOf, constraintText } from './constraint.ts'
import { followUpCondition, relevantText } from './follow-up-condition.ts'

const { Q16 } = importProblems

describe('a constraint', () => {
  test.each([
    ['. >= 0 and . <= 120', 'numeric'],
    ['. > -1.5', 'numeric'],
    ['. <= today()', 'date'],
    ["regex(., '[A-Z]{2}[0-9]+')", 'input'],
    [`regex(., "it's")`, 'zip'],
  ] as const)('%s is read for a %s question, and written again', (text, type) => {
    const constraint = constraintOf(text, type)
    expect(constraint).toBeTypeOf('object')
    expect(typeof constraint === 'string' ? '' : constraintText(constraint)).toBe(text)
  })

  test('may be written with other white space and case', () => {
    expect(constraintOf('.>=0 AND .<5', 'numeric')).toEqual({
      kind: 'range',
      bounds: [
        { op: '>=', value: 0 },
        { op: '<', value: 5 },
      ],
    })
    expect(constraintOf("REGEX( . , 'a' )", 'input')).toEqual({ kind: 'pattern', pattern: 'a' })
    expect(constraintOf('. < Today( )', 'date')).toEqual({ kind: 'range', bounds: [{ op: '<', value: 'today' }] })
  })

  test.each([
    ['. >= 0 or . <= 5', 'numeric'],
    ['${a} > 3', 'numeric'],
    ['. = 3', 'numeric'],
    ['. >= 1e9', 'numeric'],
    ['. <= today() and . >= 3', 'date'],
    ["regex(., '')", 'input'],
    ["regex(., 'a') and . > 3", 'input'],
    ["regex(., 'a')", 'radio'],
  ] as const)('%s is not supported for a %s question', (text, type) => {
    expect(constraintOf(text, type)).toMatch(/^This constraint is not supported/)
  })
})

describe('a pattern', () => {
  test.each([
    String.raw`\d{5}(-\d{4})?`,
    '(MSC|IOE|IO2)\\d{10}',
    '(a+)+',
    '.{1,500}',
    '^\\p{L}+( \\p{L}+)*$',
    '\\bword',
    'a'.repeat(200),
    '(?:\\p{Script=Cyrillic}|\\p{L})*!',
  ])('%s is taken', (pattern) => {
    expect(constraintOf(`regex(., '${pattern}')`, 'input')).toEqual({ kind: 'pattern', pattern })
  })

  test.each([
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(a',
    'a)',
    '[a',
    '[z-a]',
    '*a',
    'a{2,1}',
    '(?i)a',
    '\\Aa',
    'a{1001}',
  ])('%s is not understood', (pattern) => {
    expect(constraintOf(`regex(., '${pattern}')`, 'input')).toBe(Q16.pattern)
  })

  test.each(['(?:\\p{L}{0,31}){0,32}', '(?:.?){600}', '[a-z]{1,1000}'])('%s is too large', (pattern) => {
    expect(constraintOf(`regex(., '${pattern}')`, 'input')).toBe(Q16.large)
  })

  test('has at most 200 characters', () => {
    expect(constraintOf(`regex(., '${'a'.repeat(201)}')`, 'input')).toBe(Q16.form)
  })
})

describe('the condition of a follow-up', () => {
  test.each([
    ["${a} = 'yes'", { parent: 'a', values: ['yes'] }],
    ['${a}="yes"', { parent: 'a', values: ['yes'] }],
    ["selected( ${a_>6} , 'x' )", { parent: 'a_>6', values: ['x'] }],
    ["${a} = 'x' or selected(${a}, 'y') OR ${a} = 'x'", { parent: 'a', values: ['x', 'y'] }],
  ])('%s is understood', (text, condition) => {
    expect(followUpCondition(text)).toEqual(condition)
    expect(followUpCondition(relevantText(condition))).toEqual(condition)
  })

  test.each(["${a} != 'x'", "${a} = 'x' and ${b} = 'y'", "${a} = 'x' or ${b} = 'y'", '${a} = yes', "not(${a} = 'x')", "'x' = ${a}"])(
    '%s is not',
    (text) => {
      expect(followUpCondition(text)).toBeUndefined()
    },
  )
})
