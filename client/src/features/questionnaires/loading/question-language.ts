import { languageOf } from '@portico/shared/words/languages'
import { browserNameOf } from '../../../words/language-text.ts'

/**
 * Returns the language in which to show a questionnaire: the user's if available, else the first
 * (shared/spec/product.md#language-of-a-questionnaire).
 */
export function questionLanguage(languages: readonly string[], wanted: string): string {
  const exact = languages.find((language) => language.toLowerCase() === wanted.toLowerCase())
  return exact ?? languages.find((language) => isSameLanguage(language, wanted)) ?? languages[0] ?? wanted
}

/** Returns whether two tags are equal or refer to the same language of Portico. */
export function isSameLanguage(one: string, other: string): boolean {
  const known = languageOf(one)
  return one.toLowerCase() === other.toLowerCase() || (known !== undefined && known === languageOf(other))
}

/** Returns the native name of a language, else the browser's name for it, else the code. */
export function nameOfLanguage(code: string): string {
  return languageOf(code)?.nativeName ?? browserNameOf(code, code)
}
