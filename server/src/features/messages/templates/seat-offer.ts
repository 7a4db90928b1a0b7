import { fill, type MailLanguage } from '../words.ts'
import { placeAndTime, type InvitationFacts } from './invitation.ts'
import type { Page } from './page.ts'

/** Offers a free seat to a respondent on the waiting list, and says when the offer expires (shared/spec/contract.md#seats). */
export function seatOffer(language: MailLanguage, facts: InvitationFacts): Page {
  const { seat: words, seatOffer: texts, invitation, link, greeting } = language.words
  const { seat, workshop } = facts
  return {
    language,
    subject: fill(texts.subject, { workshop }),
    parts: [
      { kind: 'paragraph', text: greeting },
      { kind: 'paragraph', text: fill(texts.lead, { workshop }) },
      ...placeAndTime(language, facts),
      ...(seat?.until ? [{ kind: 'fact', label: words.until, value: seat.until } as const] : []),
      ...(seat ? [{ kind: 'link', label: words.take, copy: link.copy, address: seat.address } as const] : []),
      { kind: 'paragraph', text: invitation.numberUse },
    ],
  }
}
