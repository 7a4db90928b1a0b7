import { clockTimes } from '@portico/shared/words/clock-times'
import { checklistIn, type WhatToBring } from '@portico/shared/words/what-to-bring'
import { fill, longDate, type MailLanguage } from '../words.ts'
import type { Page, Part } from './page.ts'

/** The content of an invitation. `date` is YYYY-MM-DD. */
export interface InvitationFacts {
  readonly anonymousId: string
  readonly workshop: string
  readonly date: string | null
  /** `HH:MM` each, on that day. */
  readonly time: { readonly start: string; readonly end: string | null } | null
  /** The respondent's own time, if the workshop has slots; `until`: the formatted end of an offer. */
  readonly seat?: { readonly time: string | null; readonly until: string | null; readonly address: string } | undefined
  readonly address: { readonly line1: string; readonly city: string } | null
  readonly bring: WhatToBring
  /** Additional instructions of the workshop. */
  readonly instruction: string | null
}

/**
 * Tells a respondent that they may come, when and where (shared/spec/contract.md#invitation). The same for everyone and without flag,
 * answer or name, because anyone who fills in the form could choose the name with which an outsider's address is greeted.
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

/** Returns workshop, date, time and place, with the respondent's anonymous id. */
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

/** Returns the link to choose or change one's time; empty for a workshop without slots. */
export function ownTime({ words }: MailLanguage, { seat }: InvitationFacts): readonly Part[] {
  if (!seat) return []
  const link = { kind: 'link', copy: words.link.copy, address: seat.address } as const
  if (seat.time !== null && seat.until === null) return [{ ...link, label: words.seat.change }]
  return [
    { kind: 'paragraph', text: words.seat.chooseLead },
    { ...link, label: words.seat.choose },
  ]
}

/** Returns what to bring, starting with the anonymous id. */
export function whatToBring({ code, words: { invitation: words } }: MailLanguage, bring: WhatToBring): Part {
  return {
    kind: 'list',
    lead: words.bring,
    items: [words.bringNumber, ...checklistIn(code, bring, (key) => words[key]).map((item) => item.text)],
  }
}
