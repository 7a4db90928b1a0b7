import { directionOf, languageOf } from '@portico/shared/words/languages'

/** Returns the `lang` and `dir` attributes for text in this language; `dir` is `auto` if Portico does not know the language. */
export function langProps(language: string): { lang: string; dir: 'ltr' | 'rtl' | 'auto' } {
  return { lang: language, dir: languageOf(language) ? directionOf(language) : 'auto' }
}

/** Returns 'Spanish (Español)'; for languages that Portico does not support, the browser's name for them; text that is no language tag as it is. */
export function nameOfLanguage(language: string): string {
  const known = languageOf(language)
  if (!known) return namedByBrowser(language)
  return known.englishName === known.nativeName ? known.englishName : `${known.englishName} (${known.nativeName})`
}

// The language can come from a page's address, where anything may stand.
function namedByBrowser(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
