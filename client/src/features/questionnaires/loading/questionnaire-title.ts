import { questionLanguage } from './question-language.ts'

/** A questionnaire in the list of open ones. */
export interface Titled {
  readonly name: string
  readonly titles: Readonly<Record<string, string>>
  /** Its languages, the default first. */
  readonly languages: readonly string[]
}

/**
 * Returns its title in the user's language, else in its default language, else its name, which is English; with the language of the text.
 */
export function titleFor({ name, titles, languages }: Titled, reader: string): { text: string; language: string } {
  const language = questionLanguage(
    languages.filter((code) => titles[code]),
    reader,
  )
  const text = titles[language]
  return text ? { text, language } : { text: titleOf(name), language: 'en' }
}

/** Returns the title of a questionnaire that has none: its name of letters, digits and underscores, as words. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
