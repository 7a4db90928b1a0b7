import type { LanguageCode } from './languages.ts'

/** What a workshop asks people to bring by default; Portico has texts for it in every language. */
export const standardItems = ['greenCard', 'photoId', 'history', 'trips', 'papers'] as const
export type StandardItem = (typeof standardItems)[number]

/** The keys of their texts, under `mail.invitation`. */
export const standardItemKeys = {
  greenCard: 'bringGreenCard',
  photoId: 'bringPhotoId',
  history: 'bringHistory',
  trips: 'bringTrips',
  papers: 'bringPapers',
} as const satisfies Record<StandardItem, string>

/** Texts in languages other than English. */
export type Translations = Partial<Record<LanguageCode, string>>

/** A checklist: some of the standard items, and the workshop's own items in English with their translations. */
export interface WhatToBring {
  readonly standard: readonly StandardItem[]
  readonly own: readonly { readonly text: string; readonly translations: Translations }[]
}

export const standardList: WhatToBring = { standard: standardItems, own: [] }

/** A text with its language, which is English if there is no translation. */
export interface TextInLanguage {
  readonly text: string
  readonly language: LanguageCode
}

/** Returns an English text in the reader's language if it was translated, else in English (shared/spec/contract.md#what-to-bring). */
export function localizedText(language: LanguageCode, text: string, translations: Translations): TextInLanguage {
  const translated = translations[language]
  return translated ? { text: translated, language } : { text, language: 'en' }
}

/**
 * Returns a checklist as a person reads it, the standard items first; `say` returns their texts in the person's language
 * (shared/spec/contract.md#what-to-bring).
 */
export function checklistIn(
  language: LanguageCode,
  { standard, own }: WhatToBring,
  say: (key: (typeof standardItemKeys)[StandardItem]) => string,
): TextInLanguage[] {
  return [
    ...standard.map((item) => ({ text: say(standardItemKeys[item]), language })),
    ...own.map(({ text, translations }) => localizedText(language, text, translations)),
  ]
}
