import type { AnswerTest } from '../contract/conditions.ts'
import { dayAfter } from './days.ts'

/** A condition over earlier answers: it holds when all tests of one of its lists do (shared/spec/questionnaire-files.md#conditions). */
export type Condition = readonly (readonly AnswerTest[])[]

/** What a condition is judged by: the answer to a question, empty when there is none, and the day in the workshop's time zone, YYYY-MM-DD. */
export interface ConditionFacts {
  readonly answerTo: (identifier: string) => string
  readonly today: string
}

/** Whether a condition holds. The respondent's device and the server both ask this, so that both ask the same questions. */
export function holds(condition: Condition, facts: ConditionFacts): boolean {
  return condition.some((tests) => tests.every((test) => passes(test, facts) !== (test.not === true)))
}

/** The identifiers of the answers that a test asks for. */
export function namesInTest({ identifier, value }: AnswerTest): string[] {
  return typeof value === 'object' && 'answerTo' in value ? [identifier, value.answerTo] : [identifier]
}

function passes({ identifier, op, value }: AnswerTest, { answerTo, today }: ConditionFacts): boolean {
  const answer = answerTo(identifier)
  if (op === 'selected') return answer !== '' && (answer === value || answer.split(' ').some((chosen) => chosen === value))
  if (typeof value === 'object')
    return compared(answer, op, 'answerTo' in value ? answerTo(value.answerTo) : dayAfter(today, value.todayPlus))
  return typeof value === 'number' ? ordered(numberOf(answer), op, value) : compared(answer, op, value)
}

type Comparison = Exclude<AnswerTest['op'], 'selected'>

/** Numbers by size, days by the calendar; other texts are only the same or not. Nothing is more or less than an answer that is not there. */
function compared(one: string, op: Comparison, other: string): boolean {
  if (op === '=') return one === other || ordered(numberOf(one), op, numberOf(other))
  if (day.test(one) && day.test(other)) return ordered(Date.parse(one), op, Date.parse(other))
  return ordered(numberOf(one), op, numberOf(other))
}

function ordered(one: number, op: Comparison, other: number): boolean {
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

const nine = 57
const day = /^\d{4}-\d\d-\d\d$/

/** The number that an answer is; not a number when it is none. */
export function numberOf(text: string): number {
  // A look at the first character spares most texts the pattern: hundreds of conditions are asked at each keystroke.
  return text.charCodeAt(0) <= nine && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN
}
