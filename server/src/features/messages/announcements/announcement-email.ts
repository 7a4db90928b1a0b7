import { sql, type RawBuilder, type Selectable } from 'kysely'
import { z } from 'zod'
import { respondentFlags } from '@portico/shared/words/flags'
import { limits } from '@portico/shared/words/limits'
import type { Email } from '../../../infra/mailer.ts'
import type { Database, RequestContext } from '../../../infra/request-context.ts'
import { tryLock } from '../../../infra/postgres/locks.ts'
import { sealJson, unsealJson, type Encryption } from '../../../infra/security/encryption.ts'
import { mailboxForm, openContact } from '../../../infra/security/sealed-respondent.ts'
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

// An announcement is offered to so many variants of a mailbox. A mail server that refuses them all refuses the mailbox.
const maxVariants = 3
// Longer than the pause between two attempts, so that the message that is waited for has been tried once more.
const waitMs = 600_000

type AnnouncedMessage = Pick<Selectable<Database['message']>, 'id' | 'announcementId' | 'respondentId' | 'refusedAt'>

/** What becomes of a message that is not sent now: it waits until `dueAt`, or ends (null), as `undelivered` if its mailbox is refused. */
export interface NotSentNow {
  readonly dueAt: Date | null
  readonly delivery?: 'undelivered' | null
  readonly refusedAt?: Date | null
}

/**
 * Returns what becomes of a message of an announcement because another one reaches its mailbox or number, or may still do so: one that was
 * sent there, or that of somebody who comes earlier (`findGroup`), unless they got none because they had left by then. If the mail server
 * refused that one, for good or for now, the message is sent to its own variant of the address, of which three are tried, one at a time
 * (shared/spec/contract.md#announcements). Undefined if it is to be sent; then nothing else is sent to the mailbox until the end of the
 * transaction.
 */
export async function notSentNow(
  ctx: RequestContext,
  message: AnnouncedMessage,
  { channel, to }: Written,
): Promise<NotSentNow | undefined> {
  const instead = await reachedInstead(ctx, message, { channel, to })
  if (instead || channel === 'text') return instead
  const mailbox = ctx.services.encryption.lookupHash('email', mailboxForm(to)).toString('base64')
  const isAlone = await tryLock(ctx.db, 'announcedMailbox', `${message.announcementId}:${mailbox}`)
  // Another one may have been sent there before the lock was taken.
  return isAlone ? reachedInstead(ctx, message, { channel, to }) : { dueAt: new Date(ctx.now.getTime() + waitMs) }
}

async function reachedInstead(
  ctx: RequestContext,
  message: AnnouncedMessage,
  { channel, to }: Pick<Written, 'channel' | 'to'>,
): Promise<NotSentNow | undefined> {
  const others = await othersAtAddress(ctx, message, channel)
  if (others.some(({ sentAt }) => sentAt)) return { dueAt: null }
  const untold = others.find(({ refusedAt }) => !refusedAt)
  const same = untold ? undefined : others.find((other) => openContact(ctx.services.encryption, other).email === to)
  const one = untold ?? same
  if (!one && others.length < maxVariants) return undefined
  const awaited = one ? [one] : others
  const due = awaited.find(({ dueAt }) => dueAt)?.dueAt
  return {
    dueAt: due ? new Date(Math.max(due.getTime(), ctx.now.getTime()) + waitMs) : null,
    delivery: due ? null : (awaited.find(({ delivery }) => delivery)?.delivery ?? null),
    // Its own address was refused, though it was not tried itself.
    refusedAt: message.refusedAt ?? same?.refusedAt ?? null,
  }
}

type OtherMessage = Pick<Selectable<Database['message']>, 'dueAt' | 'sentAt' | 'refusedAt'> &
  Pick<Selectable<Database['respondent']>, 'anonymousId' | 'keyId' | 'wrappedKey' | 'sealedContact'> & {
    readonly delivery: 'undelivered' | null
  }

// The first that were sent to an address, or are to be sent there before this one, without those that wait for another one with their exact
// address. Written so that only the indexes on address and announcement can serve it: PostgreSQL would otherwise scan the whole announcement
// for each message.
async function othersAtAddress(
  { db }: RequestContext,
  { id, announcementId, respondentId }: AnnouncedMessage,
  channel: Written['channel'],
): Promise<OtherMessage[]> {
  const sameAddress =
    channel === 'email'
      ? sql`other.email_hash = respondent.email_hash`
      : sql`other.email_hash is null and other.phone_hash = respondent.phone_hash`
  const { rows } = await sql<OtherMessage>`
    select due_at as "dueAt", sent_at as "sentAt", refused_at as "refusedAt", delivery,
      other.anonymous_id as "anonymousId", other.key_id as "keyId", other.wrapped_key as "wrappedKey", other.sealed_contact as "sealedContact"
    from respondent
    cross join lateral (
      select id, workshop_id, anonymous_id, key_id, wrapped_key, sealed_contact from respondent other where ${sameAddress} order by id offset 0) other
    cross join lateral (
      select id, due_at, sent_at, refused_at, attempts, delivery, ${stateOf} as state
      from message where announcement_id = ${announcementId} and respondent_id = other.id offset 0) message
    where respondent.id = ${respondentId} and other.id <> respondent.id and (sent_at is not null
      or (message.id < ${id} and state <> 'not-sent' and (refused_at is null or attempts > 0)
        and other.workshop_id = respondent.workshop_id and other.wrapped_key is not null))
    order by message.id limit ${sql.lit(maxVariants)}`.execute(db)
  return rows
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
