import { fill, type MailLanguage } from '../words.ts'
import { ownTime, placeAndTime, whatToBring, type InvitationFacts } from './invitation.ts'
import type { Page } from './page.ts'

/** Reminds an invited respondent of when and where their workshop is, and what to bring. */
export function reminder(language: MailLanguage, facts: InvitationFacts): Page {
  const { words } = language
  return {
    language,
    subject: fill(words.reminder.subject, { workshop: facts.workshop }),
    parts: [
      { kind: 'paragraph', text: words.greeting },
      { kind: 'paragraph', text: fill(words.reminder.lead, { workshop: facts.workshop }) },
      ...placeAndTime(language, facts),
      ...ownTime(language, facts),
      { kind: 'paragraph', text: words.invitation.numberUse },
      whatToBring(language, facts.bring),
    ],
  }
}
