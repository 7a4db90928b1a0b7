import { fromDate, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date'

/**
 * Returns the local time in a time zone as `YYYY-MM-DDTHH:MM`, for a `datetime-local` input, or '' if the instant is invalid.
 * @param instant ISO 8601
 */
export function wallTimeOf(instant: string, timeZone: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : toCalendarDateTime(fromDate(date, timeZone)).toString().slice(0, 16)
}

/**
 * Returns the instant of a local time in a time zone, as ISO 8601 in UTC. A time that daylight saving skips is moved one hour later; of an
 * ambiguous time, the first occurrence is taken.
 * @param wallTime `YYYY-MM-DDTHH:MM`
 */
export function instantOf(wallTime: string, timeZone: string): string {
  return toZoned(parseDateTime(wallTime), timeZone, 'compatible').toAbsoluteString()
}
