import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import type { Condition } from '@portico/shared/rules/conditions'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import { formatCalculation } from './calculation.ts'
import {
  mayBeBefore,
  mayBeEqual,
  mayBeSelected,
  type PossibleValues,
  type Questions,
  valuesOfSteps,
  withDaysAsNumbers,
} from './possible-values.ts'

type Operator = AnswerTest['op'] | '!='

/** An operand of a comparison: the steps that calculate it. */
interface Operand {
  readonly steps: readonly CalculationStep[]
  /** The position of the last of them in the whole expression. */
  readonly at: number
}

/** A comparison of the values of two expressions. */
export interface Comparison {
  readonly op: Operator
  readonly operands: readonly [Operand, Operand]
  /** The expression that contains it. */
  readonly expression: readonly CalculationStep[]
  readonly isInCalculation: boolean
}

const operators: readonly string[] = ['=', '!=', '<', '<=', '>', '>=', 'selected'] satisfies Operator[]

/** Returns the comparisons in a condition. */
export function comparisonsIn(condition: Condition): Comparison[] {
  return condition.flat().map(({ identifier, op, value }): Comparison => {
    const expression = [{ answerTo: identifier }, stepOf(value)]
    const [one, other] = expression.map((step, at) => ({ steps: [step], at }))
    return { op, operands: [one ?? nothing, other ?? nothing], expression, isInCalculation: false }
  })
}

const nothing: Operand = { steps: [], at: -1 }

function stepOf(value: AnswerTest['value']): CalculationStep {
  if (typeof value === 'number') return { number: value }
  if (typeof value === 'string') return { text: value }
  return 'answerTo' in value ? { answerTo: value.answerTo } : { today: true }
}

/** Returns the comparisons in a calculation. */
export function comparisonsInCalculation(expression: readonly CalculationStep[]): Comparison[] {
  const stack: Operand[] = []
  return expression.flatMap((step, at): Comparison[] => {
    const operands = 'apply' in step ? stack.splice(Math.max(0, stack.length - step.count)) : []
    stack.push({ steps: [...operands.flatMap(({ steps }) => steps), step], at })
    const [one = nothing, other = nothing] = operands
    return 'apply' in step && isOperator(step.apply) ? [{ op: step.apply, operands: [one, other], expression, isInCalculation: true }] : []
  })
}

function isOperator(apply: string): apply is Operator {
  return operators.includes(apply)
}

/** Returns the answer and the fixed value that are compared; undefined if anything else is. */
export function answerAndValue({ operands }: Comparison): { readonly identifier: string; readonly value: string } | undefined {
  const single = operands.flatMap(({ steps: [step, ...more] }) => (step && more.length === 0 ? step : []))
  const answer = single.find((step) => 'answerTo' in step)
  const fixed = single.find((step) => 'text' in step || 'number' in step)
  return answer && fixed ? { identifier: answer.answerTo, value: String('text' in fixed ? fixed.text : fixed.number) } : undefined
}

/** A comparison that gives the same result for all answers, and why: the kind of the answer that is compared with a fixed value, if it is one. */
export interface ImpossibleComparison {
  readonly why: 'choice' | 'date' | 'number' | 'time' | 'acknowledgement' | 'never'
  /** The identifier of that answer, or the text of the comparison. */
  readonly about: string
  readonly value: string
}

/** What to say about impossible comparisons. */
export type ImpossibleWords = Readonly<
  Record<Exclude<ImpossibleComparison['why'], 'choice'>, (about: string) => string> & {
    choice: (value: string, identifier: string) => string
  }
>

/** Explains an impossible comparison in these words. */
export function impossibleInWords({ why, about, value }: ImpossibleComparison, words: ImpossibleWords): string {
  return why === 'choice' ? words.choice(value, about) : words[why](about)
}

/**
 * Returns those of these comparisons that give the same result for all answers to these questions, so that what depends on them, such as a
 * red flag, would never be seen. A comparison with an empty text asks whether there is an answer.
 */
export function impossibleIn(comparisons: readonly Comparison[], questions: Questions): ImpossibleComparison[] {
  const known = new Map<Comparison['expression'], readonly PossibleValues[]>()
  return comparisons.flatMap((comparison) => {
    const { expression } = comparison
    const values = known.get(expression) ?? valuesOfSteps(expression, questions)
    known.set(expression, values)
    return isPossible(comparison, values) ? [] : explained(comparison, questions)
  })
}

function isPossible({ op, operands, isInCalculation }: Comparison, values: readonly PossibleValues[]): boolean {
  if (operands.some(({ steps: [step, ...more] }) => step && more.length === 0 && 'text' in step && step.text === '')) return true
  const [here, there] = operands.flatMap(({ at }) => values[at] ?? []).map((one) => (isInCalculation ? withDaysAsNumbers(one) : one))
  if (!here || !there) return true
  switch (op) {
    case '=':
    case '!=':
      return mayBeEqual(here, there)
    case 'selected':
      return mayBeSelected(here, there)
    case '<':
    case '<=':
      return mayBeBefore(here, there, op === '<=')
    case '>':
    case '>=':
      return mayBeBefore(there, here, op === '>=')
  }
}

function explained(comparison: Comparison, questions: Questions): ImpossibleComparison {
  const { op, operands } = comparison
  const { identifier = '', value = '' } = answerAndValue(comparison) ?? {}
  const { type } = questions.get(identifier) ?? {}
  const kind = type && questionTypeFacts[type].answer
  switch (kind) {
    case 'choice':
    case 'choices':
      return { why: 'choice', about: identifier, value }
    case 'date':
    case 'number':
    case 'time':
    case 'acknowledgement':
      return { why: kind, about: identifier, value }
    default:
      return { why: 'never', about: formatCalculation([...operands.flatMap(({ steps }) => steps), { apply: op, count: 2 }]), value }
  }
}
