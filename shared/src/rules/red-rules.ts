import type { RedRule } from './definition.ts'

const yearMs = 365.25 * 24 * 60 * 60 * 1000

/**
 * Whether this answer meets the rule. `value` is the stored answer (empty: unanswered, never red);
 * `today` is the day of submission in the workshop's time zone, YYYY-MM-DD (shared/spec/questionnaire-files.md#red-flag-rules).
 */
export function isRed(rule: RedRule, value: string, today: string): boolean {
  if (value.trim() === '') return false
  switch (rule.op) {
    case 'in':
      return rule.values.includes(value)
    case 'notIn':
      return !rule.values.includes(value)
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
  }
}

/** Full years from one day to another, both YYYY-MM-DD; a 29 February birthday falls on 1 March in other years. */
export function fullYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) >= from.slice(5) ? years : years - 1
}

function yearsSince(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / yearMs
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar date of an instant in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: Date): string {
  // Making a format costs a hundred times what using it does.
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  return format.format(instant)
}
