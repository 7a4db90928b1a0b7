import { isDeepStrictEqual } from 'node:util'
import { sql, type Selectable } from 'kysely'
import type { NewAnnouncement } from '@portico/shared/contract/announcements'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import { lockMaker } from '../../infra/postgres/current-rights.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { nextId } from '../../infra/postgres/next-id.ts'
import { callerOf, type Database, type RequestContext } from '../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../infra/security/audit/audit.ts'
import {
  canBeTexted,
  openAnnouncement,
  outsideQuietHours,
  sealAnnouncement,
  type AnnouncementContent,
} from '../messages/announcements/announcement-email.ts'
import { workshopIdOf } from '../responses/scope.ts'
import { findGroup } from './group.ts'

export interface SentAnnouncement {
  readonly id: number
  readonly respondents: number
  readonly undoUntil: string
}

/**
 * Sends an announcement to a group of respondents: each mailbox gets it once, however often the call is repeated with this key. It goes out
 * in 60 seconds, or after the quiet hours of the workshop's time zone (shared/spec/contract.md#announcements). Throws `NOT_FOUND` for an
 * unknown workshop, `INVALID_REQUEST` for an empty group, and `IDEMPOTENCY_KEY_REUSED` if the key belongs to a different or a cancelled
 * announcement, and `FORBIDDEN` if the caller just stopped being an admin.
 */
export async function sendAnnouncement(
  ctx: RequestContext,
  { workshopName, key, texts, ...group }: NewAnnouncement,
): Promise<SentAnnouncement> {
  await lockMaker(ctx)
  const workshopId = await workshopIdOf(ctx, workshopName)
  await lock(ctx.db, 'announcementKeys', key)
  const known = await ctx.db.selectFrom('announcement').selectAll().where('key', '=', key).executeTakeFirst()
  if (known) return repeated(ctx, known, { workshopId, content: { texts, group } })
  const { respondentIds, mailboxes } = await findGroup(ctx, workshopId, { ...group, byText: canBeTexted(ctx, { texts }) })
  if (respondentIds.length === 0) throw new Failure('INVALID_REQUEST', 'There is nobody in this group who can be written to.')
  const id = await nextId(ctx.db, 'announcement')
  const { dueAt } = await ctx.db
    .insertInto('announcement')
    .values({
      id,
      key,
      workshopId,
      ...sealAnnouncement(ctx.services.encryption, id, { texts, group }),
      respondents: mailboxes.size,
      createdAt: ctx.now,
      createdById: callerOf(ctx).id,
      dueAt: outsideQuietHours(
        sql<Date>`${new Date(ctx.now.getTime() + limits.announcementUndoMs)}::timestamptz`,
        sql<string>`(select time_zone from workshop where id = ${workshopId})`,
      ),
    })
    .returning('dueAt')
    .executeTakeFirstOrThrow()
  await sql`
    with recipient as (select id from respondent where id = any(${respondentIds}::bigint[]) order by id for key share)
    insert into message (kind, respondent_id, announcement_id, created_at, due_at)
    select 'announcement', id, ${id}, ${ctx.now}::timestamptz, ${dueAt}::timestamptz
    from recipient join unnest(${respondentIds}::bigint[]) with ordinality as listed (id, place) using (id) order by place`.execute(ctx.db)
  auditSubject(ctx, 'announcement', id)
  auditSubject(ctx, 'workshop', workshopId)
  auditCount(ctx, mailboxes.size)
  return { id, respondents: mailboxes.size, undoUntil: dueAt.toISOString() }
}

interface Wanted {
  readonly workshopId: number
  readonly content: AnnouncementContent
}

// A retry after a lost response asks for exactly the same; succeeding for anything else would claim that people got a message they did not.
function repeated(ctx: RequestContext, known: Selectable<Database['announcement']>, wanted: Wanted): SentAnnouncement {
  const { id, workshopId, respondents, dueAt, cancelledAt } = known
  const isSame = workshopId === wanted.workshopId && isDeepStrictEqual(openAnnouncement(ctx.services.encryption, known), wanted.content)
  if (cancelledAt || !isSame) throw new Failure('IDEMPOTENCY_KEY_REUSED')
  return { id, respondents, undoUntil: dueAt.toISOString() }
}

/** Cancels an announcement before anything is sent; idempotent. Throws `NOT_FOUND`, and `UNDO_REFUSED` if it is too late. */
export async function cancelAnnouncement(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  const announcement = await ctx.db
    .selectFrom('announcement')
    .select(['dueAt', 'cancelledAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!announcement) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'announcement', id)
  if (announcement.cancelledAt) return {}
  if (announcement.dueAt <= ctx.now) throw new Failure('UNDO_REFUSED')
  await ctx.db.updateTable('announcement').set({ cancelledAt: ctx.now }).where('id', '=', id).execute()
  return {}
}

/** Cancels the announcements of an account that stops being an admin's, except those that are already being sent. */
export async function cancelAnnouncementsOf(ctx: RequestContext, accountId: number): Promise<void> {
  const cancelled = await ctx.db
    .updateTable('announcement')
    .set({ cancelledAt: ctx.now })
    .where('createdById', '=', accountId)
    .where('cancelledAt', 'is', null)
    .where('dueAt', '>', ctx.now)
    .returning('id')
    .execute()
  for (const { id } of cancelled) auditSubject(ctx, 'announcement', id)
}
