import type { Selectable } from 'kysely'
import type { Letter } from '../../infra/mailer.ts'
import { openContact } from '../../infra/person.ts'
import { unseal } from '../../infra/vault.ts'
import type { Database, Work } from '../../infra/work.ts'
import { letterOwner, letterPlace, staffLetter, type StaffLetterKind } from './staff-letter.ts'
import { invitation } from './templates/invitation.ts'
import { layOut } from './templates/page.ts'
import { staffLink } from './templates/staff-link.ts'
import { mailLanguage } from './words.ts'

type MessageRow = Selectable<Database['message']>

/**
 * The letter of a message, as it has to be sent now; undefined when there is nobody to send it to: the respondent was deleted, gave no
 * e-mail address, or is not invited any more because a reviewer decided otherwise meanwhile.
 */
export function letterOf(work: Work, message: MessageRow): Promise<Letter | undefined> {
  switch (message.kind) {
    case 'invitation':
      return invitationOf(work, message)
    case 'registration':
    case 'verify':
    case 'reset':
      return Promise.resolve(staffLetterOf(work, message, message.kind))
  }
}

async function invitationOf(work: Work, message: MessageRow): Promise<Letter | undefined> {
  const respondent = await work.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['anonymousId', 'keyId', 'wrappedKey', 'sealedContact', 'language', 'contactLanguage', 'title', 'eventDate', 'address'])
    .where('respondent.id', '=', message.respondentId)
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .executeTakeFirst()
  const to = respondent && openContact(work.deps.vault, respondent).email
  if (!to) return undefined
  const { anonymousId, title: workshop, eventDate: date, address } = respondent
  const language = mailLanguage([respondent.contactLanguage, respondent.language])
  return { id: letterId(message), to, ...layOut(invitation(language, { anonymousId, workshop, date, address })) }
}

function staffLetterOf(work: Work, message: MessageRow, kind: StaffLetterKind): Letter | undefined {
  const { id, keyId, wrappedKey, sealed } = message
  if (!keyId || !wrappedKey || !sealed) return undefined
  const key = work.deps.vault.openKey(letterOwner(id), keyId, wrappedKey)
  const content = staffLetter.parse(JSON.parse(unseal(key, letterPlace(id), sealed).toString()))
  return { id: letterId(message), to: content.to, ...layOut(staffLink(mailLanguage([content.language]), kind, content)) }
}

// The same for every attempt: the folder of letters overwrites it, a mail server can drop a second copy.
function letterId(message: MessageRow): string {
  return `portico-${message.id}`
}
