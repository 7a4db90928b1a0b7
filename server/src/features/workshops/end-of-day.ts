import { fromDate } from '@internationalized/date'

/** Returns when the current day ends in this time zone. */
export function endOfDay(now: Date, timeZone: string): Date {
  return fromDate(now, timeZone).add({ days: 1 }).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }).toDate()
}
