import { languageOf } from '@portico/shared/words/languages'

/**
 * In which of its languages a questionnaire is shown: the reader's, if it has that one, else its first
 * (shared/spec/product.md#language-of-a-questionnaire).
 */
export function questionLanguage(languages: readonly string[], wanted: string): string {
  const exact = languages.find((language) => language.toLowerCase() === wanted.toLowerCase())
  return exact ?? languages.find((language) => isSameLanguage(language, wanted)) ?? languages[0] ?? wanted
}

/** Whether two language tags mean one of the languages that Portico speaks, or are the same. */
export function isSameLanguage(one: string, other: string): boolean {
  const known = languageOf(one)
  return one.toLowerCase() === other.toLowerCase() || (known !== undefined && known === languageOf(other))
}

/** What a language calls itself, or what the browser calls it, or its code. */
export function nameOfLanguage(code: string): string {
  const known = languageOf(code)
  if (known) return known.nativeName
  try {
    return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
