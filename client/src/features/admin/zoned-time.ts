import { fromDate, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date'

/**
 * What the clock on the wall shows in a time zone, as `YYYY-MM-DDTHH:MM` for an input of that kind.
 * @param instant ISO 8601
 */
export function wallTimeOf(instant: string, timeZone: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : toCalendarDateTime(fromDate(date, timeZone)).toString().slice(0, 16)
}

/**
 * The instant at which the clock on the wall in a time zone shows this, ISO 8601 in UTC. A time that the change to summer time
 * skips counts as the one an hour later; one that occurs twice, as the first.
 * @param wallTime `YYYY-MM-DDTHH:MM`
 */
export function instantOf(wallTime: string, timeZone: string): string {
  return toZoned(parseDateTime(wallTime), timeZone, 'compatible').toAbsoluteString()
}
