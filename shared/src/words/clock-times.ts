import type { LanguageCode } from './languages.ts'

// The short time format of these languages would use the English AM and PM.
const dayPeriodLanguages: ReadonlySet<LanguageCode> = new Set(['hi', 'ko', 'pa'])

/**
 * Formats a time range of a day, `HH:MM` each, for readers of the language; `digits` selects the script of the digits, by default the
 * language's own.
 */
export function clockTimes(
  { start, end }: { readonly start: string; readonly end: string | null },
  language: LanguageCode,
  digits?: 'latn',
): string {
  const style = dayPeriodLanguages.has(language)
    ? ({ hour: 'numeric', minute: '2-digit', dayPeriod: 'short' } as const)
    : ({ timeStyle: 'short' } as const)
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', ...(digits && { numberingSystem: digits }) })
  const at = (time: string) => new Date(`1970-01-01T${time}:00Z`)
  return end === null ? format.format(at(start)) : format.formatRange(at(start), at(end))
}
