import type { QuestionDefinition } from '@portico/shared/rules/definition'
import type { QuestionType } from '@portico/shared/words/question-types'
import { describe, expect, test } from 'vitest'
import { parseCalculation } from './calculation.ts'
import { parseCondition } from './condition.ts'
import {
  type Comparison,
  comparisonsIn,
  comparisonsInCalculation,
  impossibleComparison,
  type Impossible,
} from './impossible-comparisons.ts'

const choices = (...values: string[]) => values.map((value) => ({ value, label: { en: value } }))
const questions: Readonly<Record<string, Pick<QuestionDefinition, 'type' | 'options'>>> = {
  choice: { type: 'radio', options: choices('yes', 'no') },
  several: { type: 'checkboxes', options: choices('theft', 'none') },
  count: { type: 'dropDown', options: choices('1', '2', 'many') },
  language: { type: 'contactLanguage', options: [] },
  ...Object.fromEntries(
    (['date', 'numeric', 'time', 'acknowledge', 'input', 'calculate'] satisfies QuestionType[]).map((type) => [type, { type }]),
  ),
}
const faultsIn = (comparisons: readonly Comparison[]) =>
  comparisons.map((comparison) => impossibleComparison(questions[comparison.identifier] ?? { type: 'input' }, comparison))

describe('a comparison', () => {
  test.each<[string, Impossible | undefined]>([
    ["${choice} = 'yes'", undefined],
    ["${choice} = ''", undefined],
    ["${choice} != 'Yes'", 'choice'],
    ['${choice} = 1', 'choice'],
    ["${choice} > 'no'", 'choice'],
    ["selected(${several}, 'theft')", undefined],
    ["not(selected(${several}, 'thefts'))", 'choice'],
    ["${several} = 'theft none'", 'choice'],
    ['${count} = 1', undefined],
    ["${count} = '1.0'", undefined],
    ['${count} >= 2', undefined],
    ["selected(${count}, '1.0')", 'choice'],
    ["${language} = 'es'", undefined],
    ["${date} < '2020-01-31'", undefined],
    ['${date} < today() - 30', undefined],
    ["${date} = ''", undefined],
    ["${date} < '01/31/2020'", 'date'],
    ['${date} > 2020', 'date'],
    ['${numeric} > 912', undefined],
    ["${numeric} = '912'", undefined],
    ["${numeric} > '1,000'", 'number'],
    ["${time} = '18:30'", undefined],
    ["${time} = '6:30 pm'", 'time'],
    ["${time} > '18:30'", 'time'],
    ["${acknowledge} = 'OK'", undefined],
    ["${acknowledge} = 'yes'", 'acknowledgement'],
    ["${input} > 'b'", undefined],
    ["${calculate} = 'much'", undefined],
  ])('%s in a condition: %s', (text, fault) => {
    const condition = parseCondition(text)
    expect(typeof condition === 'string' ? condition : faultsIn(comparisonsIn(condition.flat()))).toEqual(
      text.includes('today') ? [] : [fault],
    )
  })

  test.each<[string, (Impossible | undefined)[]]>([
    ["if(${choice} = 'yes', 1, 0)", [undefined]],
    ["if('Yes' = ${choice}, 1, 0) + (${choice} != 'no')", ['choice', undefined]],
    ["selected(${several}, 'Theft')", ['choice']],
    ['if(${numeric} + 1 > 3, ${date}, today())', []],
    ["concat(${choice}, 'Yes')", []],
  ])('%s in a calculation: %s', (text, faults) => {
    const steps = parseCalculation(text)
    expect(typeof steps === 'string' ? steps : faultsIn(comparisonsInCalculation(steps))).toEqual(faults)
  })
})
