import { sql } from 'kysely'
import type { Announcement, AnnouncementDraft, AnnouncementPreview } from '@portico/shared/contract/announcements'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../infra/security/audit/audit.ts'
import { canBeTexted, openAnnouncement, writeAnnouncement } from '../messages/announcements/announcement-email.ts'
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
  const { people, withoutEmail } = await findGroup(ctx, workshopId, { ...group, byText: canBeTexted(ctx, { texts }) })
  auditSubject(ctx, 'workshop', workshopId)
  auditCount(ctx, people.size)
  const counts = new Map<string, number>()
  for (const language of people.values()) counts.set(language, (counts.get(language) ?? 0) + 1)
  const byLanguage = [...counts].map(([language, respondents]) => ({ language, respondents }))
  const { subject, text } = writeAnnouncement({ texts }, shownIn)
  return {
    respondents: people.size,
    withoutEmail,
    byLanguage: byLanguage.sort((one, other) => other.respondents - one.respondents || (one.language < other.language ? -1 : 1)),
    subject,
    text,
  }
}

/** Returns the newest announcements, with how many of their messages have been sent. */
export async function listAnnouncements(ctx: RequestContext): Promise<Announcement[]> {
  const rows = await ctx.db
    .selectFrom('announcement')
    .innerJoin('workshop', 'workshop.id', 'workshopId')
    .innerJoin('account', 'account.id', 'announcement.createdById')
    .select(['announcement.id', 'keyId', 'wrappedKey', 'sealed', 'respondents', 'announcement.createdAt', 'dueAt', 'cancelledAt'])
    .select(['workshop.name as workshopName', 'account.name as by'])
    .select(countOf(sql`sent_at is not null`).as('sent'))
    .select(countOf(sql`due_at is not null`).as('waiting'))
    .orderBy('announcement.id', 'desc')
    .limit(maxListed)
    .execute()
  auditCount(
    ctx,
    rows.reduce((sum, { respondents }) => sum + respondents, 0),
  )
  return rows.map(({ id, respondents, sent, waiting, workshopName, by, createdAt, dueAt, cancelledAt, ...sealed }) => {
    const { texts } = openAnnouncement(ctx.services.encryption, { id, ...sealed })
    const languages = Object.keys(texts)
    return {
      id,
      workshopName,
      subject: (texts['en'] ?? texts[languages[0] ?? 'en'])?.subject ?? '',
      languages,
      respondents,
      sent,
      waiting: cancelledAt ? 0 : waiting,
      by,
      createdAt: createdAt.toISOString(),
      undoUntil: dueAt.toISOString(),
      cancelledAt: cancelledAt?.toISOString() ?? null,
    }
  })
}

const countOf = (state: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::integer from message where announcement_id = announcement.id and ${state})`
