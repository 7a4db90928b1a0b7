import { importProblems } from '@portico/shared/words/import/import-problems'
import type { Problem } from '../problems.ts'
import { formatCalculation } from './calculation.ts'
import { isComparison, type Operation, type ReadValues } from './impossible-comparisons.ts'
import type { PossibleValues } from './possible-values.ts'

type Warning = Pick<Problem, 'code' | 'message'>

const { W17, W19 } = importProblems

const onTexts: readonly Operation['op'][] = ['selected', 'count-selected', 'if', 'coalesce', 'concat', 'and', 'or', 'not']

/**
 * Warns about each comparison that finds one of several choices only if nothing else is chosen, and about each operation that takes them for
 * a number (W17).
 */
export function singleChoicesIn(operations: readonly Operation[], valuesOf: ReadValues): Warning[] {
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
export function choicesTakenForTrue(operations: readonly Operation[], valuesOf: ReadValues): Warning[] {
  const messages = operations.flatMap((operation) => {
    const { op, operands } = operation
    if (!['if', 'and', 'or', 'not'].includes(op)) return []
    const values = valuesOf(operation)
    const truths = op === 'if' ? operands.slice(0, 1) : operands
    return truths.flatMap(({ steps }, place) => {
      const isAnswer = steps.some((step) => 'answerTo' in step)
      return isAnswer && isAlwaysTrue(values[place]) ? W19.taken(formatCalculation(steps)) : []
    })
  })
  return [...new Set(messages)].map((message) => ({ code: 'W19', message }))
}

function isAlwaysTrue(values: PossibleValues | undefined): boolean {
  return (
    values !== undefined &&
    values.kinds.size === 0 &&
    !values.numbers &&
    ![...values.texts].some((text) => text === '' || Number(text) === 0)
  )
}
