import { defaultLanguage, directionOf, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { fillText, pluralForm } from '@portico/shared/words/texts'
import { locales, type MailWords } from '../../infra/locales.ts'

/** What an email is written in. */
export interface MailLanguage {
  readonly code: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly words: MailWords
}

/** The first of these languages that Portico speaks, else English. */
export function mailLanguage(tags: readonly (string | undefined)[]): MailLanguage {
  const code = tags.map((tag) => tag && languageOf(tag)?.code).find(Boolean) || defaultLanguage
  return { code, direction: directionOf(code), words: locales[code].mail }
}

/** Puts values in the `{{name}}` places of a text; throws when a place has no value, so that no email leaves with a gap. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return fillText(text, values, (placeholder) => {
    throw new Error(`An email has no value for ${placeholder}`)
  })
}

/** A calendar date (YYYY-MM-DD) in long form; in the Gregorian calendar, which offices in the United States use, in every language. */
export function longDate(date: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', calendar: 'gregory', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** A moment as the clocks of a time zone show it, day and time. */
export function longMoment(moment: Date, timeZone: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', calendar: 'gregory', timeZone }).format(moment)
}

/** A calendar date (YYYY-MM-DD) in short form, with the day of the week and without the year, as `longDate` otherwise. */
export function shortDate(date: string, language: LanguageCode): string {
  const form = { weekday: 'short', month: 'short', day: 'numeric', calendar: 'gregory', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, form).format(new Date(`${date}T00:00:00Z`))
}

/** A whole number of hours or minutes in words, from milliseconds. */
export function duration(ms: number, { code, words }: MailLanguage): string {
  const minutes = Math.round(ms / 60_000)
  const [value, unit] = minutes % 60 === 0 ? ([minutes / 60, 'hours'] as const) : ([minutes, 'minutes'] as const)
  const form = pluralForm(words.link, code, unit, value) ?? words.link[`${unit}_other`]
  return fill(form, { count: new Intl.NumberFormat(code).format(value) })
}
