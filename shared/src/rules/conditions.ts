import type { AnswerTest } from '../contract/conditions.ts'
import { dayAfter, hasDayForm } from './days.ts'

/** A condition on earlier answers: it holds when all tests of one of its lists pass (shared/spec/questionnaire-files.md#conditions). */
export type Condition = readonly (readonly AnswerTest[])[]

/**
 * What a condition is evaluated on: the answer to a question, empty if there is none, and today in the workshop's time zone, YYYY-MM-DD.
 */
export interface ConditionFacts {
  readonly answerTo: (identifier: string) => string
  readonly today: string
}

/** Returns whether a condition holds. Used on both the respondent's device and the server, so that both ask the same questions. */
export function holds(condition: Condition, facts: ConditionFacts): boolean {
  return condition.some((tests) => tests.every((test) => passes(test, facts) !== (test.not === true)))
}

/**
 * Returns whether a condition holds if only some answers are known: undefined if it depends on the others. `isKnown` says of an identifier
 * whether its answer is known.
 */
export function holdsByKnown(condition: Condition, facts: ConditionFacts, isKnown: (identifier: string) => boolean): boolean | undefined {
  const isCertain = (test: AnswerTest) => namesInTest(test).every(isKnown)
  if (
    holds(
      condition.filter((tests) => tests.every(isCertain)),
      facts,
    )
  )
    return true
  return holds(
    condition.map((tests) => tests.filter(isCertain)),
    facts,
  )
    ? undefined
    : false
}

/** Returns the identifiers of the answers that a test refers to. */
export function namesInTest({ identifier, value }: AnswerTest): string[] {
  return typeof value === 'object' && 'answerTo' in value ? [identifier, value.answerTo] : [identifier]
}

function passes({ identifier, op, value }: AnswerTest, { answerTo, today }: ConditionFacts): boolean {
  const answer = answerTo(identifier)
  if (op === 'selected') return answer !== '' && (answer === value || answer.split(' ').some((chosen) => chosen === value))
  if (typeof value === 'object')
    return compareTexts(answer, op, 'answerTo' in value ? answerTo(value.answerTo) : dayAfter(today, value.todayPlus))
  return typeof value === 'number' ? compareNumbers(numberOf(answer), op, value) : compareTexts(answer, op, value)
}

type Comparison = Exclude<AnswerTest['op'], 'selected'>

/**
 * Compares numbers by value and days by date; other texts can only be equal or not. Ordering comparisons with a missing answer are false.
 */
function compareTexts(one: string, op: Comparison, other: string): boolean {
  if (op === '=') return one === other || compareNumbers(numberOf(one), op, numberOf(other))
  if (hasDayForm(one) && hasDayForm(other)) return compareNumbers(Date.parse(one), op, Date.parse(other))
  return compareNumbers(numberOf(one), op, numberOf(other))
}

function compareNumbers(one: number, op: Comparison, other: number): boolean {
  switch (op) {
    case '=':
      return one === other
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '>':
      return one > other
    case '>=':
      return one >= other
  }
}

const charCodeOfNine = 57

/** Parses an answer as a number; NaN if it is none. */
export function numberOf(text: string): number {
  // Checking the first character avoids the pattern for most texts: hundreds of conditions are evaluated at each keystroke.
  return text.charCodeAt(0) <= charCodeOfNine && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN
}
