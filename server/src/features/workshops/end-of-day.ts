import { fromDate, toCalendarDate } from '@internationalized/date'

/** Returns when the current day ends in this time zone. */
export function endOfDay(now: Date, timeZone: string): Date {
  return toCalendarDate(fromDate(now, timeZone)).add({ days: 1 }).toDate(timeZone)
}
