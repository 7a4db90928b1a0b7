import type { LanguageCode } from './languages.ts'

// Elsewhere these would have the English AM and PM.
const nameTheirHours: ReadonlySet<LanguageCode> = new Set(['hi', 'ko', 'pa'])

/** From when to when something is on a day, `HH:MM` each, as people who read the language write it; `digits`: of which script, the language's own when left out. */
export function clockTimes(
  { start, end }: { readonly start: string; readonly end: string | null },
  language: LanguageCode,
  digits?: 'latn',
): string {
  const style = nameTheirHours.has(language)
    ? ({ hour: 'numeric', minute: '2-digit', dayPeriod: 'short' } as const)
    : ({ timeStyle: 'short' } as const)
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', ...(digits && { numberingSystem: digits }) })
  const at = (time: string) => new Date(`1970-01-01T${time}:00Z`)
  return end === null ? format.format(at(start)) : format.formatRange(at(start), at(end))
}
