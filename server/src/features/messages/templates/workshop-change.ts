import { fill, type MailLanguage } from '../words.ts'
import { ownTime, placeAndTime, type InvitationFacts } from './invitation.ts'
import type { Page } from './page.ts'

/** Tells an invited respondent that the time or place of their workshop has changed. */
export function workshopChange(language: MailLanguage, facts: InvitationFacts): Page {
  const { change, invitation } = language.words
  return {
    language,
    subject: fill(change.subject, { workshop: facts.workshop }),
    parts: [
      { kind: 'paragraph', text: language.words.greeting },
      { kind: 'paragraph', text: fill(change.lead, { workshop: facts.workshop }) },
      ...placeAndTime(language, facts),
      ...ownTime(language, facts),
      { kind: 'paragraph', text: invitation.numberUse },
    ],
  }
}
