import type { CalculationStep } from '../contract/conditions.ts'
import { limits } from '../words/limits.ts'
import { numberOf, type ConditionFacts } from './conditions.ts'
import { fullYears, hasDayForm } from './days.ts'

/** An operand: a number, a text or a day YYYY-MM-DD. NaN stands for what cannot be calculated. */
type Value = number | string
type Apply = Extract<CalculationStep, { apply: string }>['apply']

// The largest number that `numberOf` reads.
const maxNumber = 999_999_999_999_999
const msPerDay = 24 * 60 * 60_000

/**
 * Returns the result of a calculation (shared/spec/questionnaire-files.md#calculations): digits with a decimal point, a day, a text, or the
 * empty text if a required answer is missing. A number that is too large, as after a division by zero, is the largest that can be compared: a
 * red-flag rule must not overlook it.
 */
export function calculate(steps: readonly CalculationStep[], { answerTo, today }: ConditionFacts): string {
  return run(steps, answerTo, today) ?? ''
}

/** Returns the result of a calculation if only some answers are known, by identifier; undefined if it depends on the others. */
export function calculateFromKnown(
  steps: readonly CalculationStep[],
  known: ReadonlyMap<string, string>,
  today: string,
): string | undefined {
  return run(steps, (identifier) => known.get(identifier), today)
}

// The steps run on a stack: each takes its operands from the end and pushes its result. Undefined stands for what is not known.
function run(steps: readonly CalculationStep[], answerTo: (identifier: string) => string | undefined, today: string): string | undefined {
  const stack: (Value | undefined)[] = []
  for (const step of steps) {
    if ('apply' in step) {
      const values = stack.splice(Math.max(0, stack.length - step.count))
      stack.push(areKnown(values) ? applyOperation(step.apply, values, today) : applyToUnknown(step.apply, values))
    } else if ('answerTo' in step) stack.push(answerTo(step.answerTo))
    else if ('number' in step) stack.push(step.number)
    else stack.push('text' in step ? step.text : today)
  }
  const [result] = stack
  return result === undefined ? undefined : toText(result)
}

function areKnown(values: readonly (Value | undefined)[]): values is readonly Value[] {
  return !values.includes(undefined)
}

/** Returns the result of an operation if it is the same whatever the unknown operands are. */
function applyToUnknown(apply: Apply, [first, second, third]: readonly (Value | undefined)[]): Value | undefined {
  const isFalse = (value: Value | undefined) => value !== undefined && !isTrue(value)
  switch (apply) {
    case 'or':
      return [first, second].some((value) => value !== undefined && isTrue(value)) ? 1 : undefined
    case 'and':
      return isFalse(first) || isFalse(second) ? 0 : undefined
    case 'if':
      if (first === undefined) return second === third ? second : undefined
      return isTrue(first) ? second : third
    case 'coalesce':
      if (first === undefined) return undefined
      return toText(first) === '' ? second : first
    default:
      return undefined
  }
}

function applyOperation(apply: Apply, values: readonly Value[], today: string): Value {
  const [first = '', second = '', third = ''] = values
  const [one, other] = [toNumber(first), toNumber(second)]
  switch (apply) {
    case '+':
      return one + other
    case '-':
      return values.length === 1 ? -one : one - other
    case '*':
      return one * other
    case 'div':
      return one / other
    case 'mod':
      return one % other
    case '=':
      return Number(areEqual(first, second))
    case '!=':
      return Number(!areEqual(first, second))
    case '<':
      return Number(rounded(one) < rounded(other))
    case '<=':
      return Number(rounded(one) <= rounded(other))
    case '>':
      return Number(rounded(one) > rounded(other))
    case '>=':
      return Number(rounded(one) >= rounded(other))
    case 'and':
      return Number(isTrue(first) && isTrue(second))
    case 'or':
      return Number(isTrue(first) || isTrue(second))
    case 'not':
      return Number(!isTrue(first))
    case 'if':
      return isTrue(first) ? second : third
    case 'coalesce':
      return toText(first) === '' ? second : first
    case 'min':
      return Math.min(...values.map(toNumber))
    case 'max':
      return Math.max(...values.map(toNumber))
    case 'abs':
      return Math.abs(one)
    case 'int':
      return Math.floor(rounded(one))
    case 'round':
      return values.length === 1 ? Math.round(one) : Math.round(one * 10 ** other) / 10 ** other
    case 'number':
      return one
    case 'date':
      return toDay(one)
    case 'age':
      return hasDayForm(String(first)) ? fullYears(String(first), today) : Number.NaN
    case 'concat':
      return values.map(toText).join('').slice(0, limits.cellMax)
    case 'selected':
      return Number(toText(first).split(' ').includes(toText(second)))
    case 'count-selected':
      return toText(first).split(' ').filter(Boolean).length
  }
}

/** Returns a number unchanged, and a day as the number of days since 1970. */
function toNumber(value: Value): number {
  if (typeof value === 'number') return value
  return hasDayForm(value) ? Date.parse(value) / msPerDay : numberOf(value)
}

/** Rounds to nine decimals, as results are: 4.35 * 100 reaches 435. */
function rounded(number: number): number {
  return Math.abs(number) < maxNumber ? Number(number.toFixed(9)) : number
}

function areEqual(one: Value, other: Value): boolean {
  return toText(one) === toText(other) || toNumber(one) === toNumber(other)
}

// Answers are texts; those that are numbers count as numbers.
function isTrue(value: Value): boolean {
  const number = typeof value === 'number' ? value : numberOf(value)
  return Number.isNaN(number) ? typeof value === 'string' && value !== '' : number !== 0
}

function toDay(days: number): string {
  const found = new Date(Math.floor(days) * msPerDay)
  return Number.isNaN(found.getTime()) ? '' : found.toISOString().slice(0, 10)
}

function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (Number.isNaN(value)) return ''
  const digits = Math.max(-maxNumber, Math.min(maxNumber, value)).toFixed(9)
  return digits.replace(/\.?0+$/, '').replace(/^-0$/, '0')
}
