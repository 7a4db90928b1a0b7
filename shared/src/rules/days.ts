/** The first day that a date question accepts, unless it sets another bound itself. */
export const earliestDay = '1900-01-01'

const msPerDay = 24 * 60 * 60_000

const dayForm = /^\d{4}-\d\d-\d\d$/

/** Returns whether a text is written like a day, YYYY-MM-DD; the calendar may lack it. */
export function hasDayForm(text: string): boolean {
  return dayForm.test(text)
}

/** Returns whether a text is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  // JavaScript reads 31 February as 3 March.
  return hasDayForm(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}

/** Returns the day this many days later, YYYY-MM-DD; earlier if negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msPerDay).toISOString().slice(0, 10)
}

/** Returns how many days after today a limit such as `today`, `today+7` or `today-365` is; undefined for a calendar date. */
export function daysFromToday(limit: string): number | undefined {
  const counted = /^today([+-]\d{1,6})?$/.exec(limit)
  return counted ? Number(counted[1] ?? 0) : undefined
}

/** Returns the day of a limit: as written, or counted from today. */
export function limitDay(limit: string, today: string): string {
  const days = daysFromToday(limit)
  return days === undefined ? limit : dayAfter(today, days)
}

/** Returns the full years from one day to another, both YYYY-MM-DD; a 29 February birthday falls on 1 March in other years. */
export function fullYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) >= from.slice(5) ? years : years - 1
}
