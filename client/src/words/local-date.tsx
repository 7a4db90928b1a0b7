import { useWords } from './language.ts'

/** `day`: 5 April 2025. `full`: with the weekday. `moment`: with the time. `time`: the time alone. */
export type DateStyle = 'day' | 'full' | 'moment' | 'time'

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { dateStyle: 'medium' },
  full: { dateStyle: 'full' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
}

/** A date in the reader's locale; invalid dates are shown as they are (shared/spec/product.md#respondent-tables). */
export function LocalDate({ value, style = 'day' }: { value: string; style?: DateStyle }) {
  const { language } = useWords()
  return <time dateTime={value}>{localDate(value, language, style)}</time>
}

/** Returns the text of `LocalDate`: an ISO instant in the device's time zone, or a calendar date without conversion. */
export function localDate(value: string, language: string, style: DateStyle = 'day'): string {
  const calendarDate = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const options = { ...styles[calendarDate && style !== 'full' ? 'day' : style], calendar: 'gregory', numberingSystem: 'latn' }
  return new Intl.DateTimeFormat(language, calendarDate ? { ...options, timeZone: 'UTC' } : options).format(date)
}
