import am from '@portico/shared/locales/am.json' with { type: 'json' }
import ar from '@portico/shared/locales/ar.json' with { type: 'json' }
import en from '@portico/shared/locales/en.json' with { type: 'json' }
import es from '@portico/shared/locales/es.json' with { type: 'json' }
import fa from '@portico/shared/locales/fa.json' with { type: 'json' }
import hi from '@portico/shared/locales/hi.json' with { type: 'json' }
import ko from '@portico/shared/locales/ko.json' with { type: 'json' }
import pa from '@portico/shared/locales/pa.json' with { type: 'json' }
import ps from '@portico/shared/locales/ps.json' with { type: 'json' }
import pt from '@portico/shared/locales/pt.json' with { type: 'json' }
import ru from '@portico/shared/locales/ru.json' with { type: 'json' }
import tl from '@portico/shared/locales/tl.json' with { type: 'json' }
import vi from '@portico/shared/locales/vi.json' with { type: 'json' }
import yueHant from '@portico/shared/locales/yue-Hant.json' with { type: 'json' }
import zhHans from '@portico/shared/locales/zh-Hans.json' with { type: 'json' }
import { defaultLanguage, directionOf, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { fillText, pluralForm } from '@portico/shared/words/texts'

type English = (typeof en)['mail']

/** The texts of emails; a locale that lacks one does not compile. A plural has other forms in each language, but `other` in all. */
export type MailWords = Omit<English, 'link'> & { readonly link: Omit<English['link'], `${string}_one`> }

const mailWords: Record<LanguageCode, MailWords> = {
  en: en.mail,
  es: es.mail,
  vi: vi.mail,
  'zh-Hans': zhHans.mail,
  'yue-Hant': yueHant.mail,
  ko: ko.mail,
  tl: tl.mail,
  am: am.mail,
  hi: hi.mail,
  pa: pa.mail,
  pt: pt.mail,
  fa: fa.mail,
  ps: ps.mail,
  ar: ar.mail,
  ru: ru.mail,
}

/** What an email is written in. */
export interface MailLanguage {
  readonly code: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly words: MailWords
}

/** The first of these languages that Portico speaks, else English. */
export function mailLanguage(tags: readonly (string | undefined)[]): MailLanguage {
  const code = tags.map((tag) => tag && languageOf(tag)?.code).find(Boolean) || defaultLanguage
  return { code, direction: directionOf(code), words: mailWords[code] }
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

/** A whole number of hours or minutes in words, from milliseconds. */
export function duration(ms: number, { code, words }: MailLanguage): string {
  const minutes = Math.round(ms / 60_000)
  const [value, unit] = minutes % 60 === 0 ? ([minutes / 60, 'hours'] as const) : ([minutes, 'minutes'] as const)
  const form = pluralForm(words.link, code, unit, value) ?? words.link[`${unit}_other`]
  return fill(form, { count: new Intl.NumberFormat(code).format(value) })
}
