import { sql, type RawBuilder, type Selectable } from 'kysely'
import { z } from 'zod'
import { respondentFlags } from '@portico/shared/words/flags'
import { limits } from '@portico/shared/words/limits'
import type { Email } from '../../../infra/mailer.ts'
import type { Database, RequestContext } from '../../../infra/request-context.ts'
import { sealJson, unsealJson, type Encryption } from '../../../infra/security/encryption.ts'
import { openContact } from '../../../infra/security/sealed-respondent.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'
import { stateOf } from '../state.ts'
import { layOut } from '../templates/page.ts'
import { textNumberOf, writeAnnouncedText, type WrittenText } from '../texts/write-text.ts'
import { mailLanguage } from '../words.ts'

/** A message to a respondent that can be sent, before it has an id. */
export type Written = (Omit<Email, 'id'> & { readonly channel: 'email' }) | WrittenText

const content = z.object({
  texts: z.record(z.string(), z.object({ subject: z.string(), text: z.string() })),
  group: z
    .object({ flags: z.array(z.enum(respondentFlags)).optional(), language: z.string().optional(), notCheckedIn: z.boolean() })
    .optional(),
})
export type AnnouncementContent = z.infer<typeof content>

const associatedData = (id: number) => `announcement:${id}:sealed`

/** Seals the content and recipients of an announcement, for the row with this id. */
export function sealAnnouncement(encryption: Encryption, id: number, announced: AnnouncementContent) {
  const { key, keyId, wrapped } = encryption.newDataKey(`announcement:${id}`)
  return { keyId, wrappedKey: wrapped, sealed: sealJson(key, associatedData(id), announced) }
}

type SealedAnnouncement = Pick<Selectable<Database['announcement']>, 'id' | 'keyId' | 'wrappedKey' | 'sealed'>

/** Opens the content of an announcement. */
export function openAnnouncement(encryption: Encryption, { id, keyId, wrappedKey, sealed }: SealedAnnouncement): AnnouncementContent {
  const key = encryption.unwrapKey(`announcement:${id}`, keyId, wrappedKey)
  return content.parse(unsealJson(key, associatedData(id), sealed))
}

/** Renders an announcement for readers of this language: in English if it was not written in theirs. */
export function writeAnnouncement(content: AnnouncementContent, tag: string): Omit<Email, 'id' | 'to'> {
  const { language, subject, text } = contentIn(content, tag)
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => ({ kind: 'paragraph', text: paragraph }) as const)
  return layOut({ language, subject, parts: [{ kind: 'paragraph', text: language.words.greeting }, ...paragraphs] })
}

/** Whether an announcement is also sent as a text: if texts are enabled and it is short enough in every language. */
export function canBeTexted({ services }: RequestContext, { texts }: AnnouncementContent): boolean {
  return (
    services.texts !== undefined && Object.keys(texts).every((tag) => announcementText({ texts }, tag).text.length <= limits.textMessageMax)
  )
}

function announcementText(content: AnnouncementContent, tag: string): Pick<WrittenText, 'text' | 'language'> {
  const { language, ...announced } = contentIn(content, tag)
  return { language: language.code, text: writeAnnouncedText(language, announced) }
}

function contentIn({ texts }: AnnouncementContent, tag: string) {
  const wanted = mailLanguage([tag])
  const language = texts[wanted.code] ? wanted : mailLanguage([texts['en'] ? 'en' : Object.keys(texts)[0]])
  return { language, ...(texts[language.code] ?? { subject: '', text: '' }) }
}

/**
 * Returns the announcement to a respondent as it must be sent now; undefined if it was cancelled, or if the respondent was deleted, moved
 * to another workshop, asked us to stop, can only be telephoned or no longer belongs to the group. It cannot be cancelled until the end of
 * the transaction.
 */
export async function announcementTo(
  ctx: RequestContext,
  { announcementId, respondentId }: { readonly announcementId: number | null; readonly respondentId: number | null },
): Promise<Written | undefined> {
  const announcement = await ctx.db
    .selectFrom('announcement')
    .selectAll()
    .where('id', '=', announcementId)
    .where('cancelledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  const respondent = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'workshopId', 'emailHash', 'phoneHash'])
    .select(['anonymousId', 'questionnaireId', 'language', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers'])
    .where('id', '=', respondentId)
    // A respondent who has since moved to another workshop must not hear about this one.
    .where('workshopId', '=', announcement?.workshopId ?? null)
    .executeTakeFirst()
  if (!announcement || !respondent) return undefined
  const announced = openAnnouncement(ctx.services.encryption, announcement)
  if (announced.group && !(await reachesGroup(ctx, respondent, announced.group))) return undefined
  const contact = openContact(ctx.services.encryption, respondent)
  const tag = await contactLanguageOf(ctx, respondent, contact)
  if (contact.email) return { channel: 'email', to: contact.email, ...writeAnnouncement(announced, tag) }
  const number = canBeTexted(ctx, announced) ? await textNumberOf(ctx, contact.phoneNumber) : undefined
  return number === undefined ? undefined : { channel: 'text', to: number, ...announcementText(announced, tag) }
}

type Addressee = Pick<Selectable<Database['respondent']>, 'id' | 'workshopId' | 'emailHash' | 'phoneHash'>

/**
 * Returns when the message is due that reaches the mailbox or number of another one of its announcement instead of it: one that was sent
 * there, or that of somebody who comes earlier, unless they got none because they had left by then, or their variant of the address was
 * refused and is not tried again at this moment. Null once nothing more will be sent there; undefined if there is no such message. Written
 * so that only the indexes on address and announcement can serve it: PostgreSQL would otherwise scan the whole announcement for each
 * message.
 */
export async function reachedInstead(
  { db, now }: RequestContext,
  { id, announcementId, respondentId }: Pick<Selectable<Database['message']>, 'id' | 'announcementId' | 'respondentId'>,
): Promise<{ readonly dueAt: Date | null } | undefined> {
  const messagesTo = (sameAddress: RawBuilder<unknown>) => sql`
    select message.*, workshop_id, wrapped_key
    from (select id, workshop_id, wrapped_key from respondent other where ${sameAddress} offset 0) other
    cross join lateral (
      select id, due_at, sent_at, refused_at, ${stateOf} as state from message where announcement_id = ${announcementId} and respondent_id = other.id offset 0) message`
  const { rows } = await sql<{ dueAt: Date | null }>`
    select due_at as "dueAt" from respondent cross join lateral (
      ${messagesTo(sql`other.email_hash = respondent.email_hash`)}
      union all ${messagesTo(sql`respondent.email_hash is null and other.email_hash is null and other.phone_hash = respondent.phone_hash`)}
    ) instead
    where respondent.id = ${respondentId} and instead.id <> ${id} and (sent_at is not null
      or (instead.id < ${id} and state <> 'not-sent' and (refused_at is null or due_at <= ${now}::timestamptz)
        and instead.workshop_id = respondent.workshop_id and instead.wrapped_key is not null))
    limit 1`.execute(db)
  return rows[0]
}

// One message reaches everyone who shares the mailbox or number: it is sent while one of them has a flag of the group.
async function reachesGroup(
  { db }: RequestContext,
  { id, workshopId, emailHash, phoneHash }: Addressee,
  { flags, notCheckedIn }: NonNullable<AnnouncementContent['group']>,
): Promise<boolean> {
  const found = await db
    .selectFrom('respondent')
    .select('id')
    .where('workshopId', '=', workshopId)
    .where('wrappedKey', 'is not', null)
    .where((where) => {
      const sharing = emailHash
        ? where('emailHash', '=', emailHash)
        : where.and([where('emailHash', 'is', null), where('phoneHash', '=', phoneHash)])
      return where.or([where('id', '=', id), sharing])
    })
    .$if(flags !== undefined, (query) => query.where('currentFlag', 'in', flags ?? []))
    .$if(notCheckedIn, (query) => query.where('checkedInAt', 'is', null))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * SQL expression: the first moment from this one on that is between 9:00 and 20:00 in a time zone (shared/spec/contract.md#announcements).
 */
export function outsideQuietHours(moment: RawBuilder<Date>, timeZone: RawBuilder<string>): RawBuilder<Date> {
  const local = sql`(${moment} at time zone ${timeZone})`
  return sql<Date>`case
    when extract(hour from ${local}) < 9 then (date_trunc('day', ${local}) + interval '9 hours') at time zone ${timeZone}
    when extract(hour from ${local}) >= 20 then (date_trunc('day', ${local}) + interval '33 hours') at time zone ${timeZone}
    else ${moment} end`
}

/** Returns when a message to a respondent may be sent after quiet hours; undefined if immediately. */
export async function quietUntil(ctx: RequestContext, respondentId: number | null): Promise<Date | undefined> {
  const { rows } = await sql<{ from: Date }>`
    select ${outsideQuietHours(sql`${ctx.now}::timestamptz`, sql`workshop.time_zone`)} as from
    from respondent join workshop on workshop.id = workshop_id where respondent.id = ${respondentId}`.execute(ctx.db)
  const from = rows[0]?.from
  return from && from > ctx.now ? from : undefined
}
