import { describe, expect, test } from 'vitest'
import { constraintOf, constraintText } from './constraint.ts'
import { followUpCondition, relevantText } from './follow-up-condition.ts'
import { isLinear } from './linear-pattern.ts'

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
  const linear = [
    String.raw`\d{5}(-\d{4})?`,
    '[A-Z]\\d{8,9}',
    'A?\\d{8,9}',
    '(MSC|IOE|IO2)\\d{10}',
    '[a-z.]+@[a-z.]+\\.[a-z]+',
    '(a|ab)*',
    '(\\w+,)*',
    '.{1,500}',
    '^\\d+$',
    '\\p{L}+( \\p{L}+)*',
    '(?:\\d{3}-){2}\\d{4}',
    "[A-Za-z ,.'-]+",
    'yes|no',
    '\\$\\d+\\$$',
  ]
  test.each(linear)('%s is taken, and reads long texts at once', (pattern) => {
    expect(isLinear(pattern)).toBe(true)
    const expression = new RegExp(`^(?:${pattern})$`, 'u')
    for (const text of ['a', 'a.', '1', '1,', 'ab', 'a '].map((piece) => `${piece.repeat(20_000)}!`))
      expect(expression.test(text)).toBe(false)
  })

  test.each([
    '(a+)+',
    '(a*)*',
    '(a|a)*',
    '(a?){9}',
    '(x{1,5}){1,5}',
    '\\d+\\.?\\d*',
    '.*.*x',
    'a?a?a?a?a?a?aaaaaa',
    '(a|b|ab)*c',
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '\\bword',
    'a^b',
    '(a',
    'a)',
    '[a',
    '[z-a]',
    '*a',
    'a{2,1}',
    '(a{0,200}){0,200}',
    '([a-z]{1,3}){50}',
  ])('%s is refused', (pattern) => {
    expect(isLinear(pattern)).toBe(false)
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
