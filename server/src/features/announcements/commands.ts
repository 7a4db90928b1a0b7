import { sql } from 'kysely'
import type { NewAnnouncement } from '@portico/shared/contract/announcements'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import { nextId } from '../../infra/postgres/next-id.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../infra/security/audit/audit.ts'
import { mayText, outsideQuietHours, sealAnnouncement } from '../messages/announcements/announcement-email.ts'
import { workshopIdOf } from '../responses/scope.ts'
import { findGroup } from './group.ts'

export interface SentAnnouncement {
  readonly id: number
  readonly respondents: number
  readonly undoUntil: string
}

/**
 * Tells a group of respondents something, each mailbox once however often it is called with this key: 60 seconds from now, or when the quiet hours
 * of the workshop's time zone are over (shared/spec/contract.md#announcements). Throws `NOT_FOUND` for an unknown workshop and `INVALID_REQUEST`
 * for a group of nobody.
 */
export async function sendAnnouncement(
  ctx: RequestContext,
  { workshopName, key, texts, ...group }: NewAnnouncement,
): Promise<SentAnnouncement> {
  const workshopId = await workshopIdOf(ctx, workshopName)
  // Of two who send the same at once, the second sees the first's.
  await ctx.db.selectFrom('workshop').select('id').where('id', '=', workshopId).forNoKeyUpdate().execute()
  const known = await ctx.db.selectFrom('announcement').select(['id', 'respondents', 'dueAt']).where('key', '=', key).executeTakeFirst()
  if (known) return { id: known.id, respondents: known.respondents, undoUntil: known.dueAt.toISOString() }
  const { people } = await findGroup(ctx, workshopId, { ...group, byText: mayText(ctx, { texts }) })
  if (people.size === 0) throw new Failure('INVALID_REQUEST', 'There is nobody in this group who can be written to.')
  const id = await nextId(ctx.db, 'announcement')
  const { dueAt } = await ctx.db
    .insertInto('announcement')
    .values({
      id,
      key,
      workshopId,
      ...sealAnnouncement(ctx.services.encryption, id, { texts }),
      respondents: people.size,
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
    insert into message (kind, respondent_id, announcement_id, created_at, due_at)
    select 'announcement', id, ${id}, ${ctx.now}::timestamptz, ${dueAt}::timestamptz from unnest(${[...people.keys()]}::bigint[]) as id
    order by id`.execute(ctx.db)
  auditSubject(ctx, 'announcement', id)
  auditSubject(ctx, 'workshop', workshopId)
  auditCount(ctx, people.size)
  return { id, respondents: people.size, undoUntil: dueAt.toISOString() }
}

/** Takes an announcement back of which nothing has left; repeated, it changes nothing. Throws `NOT_FOUND`, and `UNDO_REFUSED` once its time is over. */
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
