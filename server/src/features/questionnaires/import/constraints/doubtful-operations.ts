import { limitsOf } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import type { Problem } from '../problems.ts'
import { formatCalculation } from './calculation.ts'
import type { NeverHolds } from './contradictions/contradictions.ts'
import { isComparison, type Operation, type ReadValues, takenForTruths } from './impossible-comparisons.ts'
import type { PossibleValues, Questions } from './possible-values.ts'

/** What to warn about. */
export type Warning = Pick<Problem, 'code' | 'message'>

const { W17, W19, W20, W22 } = importProblems

const onTexts: readonly Operation['op'][] = ['selected', 'count-selected', 'if', 'coalesce', 'concat', 'and', 'or', 'not']

/** Warns about operations that do not do for every answer what they seem to do: W17, W19 and W20. */
export function doubtsAbout(operations: readonly Operation[], questions: Questions, valuesOf: ReadValues): Warning[] {
  return [
    ...singleChoicesIn(operations, valuesOf),
    ...choicesTakenForTrue(operations, valuesOf),
    ...textsTakenForNumbers(operations, questions),
  ]
}

/** Warns about parts of a condition that never hold, although others of it may (W22). */
export function partsThatNeverHold(parts: readonly NeverHolds[]): Warning[] {
  return parts.map(({ why, text }) => ({ code: 'W22', message: W22[why](text) }))
}

/**
 * Warns about each comparison that finds one of several choices only if nothing else is chosen, and about each operation that takes them for
 * a number (W17).
 */
function singleChoicesIn(operations: readonly Operation[], valuesOf: ReadValues): Warning[] {
  const messages = operations.flatMap((operation) => {
    if (onTexts.includes(operation.op)) return []
    const values = valuesOf(operation)
    const { several } = values.find((value) => value.several !== undefined) ?? {}
    if (several === undefined) return []
    if (!isComparison(operation.op)) return W17.number(several)
    const [compared = ''] = values.find((value) => value.several === undefined)?.texts ?? []
    return compared === '' ? [] : W17.single(several, compared)
  })
  return [...new Set(messages)].map((message) => ({ code: 'W17', message }))
}

/** Warns about each choice that a calculation takes for true, whichever it is (W19). */
function choicesTakenForTrue(operations: readonly Operation[], valuesOf: ReadValues): Warning[] {
  const messages = operations.flatMap((operation) => {
    const truths = takenForTruths(operation)
    if (truths.length === 0) return []
    const values = valuesOf(operation)
    return truths.flatMap(({ steps }, place) => {
      const isAnswer = steps.some((step) => 'answerTo' in step)
      return isAnswer && isAlwaysTrue(values[place]) ? W19.taken(formatCalculation(steps)) : []
    })
  })
  return [...new Set(messages)].map((message) => ({ code: 'W19', message }))
}

/** Warns about each free text and ZIP code that is taken for a number, which "12 days" and "95112-1234" are not (W20). */
function textsTakenForNumbers(operations: readonly Operation[], questions: Questions): Warning[] {
  const messageFor = (identifier: string): string | undefined => {
    const question = questions.get(identifier)
    if (!question || questionTypeFacts[question.type].answer !== 'text') return undefined
    const { pattern, format = 'text' } = limitsOf({ ...question, identifier })
    return pattern === undefined && (format === 'text' || format === 'zip') ? W20[format](identifier) : undefined
  }
  const messages = operations.flatMap(({ op, operands }) => {
    if (op === '=' || op === '!=' || onTexts.includes(op) || op === 'date' || op === 'age') return []
    return operands.flatMap(({ steps }) => {
      const last = steps.at(-1)
      const isAnswer = steps.length === 1 || (last && 'apply' in last && last.apply === 'coalesce')
      return isAnswer ? steps.flatMap((step) => ('answerTo' in step && messageFor(step.answerTo)) || []) : []
    })
  })
  return [...new Set(messages)].map((message) => ({ code: 'W20', message }))
}

function isAlwaysTrue(values: PossibleValues | undefined): boolean {
  return (
    values !== undefined &&
    values.kinds.size === 0 &&
    !values.numbers &&
    ![...values.texts].some((text) => text === '' || Number(text) === 0)
  )
}
