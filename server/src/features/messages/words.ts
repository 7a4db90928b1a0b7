import { defaultLanguage, directionOf, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { fillText, pluralForm } from '@portico/shared/words/texts'
import { locales, type MailWords } from '../../infra/locales.ts'

/** The language of an e-mail. */
export interface MailLanguage {
  readonly code: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly words: MailWords
}

/** Returns the first of these languages that Portico supports, else English. */
export function mailLanguage(tags: readonly (string | undefined)[]): MailLanguage {
  const code = tags.map((tag) => tag && languageOf(tag)?.code).find(Boolean) || defaultLanguage
  return { code, direction: directionOf(code), words: locales[code].mail }
}

/** Fills the `{{name}}` placeholders of a text; throws if one has no value, so that no e-mail is sent with a gap. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return fillText(text, values, (placeholder) => {
    throw new Error(`An email has no value for ${placeholder}`)
  })
}

/**
 * Formats a calendar date (YYYY-MM-DD) in long form, in every language in the Gregorian calendar, which offices in the United States use.
 */
export function longDate(date: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', calendar: 'gregory', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** Formats a moment as date and time in a time zone. */
export function longMoment(moment: Date, timeZone: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', calendar: 'gregory', timeZone }).format(moment)
}

/** Formats a calendar date (YYYY-MM-DD) like `longDate`, but short: with the day of the week and without the year. */
export function shortDate(date: string, language: LanguageCode): string {
  const form = { weekday: 'short', month: 'short', day: 'numeric', calendar: 'gregory', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, form).format(new Date(`${date}T00:00:00Z`))
}

/** Formats a duration in ms as a whole number of hours or minutes. */
export function duration(ms: number, { code, words }: MailLanguage): string {
  const minutes = Math.round(ms / 60_000)
  const [value, unit] = minutes % 60 === 0 ? ([minutes / 60, 'hours'] as const) : ([minutes, 'minutes'] as const)
  const form = pluralForm(words.link, code, unit, value) ?? words.link[`${unit}_other`]
  return fill(form, { count: new Intl.NumberFormat(code).format(value) })
}
