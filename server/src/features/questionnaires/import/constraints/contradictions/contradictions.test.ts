import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import type { TestCell } from '../../../../../../test/uploads/build-files.ts'
import { readRows } from '../../../../../../test/uploads/read-sheets.ts'
import { parseCalculation } from '../calculation.ts'
import { parseCondition } from '../condition.ts'
import { contradictionsIn, sameForAllAnswers } from './contradictions.ts'
import { operationsIn } from '../impossible-comparisons.ts'
import type { Answered } from '../possible-values.ts'

const { Q14, W22 } = importProblems
const options = (...values: string[]) => values.map((value) => ({ value, label: { en: value } }))
const questions = new Map<string, Answered>([
  ['a', { type: 'radio', options: options('yes', 'no', 'unsure') }],
  ['b', { type: 'radio', options: options('yes', 'no') }],
  ['m', { type: 'checkboxes', options: options('dui', 'theft', 'none') }],
  ['trips', { type: 'numeric', integer: true }],
  ['d', { type: 'date' }],
  ['t', { type: 'input' }],
  ['w', { type: 'input' }],
  ['soon', { type: 'radio', options: options('lawyer now', 'lawyer later', 'fine') }],
  ['at', { type: 'time' }],
  ['k', { type: 'checkboxes', options: options('1', '2', '3', '4', '5') }],
])

const contradictions = [
  ["${a} = 'yes' and ${a} = 'unsure'", "${a} = 'yes' and ${a} = 'unsure'"],
  ["selected(${a}, 'yes') and selected(${a}, 'no')", "selected(${a}, 'yes') and selected(${a}, 'no')"],
  ["${a} = 'yes' and ${a} != 'yes'", "${a} = 'yes' and ${a} != 'yes'"],
  ["${a} = 'yes' and ${b} = 'no' and ${a} = 'no'", "${a} = 'yes' and ${a} = 'no'"],
  ["${a} = '' and ${a} = 'no'", "${a} = '' and ${a} = 'no'"],
  ['${trips} > 10 and ${trips} < 5', '${trips} > 10 and ${trips} < 5'],
  ['${trips} > 10 and ${trips} = 3', '${trips} > 10 and ${trips} = 3'],
  ['${trips} >= 5 and not(${trips} >= 5)', '${trips} >= 5 and not(${trips} >= 5)'],
  ["${d} > '2020-01-01' and ${d} < '2019-01-01'", "${d} > '2020-01-01' and ${d} < '2019-01-01'"],
  ["${d} != '' and ${d} > '2020-01-01' and ${d} < '2019-01-01'", "${d} != '' and ${d} > '2020-01-01' and ${d} < '2019-01-01'"],
  ["${t} = 'x' and ${t} = 'y'", "${t} = 'x' and ${t} = 'y'"],
  ["selected(${m}, 'none') and not(selected(${m}, 'none'))", "selected(${m}, 'none') and not(selected(${m}, 'none'))"],
] as const

const possible = [
  "selected(${m}, 'dui') and selected(${m}, 'theft')",
  "${a} != 'yes' and ${a} != 'no'",
  "${a} != 'yes' and ${a} != 'no' and ${a} != 'unsure'",
  "${a} = 'yes' and ${b} = 'no'",
  '${trips} > 5 and ${trips} < 7',
  '${trips} >= 5 and ${trips} <= 5',
  '${trips} != 5 and ${trips} > 4',
  "${d} > '2020-01-01' and ${d} < '2020-01-03'",
  "${d} >= '2020-01-01' and ${d} <= '2020-01-01'",
  "${t} != 'x' and ${t} != ''",
  "selected(${t}, 'x') and selected(${t}, 'y')",
  "selected(${t}, 'x') and ${t} != 'x'",
  '${k} > 2 and ${k} != 4',
  "not(selected(${k}, '3')) and not(${k} < '3') and ${k} != ''",
  "selected(${soon}, 'lawyer') and selected(${soon}, 'later')",
  "selected(${soon}, 'lawyer') and not(selected(${soon}, 'now'))",
  "${at} != '' and ${at} != '00:00' and ${at} != '12:00' and ${at} != '23:59'",
  "${t} = '5' and not(selected(${t}, '5'))",
] as const

const none = { never: [], partly: [] }

describe('contradictions', () => {
  test.each(contradictions)('finds %j in a condition', (text, expected) => {
    const found = [{ why: 'never', text: expected }]
    expect(contradictionsIn(conditionOf(text), questions)).toEqual({ never: found, partly: [] })
    expect(contradictionsIn(conditionOf(`${text} or ${'${w}'} = 'x'`), questions)).toEqual({ never: [], partly: found })
  })

  test.each(contradictions)('finds %j in a calculation', (text, expected) => {
    expect(sameForAllIn(`if(${text}, 1, 0)`)).toEqual([expected])
  })

  test.each(possible)('finds none in %j', (text) => {
    expect(contradictionsIn(conditionOf(text), questions)).toEqual(none)
    expect(sameForAllIn(`if(${text}, 1, 0)`)).toEqual([])
  })

  test('finds none that only follows from brackets, and none that depends on today or on another answer', () => {
    for (const text of [
      "(${a} = 'yes' or ${b} = 'yes') and (${a} = 'no' or ${b} = 'no')",
      "(${a} = 'yes' or ${b} = 'yes') and ${a} = 'no'",
      "(${a} = 'yes' or ${b} = 'yes') and not(${a} = 'yes')",
      '${d} > today() and ${d} < today()',
      '${a} = ${b} and ${a} != ${b}',
    ])
      expect(contradictionsIn(conditionOf(text), questions).never).toEqual([])
  })

  test('tells apart what may follow from brackets', () => {
    const text = "${a} = 'yes' and ${a} = 'no' or ${a} = 'no' and ${b} = 'yes'"
    expect(contradictionsIn(conditionOf(text), questions)).toEqual({
      never: [],
      partly: [{ why: 'never', text: "${a} = 'yes' and ${a} = 'no'" }],
    })
  })

  test('finds in calculations what always holds, also below not()', () => {
    expect(sameForAllIn("if(not(${a} != 'yes' or ${a} != 'no'), 1, 0)")).toEqual(["${a} != 'yes' or ${a} != 'no'"])
    expect(sameForAllIn("if(${a} != 'yes' or ${b} != 'no', 1, 0)")).toEqual([])
    expect(sameForAllIn('if(${trips} >= 5 or ${trips} < 5, 1, 0)')).toEqual([])
    expect(sameForAllIn('if(${d} > 18000 and ${d} < 17000, 1, 0)')).toEqual([])
  })
})

const why = ['text', 'why', 'Why?', 'لماذا؟', null, null]
const group = ['begin_group', 'more', 'More', 'المزيد', null, null]

describe('a question that nobody can be asked', () => {
  const never = "${did} = 'theft' and ${did} = 'none'"
  const single = ['select_one crimes', 'did', 'What?', 'ماذا؟']
  const isTheSame = Q14.never(never)
  const notAsked = Q14.notAsked("${did} = 'none'")
  test.each<[string, TestCell[][], string[]]>([
    ['by its condition', [[...why, never]], [`G4: ${isTheSame}`]],
    ['by the condition of its group', [[...group, never], why, ['end_group']], [`G4: ${isTheSame}`]],
    [
      'by the condition of its group, which is not reported again in it',
      [[...group, never], [...why, "${did} = 'none'"], ['end_group']],
      [`G4: ${isTheSame}`],
    ],
    ['by both together', [[...group, "${did} = 'theft'"], [...why, "${did} = 'none'"], ['end_group']], [`G5: ${notAsked}`]],
    [
      'by two groups',
      [
        [...group, "${did} = 'theft'"],
        ['begin_group', 'inner', null, null, null, null, "${did} = 'none'"],
        why,
        ['end_group'],
        ['end_group'],
      ],
      [`G5: ${notAsked}`],
    ],
    [
      'by the condition of another question that it needs',
      [
        ['select_one crimes', 'again', 'Again?', 'مرة أخرى؟', null, null, "${did} = 'theft'"],
        [...why, "${did} = 'none' and ${again} = 'theft'"],
      ],
      [`G5: ${Q14.notAsked("${did} = 'none' and ${again} = 'theft'")}`],
    ],
    [
      'by the condition of a day that it compares with today',
      [
        ['date', 'since', 'Since?', 'منذ؟', null, null, "${did} = 'theft'"],
        [...why, "${did} = 'none' and ${since} > today() - 100"],
      ],
      [`G5: ${Q14.notAsked("${did} = 'none' and ${since} > today() - 100")}`],
    ],
    [
      'by the condition of a number that it calculates with',
      [
        ['integer', 'days', 'Days?', 'أيام؟', null, null, "${did} = 'theft'"],
        ['calculate', 'hours', null, null, '${days} * 24'],
        [...why, "${did} = 'none' and ${hours} > 2"],
      ],
      [`G6: ${Q14.notAsked("${did} = 'none' and ${hours} > 2")}`],
    ],
    [
      'by the result of a calculation where its number is limited',
      [
        ['integer', 'days', 'Days?', 'أيام؟'],
        ['calculate', 'hours', null, null, '${days} * 24'],
        [...group, '${days} < 3'],
        [...why, '${hours} > 48'],
        ['end_group'],
      ],
      [`G7: ${Q14.notAsked('${hours} > 48')}`],
    ],
    [
      'by the result of a calculation of a calculation of a choice',
      [
        ['calculate', 'crime', null, null, '${did}'],
        ['calculate', 'again', null, null, "coalesce(${crime}, 'none')"],
        [...group, "${did} != 'theft'"],
        [...why, "${again} = 'theft'"],
        ['end_group'],
      ],
      [`G7: ${Q14.notAsked("${again} = 'theft'")}`],
    ],
    [
      'control: some results of the calculation are left',
      [
        ['integer', 'days', 'Days?', 'أيام؟'],
        ['calculate', 'hours', null, null, '${days} * 24'],
        [...group, '${days} <= 3 and not(${days} = 0)'],
        [...why, '${hours} > 71'],
        ['end_group'],
      ],
      [],
    ],
    [
      'control: a calculation that has a result without that number',
      [
        ['integer', 'days', 'Days?', 'أيام؟', null, null, "${did} = 'theft'"],
        ['calculate', 'hours', null, null, 'coalesce(${days}, 1) * 24'],
        [...why, "${did} = 'none' and ${hours} > 2"],
      ],
      [],
    ],
    [
      'control: either day may be missing',
      [
        ['date', 'since', 'Since?', 'منذ؟', null, null, "${did} = 'theft'"],
        [...why, "${did} = 'none' and ${since} != ${when}"],
      ],
      [],
    ],
    [
      'control: the other question is asked',
      [
        ['select_one crimes', 'again', 'Again?', 'مرة أخرى؟', null, null, "${did} = 'theft'"],
        [...why, "${did} = 'none' and ${again} = ''"],
      ],
      [],
    ],
    [
      'control: asked because of another answer',
      [[...group, "${did} = 'theft' or ${when} = ''"], [...why, "${did} = 'none'"], ['end_group']],
      [],
    ],
    ['control: asked', [[...group, "${did} = 'theft'"], [...why, "${did} != 'none'"], ['end_group']], []],
  ])('is refused %s', async (_what, rows, told) => {
    const { problems } = await readRows(single, ['date', 'when', 'When?', 'متى؟'], ...rows)
    expect(problems).toEqual(told.map((one) => `[Q14] survey!${one}`))
  })

  test('is warned of if other parts of its condition may hold', async () => {
    const rows = [[...group, "${did} = 'theft'"], [...why, "${did} = 'none' or ${when} = ''"], ['end_group']]
    const { problems, warnings } = await readRows(single, ['date', 'when', 'When?', 'متى؟'], ...rows)
    expect({ problems, warnings }).toEqual({
      problems: [],
      warnings: [`[W22] survey!G5: ${W22.notAsked("${did} = 'none'")}`],
    })
  })

  test('is asked for if the groups around it are not too long together', async () => {
    const oneOf = (name: string) => Array.from({ length: 15 }, (_, place) => `${'${'}${name}} = ${place}`).join(' or ')
    const numbers = ['x', 'y'].map((name) => ['integer', name, name, name])
    const inner = ['begin_group', 'inner', null, null, null, null, oneOf('y')]
    const { problems } = await readRows(...numbers, [...group, oneOf('x')], inner, why, ['end_group'], ['end_group'])
    expect(problems).toEqual([`[Q14] survey!G5: ${Q14.long}`])
  })

  test('is found at the end of a long chain of questions', async () => {
    const chain = Array.from({ length: 60 }, (_, place) => [
      'select_one crimes',
      `q${place}`,
      'Again?',
      'مرة أخرى؟',
      null,
      null,
      place === 0 ? "${did} = 'theft'" : `${'${'}q${place - 1}} = 'theft'`,
    ])
    const { problems } = await readRows(single, ...chain, [...why, "${q59} = 'theft' and ${did} = 'none'"])
    expect(problems).toEqual([`[Q14] survey!G63: ${Q14.notAsked("${q59} = 'theft' and ${did} = 'none'")}`])
  })

  test('control: many questions whose conditions repeat those before are read', async () => {
    const asked = Array.from({ length: 150 }, (_, place) => [
      'select_one crimes',
      `q${place}`,
      'Again?',
      'مرة أخرى؟',
      null,
      null,
      Array.from({ length: place }, (_none, earlier) => `${'${'}q${earlier}} = 'none'`).join(' and ') || null,
    ])
    const { problems, questions } = await readRows(...asked)
    expect([problems, questions.length]).toEqual([[], 150])
  })

  test('control: a text below may ask whether there is no answer', async () => {
    const { problems } = await readRows(single, [...why, "${did} = ''"])
    expect(problems).toEqual([])
  })
})

function conditionOf(text: string) {
  const condition = parseCondition(text)
  if (typeof condition === 'string') throw new Error(condition)
  return condition
}

function sameForAllIn(text: string) {
  const steps = parseCalculation(text)
  if (typeof steps === 'string') throw new Error(steps)
  return sameForAllAnswers(operationsIn(steps), questions)
}
