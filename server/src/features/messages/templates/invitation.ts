import { checklistIn, type WhatToBring } from '@portico/shared/words/what-to-bring'
import { fill, longDate, type MailLanguage } from '../words.ts'
import type { Page, Part } from './page.ts'

/** What an invitation is about. `date` is YYYY-MM-DD. */
export interface InvitationFacts {
  readonly anonymousId: string
  readonly workshop: string
  readonly date: string | null
  readonly address: { readonly line1: string; readonly city: string } | null
  readonly bring: WhatToBring
}

/**
 * Tells a respondent that they may come, when and where (shared/spec/contract.md#invitation). It says the same to everyone: no flag, no
 * answer, not even the name, because anyone who fills a form in could have an outsider's address addressed as they like.
 */
export function invitation(language: MailLanguage, { anonymousId, workshop, date, address, bring }: InvitationFacts): Page {
  const words = language.words.invitation
  return {
    language,
    subject: fill(words.subject, { workshop }),
    parts: [
      { kind: 'paragraph', text: language.words.greeting },
      { kind: 'paragraph', text: words.welcome },
      ...placeAndTime(language, { anonymousId, workshop, date, address }),
      { kind: 'paragraph', text: words.numberUse },
      whatToBring(language, bring),
      { kind: 'paragraph', text: `${words.advisor} ${words.notAdvice}` },
    ],
  }
}

/** What, when and where, with the number of the respondent. */
export function placeAndTime(
  language: MailLanguage,
  { anonymousId, workshop, date, address }: Omit<InvitationFacts, 'bring'>,
): readonly Part[] {
  const words = language.words.invitation
  return [
    { kind: 'fact', label: words.workshop, value: workshop },
    { kind: 'fact', label: words.date, value: date ? longDate(date, language.code) : words.dateLater },
    { kind: 'fact', label: words.place, value: address ? `${address.line1}, ${address.city}` : words.placeLater },
    { kind: 'fact', label: words.number, value: anonymousId, code: true },
  ]
}

/** What to bring, the personal number first. */
export function whatToBring({ code, words: { invitation: words } }: MailLanguage, bring: WhatToBring): Part {
  return {
    kind: 'list',
    lead: words.bring,
    items: [words.bringNumber, ...checklistIn(code, bring, (key) => words[key]).map((item) => item.text)],
  }
}
