import type { CalculationStep } from '@portico/shared/contract/conditions'
import type { AnswerLimits } from '@portico/shared/contract/questionnaires'
import { fitsFormat } from '@portico/shared/rules/answers'
import { numberOf } from '@portico/shared/rules/conditions'
import { isCalendarDay } from '@portico/shared/rules/days'
import { limitsOf, type QuestionDefinition } from '@portico/shared/rules/definition'
import { acknowledged, questionTypeFacts } from '@portico/shared/words/question-types'
import { formatDecimal } from './expression.ts'
import { everyNumber, overlap, type Range, rangeOf, rangeOperations, union } from './ranges.ts'

type Format = NonNullable<AnswerLimits['format']>
type Kind = 'any' | 'date' | 'time' | Format

/** What the value of an expression may be, besides empty: one of these texts, a number in this range, or anything of these kinds. */
export interface PossibleValues {
  readonly texts: ReadonlySet<string>
  readonly kinds: ReadonlySet<Kind>
  readonly numbers?: Range | undefined
  /** The question that allows several choices, if it may be the answer to one: those are joined to one text. */
  readonly several?: string | undefined
}

/** What the possible answers to a question follow from. */
export type Answered = Pick<
  QuestionDefinition,
  'type' | 'options' | 'calculation' | 'integer' | 'validation' | 'constraint' | 'askedWhen' | 'followUp' | 'followUpOf'
>

export type Questions = Pick<ReadonlyMap<string, Answered>, 'get'>

const ofKind = (kind: Kind): PossibleValues => ({ texts: new Set(), kinds: new Set([kind]) })
const ofTexts = (...texts: readonly string[]): PossibleValues => ({ texts: new Set(texts), kinds: new Set() })
const ofNumbers = (numbers: Range | undefined): PossibleValues => ({ texts: new Set(), kinds: new Set(), numbers })
const anything = ofKind('any')
const truth = ofTexts('0', '1')
// Twice the choices of the longest list; many calculations with long lists each take time.
const maxTexts = 600

/** Returns what each of these steps, with those of its operands, may result in. */
export function valuesOfSteps(steps: readonly CalculationStep[], questions: Questions): PossibleValues[] {
  const stack: PossibleValues[] = []
  return steps.map((step) => {
    const values =
      'apply' in step ? valuesOfOperation(step, stack.splice(Math.max(0, stack.length - step.count))) : valuesOf(step, questions)
    stack.push(values)
    return values
  })
}

function valuesOf(step: Exclude<CalculationStep, { apply: string }>, questions: Questions): PossibleValues {
  if ('number' in step) return ofTexts(formatDecimal(step.number))
  if ('text' in step) return ofTexts(step.text)
  if (!('answerTo' in step)) return ofKind('date')
  const question = questions.get(step.answerTo)
  if (!question) return anything
  const values = known.get(question) ?? possibleAnswers(step.answerTo, question, questions)
  known.set(question, values)
  return values
}

// Calculations may use each other, and long lists, many times.
const known = new WeakMap<Answered, PossibleValues>()

function possibleAnswers(identifier: string, question: Answered, questions: Questions): PossibleValues {
  const { type, options = [], calculation } = question
  const kind = questionTypeFacts[type].answer
  switch (kind) {
    case 'choice':
    case 'choices': {
      const choices = options.length === 0 ? anything : ofTexts(...options.map(({ value }) => value))
      return kind === 'choices' ? { ...choices, several: identifier } : choices
    }
    case 'acknowledgement':
      return ofTexts(acknowledged)
    case 'number':
      return ofNumbers(rangeWithin(limitsOf(question)))
    case 'date':
    case 'time':
      return ofKind(kind)
    case 'calculated':
      return (calculation && valuesOfSteps(calculation, questions).at(-1)) ?? anything
    case 'text': {
      const { format } = limitsOf({ ...question, identifier })
      if (format === undefined) return anything
      return { ...ofKind(format), numbers: format === 'zip' ? [0, 99_999] : undefined }
    }
    case 'none':
      return anything
  }
}

/** Returns the range of numbers within these limits; without `integer`, an end that they exclude counts as part of it. */
export function rangeWithin({ integer, min = -Infinity, above = -Infinity, max = Infinity, below = Infinity }: AnswerLimits): Range {
  if (!integer) return [Math.max(min, above), Math.min(max, below)]
  return [Math.max(Math.ceil(min), Math.floor(above) + 1), Math.min(Math.floor(max), Math.ceil(below) - 1)]
}

function valuesOfOperation(
  { apply, count }: Extract<CalculationStep, { apply: string }>,
  operands: readonly PossibleValues[],
): PossibleValues {
  const [first = anything, second = anything, third = anything] = operands
  switch (apply) {
    case 'if':
      return either(second, third)
    case 'coalesce':
      return either(first, second)
    case 'concat':
      return count === 1 ? first : anything
    case 'date':
      return ofKind('date')
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'and':
    case 'or':
    case 'not':
    case 'selected':
      return truth
    case 'count-selected':
      return ofNumbers([0, first.kinds.size > 0 ? Infinity : [...first.texts].join(' ').split(' ').length])
    default: {
      const ranges = operands.map((operand) => rangeInCalculation(operand) ?? everyNumber)
      return ofNumbers(rangeOperations[apply]?.(ranges) ?? everyNumber)
    }
  }
}

function either(one: PossibleValues, other: PossibleValues): PossibleValues {
  const texts = one.texts.union(other.texts)
  if (texts.size > maxTexts) return anything
  const numbers = union(one.numbers, other.numbers)
  return { texts, kinds: one.kinds.union(other.kinds), numbers, several: one.several ?? other.several }
}

/** Returns the range of the numbers that a calculation takes such values for; undefined if it takes none for a number. */
export function rangeInCalculation(values: PossibleValues): Range | undefined {
  return rangeIn(withDaysAsNumbers(values), 'number')
}

const msPerDay = 24 * 60 * 60_000

/** The day as a calculation takes it for a number: in days since 1970. */
export const dayNumber = (day: string) => Date.parse(day) / msPerDay

/** Adds the numbers as which a calculation takes days. */
export function withDaysAsNumbers(values: PossibleValues): PossibleValues {
  return { ...values, texts: textsWithDays(values.texts), ...(values.kinds.has('date') && { numbers: everyNumber }) }
}

/** Returns a function that remembers its results: the same lists of choices are compared many times. */
export function remembered<Result>(calculateFor: (texts: ReadonlySet<string>) => Result): (texts: ReadonlySet<string>) => Result {
  const results = new WeakMap<ReadonlySet<string>, { readonly result: Result }>()
  return (texts) => {
    const { result } = results.get(texts) ?? { result: calculateFor(texts) }
    results.set(texts, { result })
    return result
  }
}

const textsWithDays = remembered((texts): ReadonlySet<string> => {
  const days = [...texts].filter(isCalendarDay)
  return days.length === 0 ? texts : new Set([...texts, ...days.map((day) => String(dayNumber(day)))])
})

const numbersAmong = remembered((texts): ReadonlySet<number> => new Set([...texts].map(numberOf).filter((number) => !Number.isNaN(number))))

/** Returns whether all such values are numbers. */
export function areNumbers({ texts, kinds }: PossibleValues): boolean {
  return kinds.size === 0 && ![...texts].some((text) => Number.isNaN(numberOf(text)))
}

/** Returns whether such values are texts of people's own: anything, or anything of a format. */
export function areFreeTexts({ kinds }: PossibleValues): boolean {
  return (['any', 'phone', 'email', 'zip'] as const).some((kind) => kinds.has(kind))
}

/** Returns whether such a value may be a day. */
export function mayBeDay(values: PossibleValues): boolean {
  return rangeIn(values, 'date') !== undefined
}

/** Returns whether a value of one may be selected in a value of the other. */
export function mayBeSelected(among: PossibleValues, one: PossibleValues): boolean {
  const words = { ...among, texts: new Set([...among.texts].flatMap((text) => [text, ...text.split(' ')])) }
  return haveCommonKind(words, one) || haveCommonKind(one, words) || !words.texts.isDisjointFrom(one.texts)
}

/** Returns whether a value of one may equal a value of the other. */
export function mayBeEqual(one: PossibleValues, other: PossibleValues): boolean {
  if (haveCommonKind(one, other) || haveCommonKind(other, one) || !one.texts.isDisjointFrom(other.texts)) return true
  return !numbersAmong(one.texts).isDisjointFrom(numbersAmong(other.texts))
}

const isOfKind: Readonly<Record<Exclude<Kind, 'any'>, (text: string) => boolean>> = {
  date: isCalendarDay,
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
  phone: (text) => fitsFormat('phone', text),
  email: (text) => fitsFormat('email', text),
  zip: (text) => fitsFormat('zip', text),
}

// By the kinds and numbers of the one side.
function haveCommonKind({ kinds, numbers }: PossibleValues, other: PossibleValues): boolean {
  const ranges = [...(other.numbers ? [other.numbers] : []), ...[...numbersAmong(other.texts)].map((number): Range => [number, number])]
  if (numbers && ranges.some((range) => overlap(numbers, range))) return true
  return [...kinds].some((kind) => kind === 'any' || other.kinds.has(kind) || [...other.texts].some(isOfKind[kind]))
}

/** Returns whether a value of one may come before a value of the other or, if `orEqual`, be equal. */
export function mayBeBefore(one: PossibleValues, other: PossibleValues, orEqual: boolean): boolean {
  return (['number', 'date'] as const).some((kind) => {
    const [here, there] = [rangeIn(one, kind), rangeIn(other, kind)]
    if (!here || !there) return false
    return orEqual ? here[0] <= there[1] : here[0] < there[1]
  })
}

function rangeIn(values: PossibleValues, kind: 'number' | 'date'): Range | undefined {
  const { texts, kinds, numbers } = values
  if (kinds.has('any') || (kind === 'date' && kinds.has('date'))) return everyNumber
  if (kind === 'number') return union(numbers, rangeOf([...numbersAmong(texts)]))
  return rangeOf([...texts].filter(isCalendarDay).map(dayNumber))
}
