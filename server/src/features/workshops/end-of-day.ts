import { fromDate } from '@internationalized/date'

/** When the day that it is now in this time zone ends. */
export function endOfDay(now: Date, timeZone: string): Date {
  return fromDate(now, timeZone).add({ days: 1 }).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }).toDate()
}
