import type { Selectable } from 'kysely'
import { spokenIn, standardList } from '@portico/shared/words/what-to-bring'
import type { Email } from '../../infra/mailer.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { unseal } from '../../infra/security/encryption.ts'
import type { Database, RequestContext } from '../../infra/request-context.ts'
import { answersOf, contactLanguageOf } from '../questionnaires/definitions.ts'
import {
  emailKeyOwner,
  emailAssociatedData,
  mention,
  sealedStaffEmail,
  reviewReminder,
  signInNotice,
  type StaffEmailKind,
} from './staff-email.ts'
import { invitation } from './templates/invitation.ts'
import { tellOfMention } from './templates/mention.ts'
import { layOut } from './templates/page.ts'
import { remindOfReviews } from './templates/review-reminder.ts'
import { describeChange } from './templates/sign-in-change.ts'
import { staffLink } from './templates/staff-link.ts'
import { mailLanguage } from './words.ts'

type MessageRow = Selectable<Database['message']>

/**
 * The email of a message, as it has to be sent now; undefined when there is no one to send it to: the respondent was deleted, gave no
 * e-mail address, or is not invited any more because a reviewer decided otherwise meanwhile.
 */
export function emailOf(ctx: RequestContext, message: MessageRow): Promise<Email | undefined> {
  switch (message.kind) {
    case 'invitation':
    case 'invitation-again':
      return invitationOf(ctx, message)
    case 'registration':
    case 'verify':
    case 'reset':
      return Promise.resolve(staffEmailOf(ctx, message, message.kind))
    case 'sign-in-notice':
      return Promise.resolve(signInNoticeOf(ctx, message))
    case 'review-reminder':
      return Promise.resolve(reviewReminderOf(ctx, message))
    case 'mention':
      return Promise.resolve(mentionOf(ctx, message))
  }
}

async function invitationOf(ctx: RequestContext, message: MessageRow): Promise<Email | undefined> {
  const written = message.respondentId === null ? undefined : await writeInvitation(ctx, message.respondentId)
  return written && { id: emailId(message), ...written }
}

/**
 * The invitation of a respondent as it would be sent now; undefined for anyone who gets none: deleted, without an e-mail address, or not
 * welcome.
 */
export async function writeInvitation(ctx: RequestContext, respondentId: number): Promise<Omit<Email, 'id'> | undefined> {
  const respondent = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['anonymousId', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers', 'questionnaireId', 'language'])
    .select(['title', 'titles', 'eventDate', 'address', 'bring'])
    .where('respondent.id', '=', respondentId)
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .executeTakeFirst()
  const { encryption } = ctx.services
  const to = respondent && openContact(encryption, respondent).email
  if (!to) return undefined
  const { anonymousId, title, titles, eventDate: date, address, bring } = respondent
  const wanted = await contactLanguageOf(ctx, respondent, await answersOf(ctx, respondent))
  const language = mailLanguage([wanted, respondent.language])
  const facts = { anonymousId, workshop: spokenIn(language.code, title, titles ?? {}).text, date, address, bring: bring ?? standardList }
  return { to, ...layOut(invitation(language, facts)) }
}

function staffEmailOf(ctx: RequestContext, message: MessageRow, kind: StaffEmailKind): Email | undefined {
  const sealed = contentOf(ctx, message)
  if (sealed === undefined) return undefined
  const content = sealedStaffEmail.parse(sealed)
  return { id: emailId(message), to: content.to, ...layOut(staffLink(mailLanguage([content.language]), kind, content)) }
}

function signInNoticeOf(ctx: RequestContext, message: MessageRow): Email | undefined {
  const sealed = contentOf(ctx, message)
  if (sealed === undefined) return undefined
  const content = signInNotice.parse(sealed)
  return { id: emailId(message), to: content.to, ...layOut(describeChange(mailLanguage([]), content, ctx.services.publicUrl)) }
}

function reviewReminderOf(ctx: RequestContext, message: MessageRow): Email | undefined {
  const sealed = contentOf(ctx, message)
  if (sealed === undefined) return undefined
  const content = reviewReminder.parse(sealed)
  return { id: emailId(message), to: content.to, ...layOut(remindOfReviews(mailLanguage([]), content, ctx.services.publicUrl)) }
}

function mentionOf(ctx: RequestContext, message: MessageRow): Email | undefined {
  const sealed = contentOf(ctx, message)
  if (sealed === undefined) return undefined
  const content = mention.parse(sealed)
  return { id: emailId(message), to: content.to, ...layOut(tellOfMention(mailLanguage([]), content)) }
}

function contentOf(ctx: RequestContext, { id, keyId, wrappedKey, sealed }: MessageRow): unknown {
  if (!keyId || !wrappedKey || !sealed) return undefined
  const key = ctx.services.encryption.unwrapKey(emailKeyOwner(id), keyId, wrappedKey)
  return JSON.parse(unseal(key, emailAssociatedData(id), sealed).toString())
}

// The same for every attempt: the folder of emails overwrites it, a mail server can drop a second copy.
function emailId(message: MessageRow): string {
  return `portico-${message.id}`
}
