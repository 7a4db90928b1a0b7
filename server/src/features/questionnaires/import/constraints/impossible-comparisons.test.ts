import { describe, expect, test } from 'vitest'
import { parseCalculation } from './calculation.ts'
import { parseCondition } from './condition.ts'
import { type Operation, comparisonsIn, operationsIn, impossibleIn } from './impossible-comparisons.ts'
import type { Answered } from './possible-values.ts'

const choices = (...values: string[]) => values.map((value) => ({ value, label: { en: value } }))
const calculated = (text: string): Answered => {
  const calculation = parseCalculation(text)
  if (typeof calculation === 'string') throw new Error(calculation)
  return { type: 'calculate', calculation }
}
const questions = new Map<string, Answered>([
  ['choice', { type: 'radio', options: choices('yes', 'no') }],
  ['several', { type: 'checkboxes', options: choices('theft', 'none') }],
  ['count', { type: 'dropDown', options: choices('1', '2', 'many') }],
  ['level', { type: 'radio', options: choices('High', 'low') }],
  ['language', { type: 'contactLanguage', options: [] }],
  ...(['date', 'numeric', 'time', 'acknowledge', 'input', 'calculate', 'zip', 'email', 'phoneNumber'] as const).map(
    (type) => [type, { type }] as const,
  ),
  ['typedEmail', { type: 'input', validation: { rule: 'email' } }],
  ['limited', { type: 'numeric', validation: { rule: 'integer', min: 0, max: 500 } }],
  ['adult', { type: 'numeric', integer: true, constraint: { kind: 'range', bounds: [{ op: '>', value: 17 }] } }],
  ['risk', calculated("if(${choice} = 'yes', 'High', 'low')")],
  ['copied', calculated("coalesce(string(${risk}), '')")],
  ['isYes', calculated("${choice} = 'yes'")],
  ['points', calculated("(${choice} = 'yes') + ${numeric}")],
  ['later', calculated('date(${date} + 1826)')],
])
const faultsIn = (comparisons: readonly Operation[]) => impossibleIn(comparisons, questions).map(({ why }) => why)

describe('a comparison', () => {
  test.each<[string, string?]>([
    ["${choice} = 'yes'"],
    ["${choice} = ''"],
    ["${choice} != 'Yes'", 'choice'],
    ['${choice} = 1', 'choice'],
    ["${choice} > 'no'", 'choice'],
    ["selected(${several}, 'theft')"],
    ["not(selected(${several}, 'thefts'))", 'choice'],
    ["${several} = 'theft none'", 'choice'],
    ['${count} = 1'],
    ["${count} = '1.0'"],
    ['${count} >= 2'],
    ['${count} > 2', 'choice'],
    ["selected(${count}, '1.0')", 'choice'],
    ["${language} = 'es'"],
    ["${date} < '2020-01-31'"],
    ['${date} < today() - 30'],
    ["${date} = ''"],
    ["${date} > ''", 'empty'],
    ["'' < ${numeric}", 'empty'],
    ["${numeric} >= ''", 'empty'],
    ["${choice} > ''", 'empty'],
    ["${input} <= ''", 'empty'],
    ["selected(${several}, '')", 'empty'],
    ["not(selected(${choice}, ''))", 'empty'],
    ["${date} < '01/31/2020'", 'date'],
    ["${date} < '2020-02-31'", 'date'],
    ['${date} > 2020', 'date'],
    ['${numeric} > 912'],
    ["${numeric} = '912'"],
    ["${numeric} > '1,000'", 'number'],
    ['${numeric} > today()', 'never'],
    ['${limited} > 500', 'never'],
    ['${limited} < 0', 'never'],
    ['${limited} >= 500'],
    ["selected(${numeric}, 'yes')", 'number'],
    ["${time} = '18:30'"],
    ["${time} = '6:30 pm'", 'time'],
    ["${time} = '24:30'", 'time'],
    ["${time} > '18:30'", 'time'],
    ["${acknowledge} = 'OK'"],
    ["${acknowledge} = 'yes'", 'acknowledgement'],
    ["${input} = 'b'"],
    ["${input} > 'b'", 'never'],
    ['${input} > 5'],
    ["${calculate} = 'much'"],
    ['${zip} >= 94000'],
    ["${zip} = '94016'"],
    ["${zip} = '94016-1234'"],
    ["${zip} = '02110'"],
    ["${zip} = 'San Jose'", 'never'],
    ['${zip} > 99999', 'never'],
    ['${zip} < 0', 'never'],
    ["${zip} > '2020-01-01'", 'never'],
    ["${email} = 'mai@respondents.example'"],
    ["${email} = 'none'", 'never'],
    ['${email} > 5', 'never'],
    ["${typedEmail} = 'none'", 'never'],
    ["${phoneNumber} = '+14085550100'"],
    ["${phoneNumber} = '4085550100'", 'never'],
    ['${phoneNumber} = 14085550100', 'never'],
    ['${phoneNumber} > 5', 'never'],
    ["selected(${phoneNumber}, '4085550100')", 'never'],
    ['${zip} = ${input}'],
    ['${zip} = ${email}', 'never'],
    ['${zip} = ${numeric}'],
    ["${email} != ''"],
    ['${choice} = ${input}'],
    ['${choice} = ${level}', 'never'],
    ['${choice} = ${date}', 'never'],
    ['${numeric} < ${count}'],
    ['${date} < ${later}'],
    ["${risk} = 'High'"],
    ["${risk} = 'high'", 'never'],
    ['${risk} > 0', 'never'],
    ['${risk} = ${level}'],
    ["${copied} = 'High'"],
    ["${copied} != 'high'", 'never'],
    ['${isYes} > 0'],
    ['${isYes} > 1', 'never'],
    ["${isYes} = 'yes'", 'never'],
    ['${points} > 1'],
    ["${later} > '2020-01-31'"],
    ['${later} > 2020', 'never'],
  ])('%s in a condition: %s', (text, fault) => {
    const condition = parseCondition(text)
    expect(typeof condition === 'string' ? condition : faultsIn(comparisonsIn(condition))).toEqual(fault ? [fault] : [])
  })

  test.each<[string, ...string[]]>([
    ["if(${choice} = 'yes', 1, 0)"],
    ["if('Yes' = ${choice}, 1, 0) + (${choice} != 'no')", 'choice'],
    ["selected(${several}, 'Theft')", 'choice'],
    ["selected(concat(${choice}, ' ', ${several}), 'Theft')"],
    ['if(${numeric} + 1 > 3, ${date}, today())'],
    ["concat(${choice}, 'Yes')"],
    ["if(concat(${choice}, ${level}) = 'Yes', 1, 0)"],
    ["coalesce(${choice}, 'no') = 'Yes'", 'never'],
    ["coalesce(${choice}, 'unknown') = 'unknown'"],
    ["if(string(${choice}) = 'Yes', 1, 0)", 'never'],
    ["if(if(${choice} = 'yes', 'High', 'low') = 'high', 1, 0)", 'never'],
    ['if(${choice} = ${level}, 1, 0)', 'never'],
    ['if(${date} > 18000, 1, 0)'],
    ["if(${date} + 1 > '2020-02-29', 1, 0)"],
    ["if(${date} > '2020-02-30', 1, 0)", 'date'],
    ['if(${date} = ${numeric}, 1, 0)'],
    ["if(${numeric} = '2020-01-31', 1, 0)"],
    ['if(${risk} > 0, 1, 0)', 'never'],
    ["if(${copied} = 'High' and ${copied} = 'high', 1, 0)", 'never'],
    ["if((${choice} = 'yes') > 1, 1, 0)", 'never'],
    ["if(date(${numeric}) < date('2020-01-31'), 1, 0)"],
    ["if(if(${choice} = 'yes', 0.7, 0) + if(${isYes} = 1, 0.1, 0) >= 0.8, 1, 0)"],
    ["if(if(${choice} = 'yes', 0.7, 0) + if(${isYes} = 1, 0.1, 0) > 0.8, 1, 0)", 'never'],
    ["if(selected('1 3 5', ${numeric}), 1, 0)"],
    ["if(selected('a b', ${numeric}), 1, 0)", 'number'],
    ['if(round(${limited}) > 500, 1, 0)', 'never'],
    ['if(abs(${limited} - 100) > 400, 1, 0)', 'never'],
    ['if(abs(${limited} - 100) > 399, 1, 0)'],
    ['if(${adult} < 19, 1, 0)'],
    ['if(${adult} < 18, 1, 0)', 'never'],
    ['${choice} + 1', 'never'],
    ['${count} + 1'],
    ['number(${level})', 'never'],
    ['max(${numeric}, ${choice})', 'never'],
    ['-${risk}', 'never'],
    ['age(${numeric})', 'never'],
    ['age(${date})'],
    ['age(${input})'],
    ['date(${choice})', 'never'],
    ["if((${choice} = 'yes') + (${isYes} = 1) > 1, 1, 0)"],
    ["if((${choice} = 'yes') + (${isYes} = 1) > 2, 1, 0)", 'never'],
    ['if(count-selected(${several}) > 2, 1, 0)', 'never'],
    ["if(selected(${numeric}, 'yes'), 1, 0)", 'number'],
    ["if(selected(${date}, '2020-01-31'), 1, 0)"],
    ['if(18 <= ${numeric} <= 65, 1, 0)', 'never'],
    ['if(${numeric} > 5 > 0, 1, 0)'],
    ['if(${limited} > 500, 1, 0)', 'never'],
    ['if(${limited} + 1 > 500, 1, 0)'],
    ['if(if(${numeric} > 1, 0 - 1, 0) = 0 + ${isYes}, 1, 0)'],
    ['if(${numeric} > 0.0000005, 1, 0)'],
  ])('%s in a calculation: %s', (text, ...faults) => {
    const steps = parseCalculation(text)
    expect(typeof steps === 'string' ? steps : faultsIn(operationsIn(steps))).toEqual(faults)
  })

  test('of calculations that use each other twice, a hundred deep, is found at once', () => {
    const many = new Map<string, Answered>([['c0', { type: 'radio', options: choices('yes', 'no') }]])
    for (let depth = 1; depth <= 100; depth += 1) many.set(`c${depth}`, calculated(`coalesce(\${c${depth - 1}}, \${c${depth - 1}})`))
    const condition = parseCondition("${c100} = 'Yes'")
    expect(typeof condition === 'string' ? condition : impossibleIn(comparisonsIn(condition), many).length).toBe(1)
  })
})
