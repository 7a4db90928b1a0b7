import type { CalculationStep } from '@portico/shared/contract/conditions'
import { numberOf } from '@portico/shared/rules/conditions'
import { isCalendarDay } from '@portico/shared/rules/days'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { acknowledged, questionTypeFacts } from '@portico/shared/words/question-types'

type Kind = 'any' | 'number' | 'date' | 'time'

/** What the value of an expression may be, besides empty: one of these texts, or anything of these kinds. */
export interface PossibleValues {
  readonly texts: ReadonlySet<string>
  readonly kinds: ReadonlySet<Kind>
}

/** What the possible answers to a question follow from. */
export type Answered = Pick<QuestionDefinition, 'type' | 'options' | 'calculation'>

export type Questions = ReadonlyMap<string, Answered>

const ofKind = (kind: Kind): PossibleValues => ({ texts: new Set(), kinds: new Set([kind]) })
const ofTexts = (...texts: readonly string[]): PossibleValues => ({ texts: new Set(texts), kinds: new Set() })
const anything = ofKind('any')
// Three times the choices of the longest list; many calculations with long lists each take time.
const maxTexts = 1_000

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
  if ('number' in step) return ofTexts(String(step.number))
  if ('text' in step) return ofTexts(step.text)
  if (!('answerTo' in step)) return ofKind('date')
  const question = questions.get(step.answerTo)
  return question ? answersTo(question, questions) : anything
}

// Calculations may use each other, and long lists, many times.
const known = new WeakMap<Answered, PossibleValues>()

function answersTo(question: Answered, questions: Questions): PossibleValues {
  const values = known.get(question) ?? possibleAnswers(question, questions)
  known.set(question, values)
  return values
}

function possibleAnswers({ type, options = [], calculation }: Answered, questions: Questions): PossibleValues {
  const kind = questionTypeFacts[type].answer
  switch (kind) {
    case 'choice':
    case 'choices':
      return options.length === 0 ? anything : ofTexts(...options.map(({ value }) => value))
    case 'acknowledgement':
      return ofTexts(acknowledged)
    case 'number':
    case 'date':
    case 'time':
      return ofKind(kind)
    case 'calculated':
      return (calculation && valuesOfSteps(calculation, questions).at(-1)) ?? anything
    case 'text':
    case 'none':
      return anything
  }
}

function valuesOfOperation(
  { apply, count }: Extract<CalculationStep, { apply: string }>,
  [first = anything, second = anything, third = anything]: readonly PossibleValues[],
): PossibleValues {
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
      return ofTexts('0', '1')
    default:
      return ofKind('number')
  }
}

function either(one: PossibleValues, other: PossibleValues): PossibleValues {
  const texts = one.texts.union(other.texts)
  return texts.size > maxTexts ? anything : { texts, kinds: one.kinds.union(other.kinds) }
}

const msPerDay = 24 * 60 * 60_000

const dayNumber = (day: string) => Date.parse(day) / msPerDay

/** Adds the numbers as which a calculation takes days. */
export function withDaysAsNumbers({ texts, kinds }: PossibleValues): PossibleValues {
  const numbers = [...texts].filter(isCalendarDay).map((day) => String(dayNumber(day)))
  const daysAndNumbers: Kind[] = kinds.has('date') || kinds.has('number') ? ['date', 'number'] : []
  return { texts: new Set([...texts, ...numbers]), kinds: new Set([...kinds, ...daysAndNumbers]) }
}

/** Returns whether a value of one may be selected in a value of the other. */
export function mayBeSelected(among: PossibleValues, one: PossibleValues): boolean {
  const words = new Set([...among.texts].flatMap((text) => [text, ...text.split(' ')]))
  return among.kinds.size > 0 || one.kinds.size > 0 || !words.isDisjointFrom(one.texts)
}

/** Returns whether a value of one may equal a value of the other. */
export function mayBeEqual(one: PossibleValues, other: PossibleValues): boolean {
  if (hasTextOfKinds(one, other) || hasTextOfKinds(other, one)) return true
  if (!one.kinds.isDisjointFrom(other.kinds) || !one.texts.isDisjointFrom(other.texts)) return true
  return !numbersIn(one).isDisjointFrom(numbersIn(other))
}

const isOfKind: Readonly<Record<Kind, (text: string) => boolean>> = {
  any: () => true,
  number: (text) => !Number.isNaN(numberOf(text)),
  date: isCalendarDay,
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
}

function hasTextOfKinds({ texts }: PossibleValues, { kinds }: PossibleValues): boolean {
  return kinds.has('any') || [...kinds].some((kind) => [...texts].some(isOfKind[kind]))
}

function numbersIn({ texts }: PossibleValues): ReadonlySet<number> {
  return new Set([...texts].map(numberOf).filter((number) => !Number.isNaN(number)))
}

/** Returns whether a value of one may come before a value of the other or, if `orEqual`, be equal. */
export function mayBeBefore(one: PossibleValues, other: PossibleValues, orEqual: boolean): boolean {
  return (['number', 'date'] as const).some((kind) => {
    const [[least], [, most]] = [rangeOf(one, kind), rangeOf(other, kind)]
    return orEqual ? least <= most : least < most
  })
}

// From the least to the greatest value; NaN if there is none.
function rangeOf({ texts, kinds }: PossibleValues, kind: 'number' | 'date'): [number, number] {
  if (kinds.has('any') || kinds.has(kind)) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const values = [...texts].filter(isOfKind[kind]).map(kind === 'number' ? numberOf : dayNumber)
  return values.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...values), Math.max(...values)]
}
