import { fill, type MailLanguage } from '../words.ts'
import { ownTime, placeAndTime, type InvitationFacts } from './invitation.ts'
import type { Page } from './page.ts'

/** Tells a respondent who was invited that their workshop is at another time or place now. */
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
