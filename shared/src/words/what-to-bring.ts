import type { LanguageCode } from './languages.ts'

/** What a workshop asks people to bring unless it says otherwise; Portico has the words for them in every language. */
export const standardItems = ['greenCard', 'photoId', 'history', 'trips', 'papers'] as const
export type StandardItem = (typeof standardItems)[number]

/** Where the words of each stand, under `mail.invitation`. */
export const standardItemKeys = {
  greenCard: 'bringGreenCard',
  photoId: 'bringPhotoId',
  history: 'bringHistory',
  trips: 'bringTrips',
  papers: 'bringPapers',
} as const satisfies Record<StandardItem, string>

/** Texts in languages other than English. */
export type Translations = Partial<Record<LanguageCode, string>>

/** A checklist: some of the standard things, and things of the workshop's own in English and what they were translated to. */
export interface WhatToBring {
  readonly standard: readonly StandardItem[]
  readonly own: readonly { readonly text: string; readonly translations: Translations }[]
}

export const standardList: WhatToBring = { standard: standardItems, own: [] }

/** A text in a language, and which language that is: English where there is no translation. */
export interface Spoken {
  readonly text: string
  readonly language: LanguageCode
}

/** An English text in the reader's language if it was translated, else in English (shared/spec/contract.md#what-to-bring). */
export function spokenIn(language: LanguageCode, text: string, translations: Translations): Spoken {
  const translated = translations[language]
  return translated ? { text: translated, language } : { text, language: 'en' }
}

/**
 * A checklist as a person reads it, the standard things first; `say` gives their words in the person's language
 * (shared/spec/contract.md#what-to-bring).
 */
export function checklistIn(
  language: LanguageCode,
  { standard, own }: WhatToBring,
  say: (key: (typeof standardItemKeys)[StandardItem]) => string,
): Spoken[] {
  return [
    ...standard.map((item) => ({ text: say(standardItemKeys[item]), language })),
    ...own.map(({ text, translations }) => spokenIn(language, text, translations)),
  ]
}
