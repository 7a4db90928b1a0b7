import { chosenIn, type QuestionType } from '../words/question-types.ts'
import { holds, type ConditionFacts } from './conditions.ts'
import { fullYears } from './days.ts'
import type { QuestionDefinition, RedRule } from './definition.ts'

const yearMs = 365.25 * 24 * 60 * 60 * 1000

/**
 * Returns whether this answer meets the red-flag rule of its question, if it has one. `value` is the stored answer (empty: unanswered,
 * never red); `facts` are the other answers and the day of submission in the workshop's time zone
 * (shared/spec/questionnaire-files.md#red-flag-rules).
 */
export function isRed(question: { type: QuestionType; redWhen?: RedRule }, value: string, facts: ConditionFacts): boolean {
  const { type, redWhen: rule } = question
  if (!rule || value.trim() === '') return false
  const { today } = facts
  switch (rule.op) {
    case 'in':
      return chosenIn(type, value).some((chosen) => rule.values.includes(chosen))
    case 'notIn':
      return chosenIn(type, value).some((chosen) => !rule.values.includes(chosen))
    case 'greaterThan':
      return Number(value) > rule.value
    case 'lessThan':
      return Number(value) < rule.value
    case 'ageUnder':
      return fullYears(value, today) < rule.years
    case 'ageOver':
      return fullYears(value, today) > rule.years
    case 'yearsSinceUnder':
      return yearsSince(value, today) < rule.years
    case 'yearsSinceOver':
      return yearsSince(value, today) > rule.years
    case 'answered':
      return true
    case 'when':
      return holds(rule.condition, facts)
  }
}

/** Returns the choices of a question that are red on their own, in order; empty if the rule is about something else. */
export function redChoices({ redWhen, options = [] }: Pick<QuestionDefinition, 'redWhen' | 'options'>): string[] {
  const values = options.map(({ value }) => value)
  if (redWhen?.op === 'in') return values.filter((value) => redWhen.values.includes(value))
  return redWhen?.op === 'notIn' ? values.filter((value) => !redWhen.values.includes(value)) : []
}

function yearsSince(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / yearMs
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()
const lastDays = new Map<string, { readonly quarter: number; readonly day: string }>()
const quarterMs = 15 * 60_000

/** Returns the calendar date of an instant in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: Date): string {
  // Cached per quarter hour, because days in every time zone begin at a full quarter hour of UTC, and formatting is a tenth of the cost of
  // a submission.
  const quarter = Math.floor(instant.getTime() / quarterMs)
  const last = lastDays.get(timeZone)
  if (last?.quarter === quarter) return last.day
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  const day = format.format(instant)
  lastDays.set(timeZone, { quarter, day })
  return day
}
