import { questionLanguage } from './question-language.ts'

/** What a questionnaire is called in the list of open ones. */
export interface Titled {
  readonly name: string
  readonly titles: Readonly<Record<string, string>>
  /** Those it has, the default first. */
  readonly languages: readonly string[]
}

/** Its title in the reader's language, else in its default language, else its name, which is English; and the language of that. */
export function titleFor({ name, titles, languages }: Titled, reader: string): { text: string; language: string } {
  const language = questionLanguage(
    languages.filter((code) => titles[code]),
    reader,
  )
  const text = titles[language]
  return text ? { text, language } : { text: titleOf(name), language: 'en' }
}

/** What a questionnaire without a title is called: its name of letters, digits and underscores as words. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
