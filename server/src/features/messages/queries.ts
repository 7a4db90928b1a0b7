import { sql, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { TemplateKind, TemplateTexts } from '@portico/shared/words/message-templates'
import { localizedText, standardList } from '@portico/shared/words/what-to-bring'
import type { Email } from '../../infra/mailer.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import { unsealJson } from '../../infra/security/encryption.ts'
import type { Database, RequestContext } from '../../infra/request-context.ts'
import { contactLanguageOf } from '../questionnaires/definitions.ts'
import {
  emailKeyOwner,
  emailAssociatedData,
  mention,
  privacyLink,
  privacyReminder,
  sealedStaffEmail,
  reviewReminder,
  signInNotice,
  templateTest,
  webhookNotice,
} from './staff-email.ts'
import { seatOf, type SeatFacts } from './seats/held-seat.ts'
import { announcementTo, type Written } from './announcements/announcement-email.ts'
import { isNotOver } from './invitations.ts'
import { invitation, type InvitationFacts } from './templates/invitation.ts'
import { mentionEmail } from './templates/mention.ts'
import { layOut, type Page } from './templates/page.ts'
import { privacyLinkEmail, privacyReminderEmail } from './templates/privacy.ts'
import { reminder } from './templates/reminder.ts'
import { seatOffer } from './templates/seat-offer.ts'
import { reviewReminderEmail } from './templates/review-reminder.ts'
import { signInChangeEmail } from './templates/sign-in-change.ts'
import { staffLinkEmail } from './templates/staff-link.ts'
import { webhookDisabledEmail } from './templates/webhook-disabled.ts'
import { workshopChange } from './templates/workshop-change.ts'
import { addressOf, writeText, type WrittenText } from './texts/write-text.ts'
import { findPublishedTexts, withTemplateTexts } from './template-versions/published-texts.ts'
import { longMoment, mailLanguage, type MailLanguage } from './words.ts'

type MessageRow = Selectable<Database['message']>

/** A message that can be sent. `statedFacts`: a fingerprint of the date and place of the workshop that it states. */
export type Outgoing = Written & { readonly id: string; readonly statedFacts?: string }

/**
 * SQL expression: the id of a query's workshop and a fingerprint of its date and place; a respondent who was told another one is out of
 * date.
 */
export const factsFingerprint = sql<string>`workshop.id || ':' || md5(concat_ws('|', coalesce(workshop.event_date::text, ''),
  coalesce(workshop.address ->> 'line1', ''), coalesce(workshop.address ->> 'city', ''), workshop.start_time, workshop.end_time))`

/**
 * Returns a message as it must be sent now: by e-mail or, to a respondent who gave only a number, as a text. Undefined if there is no
 * recipient: the respondent was deleted, can only be reached by telephone, is no longer invited because a reviewer decided otherwise or
 * because the workshop is over, or belongs to a test workshop.
 */
export async function outgoingOf(ctx: RequestContext, message: MessageRow): Promise<Outgoing | undefined> {
  if (message.respondentId !== null && (await isOfTest(ctx, message.respondentId))) return undefined
  const { publicUrl } = ctx.services
  switch (message.kind) {
    case 'invitation':
    case 'invitation-again':
      return invitationOf(ctx, message, 'invitation')
    case 'workshop-change':
      return invitationOf(ctx, message, 'change')
    case 'reminder-week':
    case 'reminder-day':
      return invitationOf(ctx, message, 'reminder')
    case 'seat-offer':
      return invitationOf(ctx, message, 'seatOffer')
    case 'registration':
    case 'verify':
    case 'reset': {
      const { kind } = message
      return sealedEmailOf(ctx, message, sealedStaffEmail, (content) => staffLinkEmail(mailLanguage([content.language]), kind, content))
    }
    case 'sign-in-notice':
      return sealedEmailOf(ctx, message, signInNotice, (content) => signInChangeEmail(mailLanguage([]), content, publicUrl))
    case 'review-reminder':
      return sealedEmailOf(ctx, message, reviewReminder, (content) => reviewReminderEmail(mailLanguage([]), content, publicUrl))
    case 'mention':
      return sealedEmailOf(ctx, message, mention, (content) => mentionEmail(mailLanguage([]), content))
    case 'webhook-disabled':
      return sealedEmailOf(ctx, message, webhookNotice, (content) => webhookDisabledEmail(mailLanguage([]), content, publicUrl))
    case 'privacy-link':
      return sealedEmailOf(ctx, message, privacyLink, (content) => privacyLinkEmail(mailLanguage([content.language]), content))
    case 'announcement': {
      const written = await announcementTo(ctx, message)
      return written && { id: outgoingId(message), ...written }
    }
    case 'template-test':
      return templateTestOf(ctx, message)
    case 'privacy-reminder':
      return sealedEmailOf(ctx, message, privacyReminder, (content) => privacyReminderEmail(mailLanguage([]), content, publicUrl))
  }
}

async function isOfTest({ db }: RequestContext, respondentId: number): Promise<boolean> {
  const found = await db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select('isTest')
    .where('respondent.id', '=', respondentId)
    .executeTakeFirst()
  return found?.isTest ?? false
}

const templates: Readonly<Record<TemplateKind, (language: MailLanguage, facts: InvitationFacts) => Page>> = {
  invitation,
  change: workshopChange,
  reminder,
  seatOffer,
}

async function invitationOf(ctx: RequestContext, message: MessageRow, template: TemplateKind): Promise<Outgoing | undefined> {
  const written = message.respondentId === null ? undefined : await writeInvitation(ctx, message.respondentId, template)
  return written && { id: outgoingId(message), ...written }
}

/**
 * Returns the invitation of a respondent as it would be sent now; undefined if they were deleted, can only be reached by telephone, or are
 * not welcome, or if the day of their workshop is over.
 */
export async function writeInvitation(
  ctx: RequestContext,
  respondentId: number,
  template: TemplateKind = 'invitation',
): Promise<(Written & { readonly statedFacts: string }) | undefined> {
  const respondent = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['anonymousId', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers', 'questionnaireId', 'language'])
    .select([
      'title',
      'titles',
      'eventDate',
      'startTime',
      'endTime',
      'timeZone',
      'address',
      'bring',
      'instructions',
      factsFingerprint.as('statedFacts'),
    ])
    .where('respondent.id', '=', respondentId)
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .where(isNotOver(ctx.now))
    .executeTakeFirst()
  if (!respondent) return undefined
  const contact = openContact(ctx.services.encryption, respondent)
  const address = await addressOf(ctx, contact)
  if (!address) return undefined
  const { statedFacts, anonymousId } = respondent
  const seat = await seatOf(ctx, { id: respondentId, anonymousId })
  // The offered seat was taken or declined, or the offer has expired.
  if (template === 'seatOffer' && !(seat?.until && seat.until > ctx.now)) return undefined
  const wanted = await contactLanguageOf(ctx, respondent, contact)
  const language = mailLanguage([wanted, respondent.language])
  const texts = await findPublishedTexts(ctx, template, language.code)
  const written = { kind: template, texts, workshop: respondent, anonymousId, seat }
  const { channel, to } = address
  return channel === 'email'
    ? { channel, to, statedFacts, ...writeTemplate(language, written) }
    : { channel, to, statedFacts, ...writeTextMessage(language, written) }
}

export type WorkshopRow = Pick<
  Selectable<Database['workshop']>,
  'title' | 'titles' | 'eventDate' | 'startTime' | 'endTime' | 'timeZone' | 'address' | 'bring' | 'instructions'
>

function factsOf({ code }: MailLanguage, { anonymousId = '0000-0000-00000', workshop: row, seat, kind }: WrittenTemplate): InvitationFacts {
  const { title, titles, instructions, ...workshop } = row
  const wholeDay = workshop.startTime === null ? null : { start: workshop.startTime, end: workshop.endTime }
  return {
    anonymousId,
    workshop: localizedText(code, title, titles ?? {}).text,
    date: workshop.eventDate,
    // An offered time is only mentioned in the offer itself.
    time: seat?.time && (seat.until === null || kind === 'seatOffer') ? { start: seat.time, end: null } : wholeDay,
    seat: seat && { ...seat, until: seat.until && longMoment(seat.until, workshop.timeZone, code) },
    address: workshop.address,
    bring: workshop.bring ?? standardList,
    instruction: instructions?.[code] ?? instructions?.en ?? null,
  }
}

interface WrittenTemplate {
  readonly kind: TemplateKind
  readonly texts: TemplateTexts | undefined
  readonly workshop: WorkshopRow
  /** Defaults to a placeholder number. */
  readonly anonymousId?: string
  /** Undefined for a workshop without slots. */
  readonly seat?: SeatFacts | undefined
}

/** Renders an e-mail about a workshop with these texts, or the shipped ones; without an anonymous id, with a placeholder number. */
export function writeTemplate(language: MailLanguage, written: WrittenTemplate): Omit<Email, 'id' | 'to'> {
  const { kind, texts } = written
  return layOut(templates[kind](withTemplateTexts(language, kind, texts), factsOf(language, written)))
}

/** Renders the same as a text message. */
export function writeTextMessage(language: MailLanguage, written: WrittenTemplate): Pick<WrittenText, 'text' | 'language'> {
  const { kind, texts } = written
  return { language: language.code, text: writeText(withTemplateTexts(language, kind, texts), kind, factsOf(language, written)) }
}

/** Renders the e-mail about a change for readers of this language, with a placeholder number. */
export async function previewWorkshopChange(
  ctx: RequestContext,
  tag: string,
  workshop: WorkshopRow,
): Promise<Pick<Email, 'subject' | 'text'>> {
  const language = mailLanguage([tag])
  const { subject, text } = writeTemplate(language, {
    kind: 'change',
    texts: await findPublishedTexts(ctx, 'change', language.code),
    workshop,
  })
  return { subject, text }
}

// The whole content of a staff e-mail is sealed in its message, and deleted once it is sent or given up.
function sealedEmailOf<Content extends { readonly to: string }>(
  ctx: RequestContext,
  message: MessageRow,
  schema: z.ZodType<Content>,
  write: (content: Content) => Page,
): Outgoing | undefined {
  const sealed = contentOf(ctx, message)
  if (sealed === undefined) return undefined
  const content = schema.parse(sealed)
  return { channel: 'email', id: outgoingId(message), to: content.to, ...layOut(write(content)) }
}

async function templateTestOf(ctx: RequestContext, message: MessageRow): Promise<Outgoing | undefined> {
  const sealed = contentOf(ctx, message)
  if (sealed === undefined) return undefined
  const { to, template, language, texts } = templateTest.parse(sealed)
  return {
    channel: 'email',
    id: outgoingId(message),
    to,
    ...writeTemplate(mailLanguage([language]), { kind: template, texts, workshop: await sampleWorkshop(ctx) }),
  }
}

/** Returns the workshop to preview with: the default one, else the newest, else a made-up one. */
export async function sampleWorkshop(ctx: RequestContext): Promise<WorkshopRow> {
  const workshop = await ctx.db
    .selectFrom('workshop')
    .selectAll()
    .orderBy('isDefault', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const facts = {
    titles: null,
    eventDate: null,
    startTime: null,
    endTime: null,
    timeZone: 'UTC',
    address: null,
    bring: null,
    instructions: null,
  }
  return workshop ?? { ...facts, title: 'Citizenship Day' }
}

function contentOf(ctx: RequestContext, { id, keyId, wrappedKey, sealed }: MessageRow): unknown {
  if (!keyId || !wrappedKey || !sealed) return undefined
  const key = ctx.services.encryption.unwrapKey(emailKeyOwner(id), keyId, wrappedKey)
  return unsealJson(key, emailAssociatedData(id), sealed)
}

// The same for every attempt: the outbox folder overwrites the file, and a mail server can drop a duplicate.
function outgoingId(message: MessageRow): string {
  return `portico-${message.id}`
}
