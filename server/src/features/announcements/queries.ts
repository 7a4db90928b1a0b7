import { sql } from 'kysely'
import type { Announcement, AnnouncementDraft, AnnouncementPreview } from '@portico/shared/contract/announcements'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../infra/security/audit/audit.ts'
import { canBeTexted, openAnnouncement, writeAnnouncement } from '../messages/announcements/announcement-email.ts'
import { isUndeliverable } from '../messages/state.ts'
import { workshopIdOf } from '../responses/scope.ts'
import { findGroup } from './group.ts'

const maxListed = 50

/**
 * Returns how many respondents would get an announcement, by language, and the e-mail in one of them. Throws `NOT_FOUND` for an unknown
 * workshop.
 */
export async function previewAnnouncement(ctx: RequestContext, draft: AnnouncementDraft): Promise<AnnouncementPreview> {
  const { workshopName, texts, shownIn, ...group } = draft
  const workshopId = await workshopIdOf(ctx, workshopName)
  const { mailboxes, withoutEmail } = await findGroup(ctx, workshopId, { ...group, byText: canBeTexted(ctx, { texts }) })
  auditSubject(ctx, 'workshop', workshopId)
  auditCount(ctx, mailboxes.size)
  const counts = new Map<string, number>()
  for (const language of mailboxes.values()) counts.set(language, (counts.get(language) ?? 0) + 1)
  const byLanguage = [...counts].map(([language, respondents]) => ({ language, respondents }))
  const { subject, text } = writeAnnouncement({ texts }, shownIn)
  return {
    respondents: mailboxes.size,
    withoutEmail,
    byLanguage: byLanguage.sort((one, other) => other.respondents - one.respondents || (one.language < other.language ? -1 : 1)),
    subject,
    text,
  }
}

/** Returns the newest announcements, with how many of their messages were sent, are on their way, or reached nobody. */
export async function listAnnouncements(ctx: RequestContext): Promise<Announcement[]> {
  const rows = await ctx.db
    .selectFrom('announcement')
    .innerJoin('workshop', 'workshop.id', 'workshopId')
    .innerJoin('account', 'account.id', 'announcement.createdById')
    .select(['announcement.id', 'keyId', 'wrappedKey', 'sealed', 'respondents', 'announcement.createdAt', 'dueAt', 'cancelledAt'])
    .select(['workshop.name as workshopName', 'account.name as by'])
    .select(sql<number>`(select count(*)::integer from message where announcement_id = announcement.id and sent_at is not null)`.as('sent'))
    .select([mailboxesDue.as('due'), mailboxesNotReached.as('undelivered')])
    .orderBy('announcement.id', 'desc')
    .limit(maxListed)
    .execute()
  auditCount(
    ctx,
    rows.reduce((sum, { respondents }) => sum + respondents, 0),
  )
  return rows.map(({ id, respondents, sent, due, undelivered, workshopName, by, createdAt, dueAt, cancelledAt, ...sealed }) => {
    const { texts } = openAnnouncement(ctx.services.encryption, { id, ...sealed })
    const languages = Object.keys(texts)
    return {
      id,
      workshopName,
      subject: (texts['en'] ?? texts[languages[0] ?? 'en'])?.subject ?? '',
      languages,
      // Sent to more of them if somebody who shared a mailbox got an address of their own.
      respondents: Math.max(respondents, sent),
      sent,
      // Where it was just sent, another message may still be due.
      waiting: cancelledAt ? 0 : Math.min(due, Math.max(respondents - sent, 0)),
      undelivered,
      by,
      createdAt: createdAt.toISOString(),
      undoUntil: dueAt.toISOString(),
      cancelledAt: cancelledAt?.toISOString() ?? null,
    }
  })
}

const mailboxesDue = sql<number>`(
  select count(distinct coalesce(email_hash, phone_hash))::integer from message join respondent on respondent.id = respondent_id
  where announcement_id = announcement.id and due_at is not null)`

// Where one of several variants of the address was not reached, another may have been sent or be due.
const mailboxesNotReached = sql<number>`(
  select count(*)::integer from (
    select from message join respondent on respondent.id = respondent_id where announcement_id = announcement.id
    group by coalesce(email_hash, phone_hash) having bool_or(${isUndeliverable}) and bool_and(sent_at is null and due_at is null)) not_reached)`
