import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import { parseCondition, formatCondition } from './condition.ts'
import { parseConstraint, formatConstraint } from './constraint.ts'
import { parseFollowUpCondition, formatFollowUpCondition } from './follow-up-condition.ts'

const { Q14, Q16 } = importProblems

describe('parseConstraint', () => {
  test.each([
    ['. >= 0 and . <= 120', 'numeric'],
    ['. > -1.5', 'numeric'],
    ['. <= today()', 'date'],
    ["regex(., '[A-Z]{2}[0-9]+')", 'input'],
    [`regex(., "it's")`, 'zip'],
    ['. > 0.0000001', 'numeric'],
    [". >= date('1990-01-31') and . < date('2030-01-01')", 'date'],
    ['. >= today() - 1826 and . <= today()', 'date'],
    [". > date('2000-01-01') and . <= today() + 30", 'date'],
    ['string-length(.) >= 3 and string-length(.) < 20', 'input'],
  ] as const)('%s is parsed for a %s question and formatted unchanged', (text, type) => {
    const constraint = parseConstraint(text, type)
    expect(constraint).toBeTypeOf('object')
    expect(typeof constraint === 'string' ? '' : formatConstraint(constraint)).toBe(text)
  })

  test('ignores white space and case', () => {
    expect(parseConstraint('.>=0 AND .<5', 'numeric')).toEqual({
      kind: 'range',
      bounds: [
        { op: '>=', value: 0 },
        { op: '<', value: 5 },
      ],
    })
    expect(parseConstraint("REGEX( . , 'a' )", 'input')).toEqual({ kind: 'pattern', pattern: 'a' })
    expect(parseConstraint('. < Today( )', 'date')).toEqual({ kind: 'range', bounds: [{ op: '<', value: 'today' }] })
    expect(parseConstraint('(. >= 0) and (5 > .)', 'numeric')).toEqual(parseConstraint('. >= 0 and . < 5', 'numeric'))
    expect(parseConstraint('. <= today() - 30 + 2', 'date')).toEqual({ kind: 'range', bounds: [{ op: '<=', value: 'today-28' }] })
  })

  test.each([
    ['. >= 0 or . <= 5', 'numeric', Q16.form],
    ['${a} > 3', 'numeric', Q16.own],
    ['. > ${a}', 'numeric', Q16.own],
    ['. = 3', 'numeric', Q16.form],
    ['. >= 1e9', 'numeric', Q16.unclear('1e9')],
    ['. <=', 'numeric', Q16.unfinished],
    ['. <= today() and . >= 3', 'date', Q16.fit('date')],
    ['. >= 3', 'input', Q16.fit('input')],
    ["regex(., '')", 'input', Q16.form],
    ["regex(., 'a') and string-length(.) > 3", 'input', Q16.form],
    ["regex(., 'a')", 'radio', Q16.form],
    ['. > 1 and . > 2 and . < 9', 'numeric', Q16.form],
    ['. > today() and . > date("2030-01-01")', 'date', Q16.form],
  ] as const)('%s is rejected for a %s question', (text, type, message) => {
    expect(parseConstraint(text, type)).toBe(message)
  })
})

describe('a pattern constraint', () => {
  test.each([
    String.raw`\d{5}(-\d{4})?`,
    '(MSC|IOE|IO2)\\d{10}',
    '(a+)+',
    '.{1,500}',
    '^\\p{L}+( \\p{L}+)*$',
    '\\bword',
    'a'.repeat(200),
    '(?:\\p{Script=Cyrillic}|\\p{L})*!',
  ])('%s is accepted', (pattern) => {
    expect(parseConstraint(`regex(., '${pattern}')`, 'input')).toEqual({ kind: 'pattern', pattern })
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
  ])('%s is rejected as unsupported', (pattern) => {
    expect(parseConstraint(`regex(., '${pattern}')`, 'input')).toBe(Q16.pattern)
  })

  test.each(['(?:\\p{L}{0,31}){0,32}', '(?:.?){600}', '[a-z]{1,1000}'])('%s is rejected as too large', (pattern) => {
    expect(parseConstraint(`regex(., '${pattern}')`, 'input')).toBe(Q16.large)
  })

  test('is limited to 200 characters', () => {
    expect(parseConstraint(`regex(., '${'a'.repeat(201)}')`, 'input')).toBe(Q16.form)
  })
})

describe('parseFollowUpCondition', () => {
  test.each([
    ["${a} = 'yes'", { parent: 'a', values: ['yes'] }],
    ['${a}="yes"', { parent: 'a', values: ['yes'] }],
    ["selected( ${a_>6} , 'x' )", { parent: 'a_>6', values: ['x'] }],
    ["${a} = 'x' or selected(${a}, 'y') OR ${a} = 'x'", { parent: 'a', values: ['x', 'y'] }],
  ])('%s is recognized', (text, condition) => {
    expect(parseFollowUpCondition(text)).toEqual(condition)
    expect(parseFollowUpCondition(formatFollowUpCondition(condition))).toEqual(condition)
  })

  test.each(["${a} != 'x'", "${a} = 'x' and ${b} = 'y'", "${a} = 'x' or ${b} = 'y'", '${a} = yes', "not(${a} = 'x')", "'x' = ${a}"])(
    '%s is not recognized',
    (text) => {
      expect(parseFollowUpCondition(text)).toBeUndefined()
    },
  )
})

describe('parseCondition', () => {
  const a = (op: string, value: unknown, not = false) => ({ identifier: 'a', op, value, ...(not && { not: true }) })
  const b = { identifier: 'b', op: '>=', value: 18 }
  test.each<[string, unknown]>([
    ["${a} = 'yes'", [[a('=', 'yes')]]],
    ["'yes' = ${a}", [[a('=', 'yes')]]],
    ["${a} != ''", [[a('=', '', true)]]],
    ['18 < ${a}', [[a('>', 18)]]],
    ['${a} > -1.5', [[a('>', -1.5)]]],
    ["selected(${a}, 'x')", [[a('selected', 'x')]]],
    ["not(selected(${a}, 'x'))", [[a('selected', 'x', true)]]],
    ["${a} < date('2000-01-31')", [[a('<', '2000-01-31')]]],
    ['${a} >= today() - 365', [[a('>=', { todayPlus: -365 })]]],
    ['date(${a}) <= today()', [[a('<=', { todayPlus: 0 })]]],
    ['${a} < ${b}', [[a('<', { answerTo: 'b' })]]],
    ["${a} = 'x' and ${b} >= 18", [[a('=', 'x'), b]]],
    ["${a} = 'x' or ${b} >= 18", [[a('=', 'x')], [b]]],
    [
      "(${a} = 'x' or ${a} = 'y') AND ${b} >= 18",
      [
        [a('=', 'x'), b],
        [a('=', 'y'), b],
      ],
    ],
    ["not(${a} = 'x' and ${b} >= 18)", [[a('=', 'x', true)], [{ ...b, not: true }]]],
    ["not(${a} = 'x' or not(${b} >= 18))", [[a('=', 'x', true), b]]],
    ["${a} = 'x' or ${a} = 'x' and ${a} = 'x'", [[a('=', 'x')]]],
  ])('%s is parsed and survives formatting', (text, data) => {
    const condition = parseCondition(text)
    expect(condition).toEqual(data)
    expect(typeof condition === 'string' ? condition : parseCondition(formatCondition(condition))).toEqual(data)
  })

  test.each([
    ['${a}', ''],
    ['${a} = ', ''],
    ['${a} = yes', 'yes'],
    ['${a} = 1 + 1', '+ 1'],
    ["${a} = 'x' und ${b} = 'y'", "und ${b} = 'y'"],
    ['. > 3', '> …'],
    ['${a} > 3)', ')'],
    ["${a} like 'x%'", "like 'x%'"],
    ["regex(${a}, 'x')", 'regex('],
    ["date('31.1.2000') < ${a}", "date('31.1.2000') < ${a}"],
    ['once(${a} = 1)', 'once(${a} = 1)'],
  ])('%s is rejected', (text, from) => {
    expect(parseCondition(text)).toBe(from === '' ? Q14.unfinished : Q14.unclear(from))
  })

  test('limits the size of the expanded condition and the nesting depth', () => {
    const pairs = Array.from({ length: 20 }, (_, index) => `(\${a${index}} = 1 or \${b${index}} = 1)`)
    expect(parseCondition(pairs.join(' and '))).toBe(Q14.long)
    expect(parseCondition(`${'('.repeat(2_000)}\${a} = 1${')'.repeat(2_000)}`)).toMatch(/^The condition is not understood/)
  })
})
