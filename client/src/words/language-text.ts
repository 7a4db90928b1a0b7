import { directionOf, languageOf } from '@portico/shared/words/languages'

/** How an element with text of this language is marked: in its own direction, or that of its first letter where Portico does not know it. */
export function langProps(language: string): { lang: string; dir: 'ltr' | 'rtl' | 'auto' } {
  return { lang: language, dir: languageOf(language) ? directionOf(language) : 'auto' }
}

/** 'Spanish (Español)'; of languages that Portico does not speak, what the browser calls them. */
export function nameOfLanguage(language: string): string {
  const known = languageOf(language)
  if (!known) return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  return known.englishName === known.nativeName ? known.englishName : `${known.englishName} (${known.nativeName})`
}
