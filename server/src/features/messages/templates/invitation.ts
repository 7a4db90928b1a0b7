import { clockTimes } from '@portico/shared/words/clock-times'
import { checklistIn, type WhatToBring } from '@portico/shared/words/what-to-bring'
import { fill, longDate, type MailLanguage } from '../words.ts'
import type { Page, Part } from './page.ts'

/** What an invitation is about. `date` is YYYY-MM-DD. */
export interface InvitationFacts {
  readonly anonymousId: string
  readonly workshop: string
  readonly date: string | null
  /** `HH:MM` each, on that day. */
  readonly time: { readonly start: string; readonly end: string | null } | null
  /** When the person comes, if the workshop has slots; `until`: the end of an offer, in words. */
  readonly seat?: { readonly time: string | null; readonly until: string | null; readonly address: string } | undefined
  readonly address: { readonly line1: string; readonly city: string } | null
  readonly bring: WhatToBring
  /** What the workshop tells its people besides. */
  readonly instruction: string | null
}

/**
 * Tells a respondent that they may come, when and where (shared/spec/contract.md#invitation). It says the same to everyone: no flag, no
 * answer, not even the name, because anyone who fills a form in could have an outsider's address addressed as they like.
 */
export function invitation(language: MailLanguage, facts: InvitationFacts): Page {
  const { workshop, bring, instruction } = facts
  const words = language.words.invitation
  return {
    language,
    subject: fill(words.subject, { workshop }),
    parts: [
      { kind: 'paragraph', text: language.words.greeting },
      { kind: 'paragraph', text: fill(words.welcome, { workshop }) },
      ...placeAndTime(language, facts),
      ...ownTime(language, facts),
      { kind: 'paragraph', text: fill(words.numberUse, { workshop }) },
      ...(instruction === null ? [] : [{ kind: 'paragraph', text: instruction } as const]),
      whatToBring(language, bring),
      { kind: 'paragraph', text: `${fill(words.advisor, { workshop })} ${words.notAdvice}` },
    ],
  }
}

/** What, when and where, with the number of the respondent. */
export function placeAndTime(
  language: MailLanguage,
  { anonymousId, workshop, date, time, address }: Omit<InvitationFacts, 'bring' | 'instruction'>,
): readonly Part[] {
  const words = language.words.invitation
  return [
    { kind: 'fact', label: words.workshop, value: workshop },
    { kind: 'fact', label: words.date, value: date ? longDate(date, language.code) : words.dateLater },
    ...(time ? [{ kind: 'fact', label: words.time, value: clockTimes(time, language.code) } as const] : []),
    { kind: 'fact', label: words.place, value: address ? `${address.line1}, ${address.city}` : words.placeLater },
    { kind: 'fact', label: words.number, value: anonymousId, code: true },
  ]
}

/** The way to choose or to change when one comes; nothing at a workshop without slots. */
export function ownTime({ words }: MailLanguage, { seat }: InvitationFacts): readonly Part[] {
  if (!seat) return []
  const link = { kind: 'link', copy: words.link.copy, address: seat.address } as const
  if (seat.time !== null && seat.until === null) return [{ ...link, label: words.seat.change }]
  return [
    { kind: 'paragraph', text: words.seat.chooseLead },
    { ...link, label: words.seat.choose },
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
