import { directionOf, languageOf } from '@portico/shared/words/languages'

/** Returns the `lang` and `dir` attributes for text in this language; `dir` is `auto` if Portico does not know the language. */
export function langProps(language: string): { lang: string; dir: 'ltr' | 'rtl' | 'auto' } {
  return { lang: language, dir: languageOf(language) ? directionOf(language) : 'auto' }
}

/** Returns 'Spanish (Español)'; for languages that Portico does not support, the browser's name for them. */
export function nameOfLanguage(language: string): string {
  const known = languageOf(language)
  if (!known) return browserNameOf(language, 'en')
  return known.englishName === known.nativeName ? known.englishName : `${known.englishName} (${known.nativeName})`
}

/** Returns the browser's name of a language, written in the language of `locale`; text that is not a valid language tag is returned unchanged. */
export function browserNameOf(language: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
