import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { numberOf } from '@portico/shared/rules/conditions'
import { hasDayForm } from '@portico/shared/rules/days'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { acknowledged, questionTypeFacts } from '@portico/shared/words/question-types'

/** A comparison of the answer to a question with a fixed value. */
export interface Comparison {
  readonly identifier: string
  readonly op: AnswerTest['op']
  readonly value: string | number
}

/** Why no answer ever equals, or is ordered before or after, a fixed value: the kind of the answer. */
export type Impossible = 'choice' | 'date' | 'number' | 'time' | 'acknowledgement'

type Compared = Pick<QuestionDefinition, 'type' | 'options'>

/**
 * Returns why a comparison gives the same result for every answer to this question, so that what depends on it, such as a red flag, would
 * never be seen; undefined if it may differ. An empty text asks whether there is an answer.
 */
export function impossibleComparison(
  { type, options = [] }: Compared,
  { op, value }: Omit<Comparison, 'identifier'>,
): Impossible | undefined {
  const text = String(value)
  const isEquality = op === '=' || op === 'selected'
  if (text === '') return undefined
  switch (questionTypeFacts[type].answer) {
    case 'choice':
    case 'choices': {
      const isPossible = (choice: string) =>
        isEquality
          ? choice === text || (op === '=' && numberOf(choice) === numberOf(text))
          : !Number.isNaN(numberOf(choice)) || hasDayForm(choice)
      return options.length === 0 || options.some((option) => isPossible(option.value)) ? undefined : 'choice'
    }
    case 'date':
      return typeof value === 'string' && hasDayForm(value) ? undefined : 'date'
    case 'number':
      return Number.isNaN(numberOf(text)) ? 'number' : undefined
    case 'time':
      return isEquality && /^\d\d:\d\d$/.test(text) ? undefined : 'time'
    case 'acknowledgement':
      return isEquality && text === acknowledged ? undefined : 'acknowledgement'
    case 'text':
    case 'calculated':
    case 'none':
      return undefined
  }
}

/** Returns the comparisons of answers with fixed values in a condition. */
export function comparisonsIn(tests: readonly AnswerTest[]): Comparison[] {
  return tests.flatMap(({ identifier, op, value }) => (typeof value === 'object' ? [] : { identifier, op, value }))
}

const operators: Readonly<Record<string, AnswerTest['op']>> = {
  '=': '=',
  '!=': '=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  selected: 'selected',
}

/** Returns the comparisons of answers with fixed values in a calculation. */
export function comparisonsInCalculation(steps: readonly CalculationStep[]): Comparison[] {
  return steps.flatMap((step, place): Comparison[] => {
    const op = 'apply' in step && Object.hasOwn(operators, step.apply) ? operators[step.apply] : undefined
    // An operation takes its operands from the steps directly before it.
    const operands = steps.slice(Math.max(0, place - 2), place)
    const answer = operands.find((operand) => 'answerTo' in operand)
    const fixed = operands.find((operand) => 'text' in operand || 'number' in operand)
    return op && answer && fixed ? [{ identifier: answer.answerTo, op, value: 'text' in fixed ? fixed.text : fixed.number }] : []
  })
}
