import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { numberOf, type Condition } from '@portico/shared/rules/conditions'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import { formatCalculation } from './calculation.ts'
import {
  areNumbers,
  mayBeBefore,
  mayBeDay,
  mayBeEqual,
  mayBeSelected,
  type PossibleValues,
  type Questions,
  rangeInCalculation,
  valuesOfSteps,
  withDaysAsNumbers,
} from './possible-values.ts'

type Operator = AnswerTest['op'] | Extract<CalculationStep, { apply: string }>['apply']

/** An operand of an operation: the steps that calculate it. */
export interface Operand {
  readonly steps: readonly CalculationStep[]
  /** The position of the last of them in the whole expression. */
  readonly at: number
}

/** An operation on the values of expressions, such as a comparison. */
export interface Operation {
  readonly op: Operator
  readonly operands: readonly Operand[]
  /** The expression that contains it. */
  readonly expression: readonly CalculationStep[]
  readonly isInCalculation: boolean
}

/** Returns the comparisons in a condition. */
export function comparisonsIn(condition: Condition): Operation[] {
  return condition.flat().map(({ identifier, op, value }) => {
    const expression = [{ answerTo: identifier }, stepOf(value)]
    return { op, operands: expression.map((step, at) => ({ steps: [step], at })), expression, isInCalculation: false }
  })
}

function stepOf(value: AnswerTest['value']): CalculationStep {
  if (typeof value === 'number') return { number: value }
  if (typeof value === 'string') return { text: value }
  return 'answerTo' in value ? { answerTo: value.answerTo } : { today: true }
}

/** Returns the operations in a calculation. */
export function operationsIn(expression: readonly CalculationStep[]): Operation[] {
  const stack: Operand[] = []
  return expression.flatMap((step, at): Operation[] => {
    const operands = 'apply' in step ? stack.splice(Math.max(0, stack.length - step.count)) : []
    stack.push({ steps: [...operands.flatMap(({ steps }) => steps), step], at })
    return 'apply' in step ? [{ op: step.apply, operands, expression, isInCalculation: true }] : []
  })
}

/** Returns the answer and the fixed value that are compared; undefined if anything else is. */
export function answerAndValue({ operands }: Operation): { readonly identifier: string; readonly value: string } | undefined {
  const single = operands.flatMap(({ steps: [step, ...more] }) => (step && more.length === 0 ? step : []))
  const answer = single.find((step) => 'answerTo' in step)
  const fixed = single.find((step) => 'text' in step || 'number' in step)
  return answer && fixed ? { identifier: answer.answerTo, value: String('text' in fixed ? fixed.text : fixed.number) } : undefined
}

/** A comparison that gives the same result for all answers, and why: the kind of the answer that is compared with a fixed value, if it is one. */
export interface ImpossibleComparison {
  readonly why: 'choice' | 'date' | 'number' | 'time' | 'acknowledgement' | 'empty' | 'never'
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

/** Returns what each operand of an operation may be. */
export type ReadValues = (operation: Operation) => PossibleValues[]

/** Creates a function that returns what each operand of operations on answers to these questions may be. */
export function createValueReader(questions: Questions): ReadValues {
  const known = new Map<Operation['expression'], readonly PossibleValues[]>()
  return ({ expression, operands, isInCalculation }) => {
    const values = known.get(expression) ?? valuesOfSteps(expression, questions)
    known.set(expression, values)
    const read = operands.flatMap(({ at }) => values[at] ?? [])
    return isInCalculation ? read.map(withDaysAsNumbers) : read
  }
}

/**
 * Returns those of these operations that give the same result for all answers to these questions, so that what depends on them, such as a
 * red flag, would never be seen. Only = and != ask whether there is an answer, by comparing it with an empty text.
 */
export function impossibleIn(
  operations: readonly Operation[],
  questions: Questions,
  valuesOf: ReadValues = createValueReader(questions),
): ImpossibleComparison[] {
  return operations.flatMap((operation) => (isPossible(operation, valuesOf(operation)) ? [] : explained(operation, questions)))
}

function isPossible({ op, operands }: Operation, values: readonly PossibleValues[]): boolean {
  if (takenForTruths({ op, operands }).some(isConstant)) return false
  if (operands.some(isEmptyText) && isComparison(op)) return op === '=' || op === '!='
  const [here, there] = values
  if (!here) return true
  switch (op) {
    case '=':
    case '!=':
      return !there || mayBeEqual(here, there)
    case 'selected':
      return !there || mayBeSelected(here, there)
    case '<':
    case '<=':
    case '>':
    case '>=': {
      if (!there) return true
      const [less, more] = op === '<' || op === '<=' ? [here, there] : [there, here]
      const orEqual = op === '<=' || op === '>='
      // A comparison with a missing answer is false; a truth, as in 1 < ${a} < 3, is never missing.
      const isAlways = operands.some(isTruth) && [less, more].every(areNumbers) && !mayBeBefore(more, less, !orEqual)
      return mayBeBefore(less, more, orEqual) && !isAlways
    }
    case 'age':
      return mayBeDay(here)
    case 'if':
    case 'coalesce':
    case 'concat':
    case 'and':
    case 'or':
    case 'not':
    case 'count-selected':
      return true
    default:
      return values.every((one) => rangeInCalculation(one) !== undefined)
  }
}

const comparisons: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>=', 'selected']
const truths: readonly Operator[] = [...comparisons, 'and', 'or', 'not']

/** Whether an operation compares two values. */
export function isComparison(op: Operator): boolean {
  return comparisons.includes(op)
}

function isTruth({ steps }: Operand): boolean {
  const last = steps.at(-1)
  return last !== undefined && 'apply' in last && truths.includes(last.apply)
}

/** Returns the operands of which an operation asks whether they are true. */
export function takenForTruths({ op, operands }: Pick<Operation, 'op' | 'operands'>): readonly Operand[] {
  if (op === 'if') return operands.slice(0, 1)
  return op === 'and' || op === 'or' || op === 'not' ? operands : []
}

/** As in `${a} = 'yes' or 'no'`. */
function isConstant({ steps: [step, ...more] }: Operand): boolean {
  return step !== undefined && more.length === 0 && ('text' in step || 'number' in step)
}

function isEmptyText({ steps: [step, ...more] }: Operand): boolean {
  return step !== undefined && more.length === 0 && 'text' in step && step.text === ''
}

function explained(operation: Operation, questions: Questions): ImpossibleComparison {
  const { op, operands } = operation
  const { identifier = '', value = '' } = answerAndValue(operation) ?? {}
  const { type } = questions.get(identifier) ?? {}
  const asksForEmpty = operands.some(isEmptyText)
  const kind = type && isComparison(op) && !asksForEmpty ? questionTypeFacts[type].answer : 'none'
  switch (kind) {
    case 'choice':
    case 'choices':
      return { why: 'choice', about: identifier, value }
    case 'number':
      if (!Number.isNaN(numberOf(value))) break
      return { why: kind, about: identifier, value }
    case 'date':
    case 'time':
    case 'acknowledgement':
      return { why: kind, about: identifier, value }
    default:
  }
  return {
    why: asksForEmpty ? 'empty' : 'never',
    about: formatCalculation([...operands.flatMap(({ steps }) => steps), { apply: op, count: operands.length }]),
    value,
  }
}
