import type { CalculationStep } from '@portico/shared/contract/conditions'
import type { Condition } from '@portico/shared/rules/conditions'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import type { Problem } from '../problems.ts'

type Questions = ReadonlyMap<string, Pick<QuestionDefinition, 'type'>>

const { W17 } = importProblems

/** Warns about each comparison of a condition that finds one of several choices only if nothing else is chosen (W17). */
export function singleChoicesIn(condition: Condition, questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  return warningsOf(
    condition.flat().flatMap(({ identifier, op, value }) => (op === '=' && typeof value !== 'object' ? [[identifier, String(value)]] : [])),
    questions,
  )
}

/** Warns about the same in a calculation. */
export function singleChoicesInCalculation(steps: readonly CalculationStep[], questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  return warningsOf(
    steps.flatMap((step, place): [string, string][] => {
      if (!('apply' in step) || (step.apply !== '=' && step.apply !== '!=')) return []
      const operands = steps.slice(Math.max(0, place - 2), place)
      const answer = operands.find((operand) => 'answerTo' in operand)
      const value = operands.find((operand) => 'text' in operand || 'number' in operand)
      return answer && value ? [[answer.answerTo, String('text' in value ? value.text : value.number)]] : []
    }),
    questions,
  )
}

function warningsOf(compared: readonly (readonly [string, string])[], questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  const messages = compared.flatMap(([name, value]) => {
    const type = questions.get(name)?.type
    return value !== '' && type && questionTypeFacts[type].answer === 'choices' ? W17.single(name, value) : []
  })
  return [...new Set(messages)].map((message) => ({ code: 'W17', message }))
}
