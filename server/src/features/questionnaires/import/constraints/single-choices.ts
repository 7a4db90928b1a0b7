import type { CalculationStep } from '@portico/shared/contract/conditions'
import type { Condition } from '@portico/shared/rules/conditions'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import type { Problem } from '../problems.ts'
import { type Comparison, comparisonsIn, comparisonsInCalculation } from './impossible-comparisons.ts'

type Questions = ReadonlyMap<string, Pick<QuestionDefinition, 'type'>>

const { W17 } = importProblems

/** Warns about each comparison of a condition that finds one of several choices only if nothing else is chosen (W17). */
export function singleChoicesIn(condition: Condition, questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  return warningsOf(comparisonsIn(condition.flat()), questions)
}

/** Warns about the same in a calculation. */
export function singleChoicesInCalculation(steps: readonly CalculationStep[], questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  return warningsOf(comparisonsInCalculation(steps), questions)
}

function warningsOf(comparisons: readonly Comparison[], questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  const messages = comparisons.flatMap(({ identifier, op, value }) => {
    const type = questions.get(identifier)?.type
    return op === '=' && value !== '' && type && questionTypeFacts[type].answer === 'choices' ? W17.single(identifier, String(value)) : []
  })
  return [...new Set(messages)].map((message) => ({ code: 'W17', message }))
}
