import type { ReasonTemplate, RemoveReason, SaveReason } from '@portico/shared/contract/notes'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { nextId } from '../../infra/postgres/next-id.ts'
import { agenciesOf } from '../responses/scope.ts'
import { openReasonTemplate, sealReasonTemplate } from './sealed-reasons.ts'

/** Returns an agency's reason templates, oldest first; empty for a foreign agency. */
export async function listReasons(ctx: RequestContext, { agencyId }: { agencyId: number }): Promise<ReasonTemplate[]> {
  if (!(await isReachable(ctx, agencyId))) return []
  auditSubject(ctx, 'agency', agencyId)
  const rows = await ctx.db.selectFrom('reason_template').selectAll().where('agencyId', '=', agencyId).orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, text: openReasonTemplate(ctx.services.encryption, row) }))
}

/**
 * Adds or changes a reason template of an agency. Throws `NOT_FOUND`, also for a foreign agency, and `INVALID_REQUEST` if there are too
 * many.
 */
export async function saveReason(ctx: RequestContext, { agencyId, id, text }: SaveReason): Promise<ReasonTemplate> {
  if (!(await isReachable(ctx, agencyId))) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'agency', agencyId)
  const { encryption } = ctx.services
  if (id !== undefined) {
    const changed = await ctx.db
      .updateTable('reason_template')
      .set(sealReasonTemplate(encryption, { id, agencyId }, text))
      .where('id', '=', id)
      .where('agencyId', '=', agencyId)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw new Failure('NOT_FOUND')
    return { id, text }
  }
  await lock(ctx.db, 'reasonTemplates', agencyId)
  const { count } = await ctx.db
    .selectFrom('reason_template')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('agencyId', '=', agencyId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.reasonTemplatesMax)
    throw new Failure('INVALID_REQUEST', `An agency keeps at most ${limits.reasonTemplatesMax} reasons.`)
  const place = { id: await nextId(ctx.db, 'reason_template'), agencyId }
  await ctx.db
    .insertInto('reason_template')
    .values({ ...place, ...sealReasonTemplate(encryption, place, text) })
    .execute()
  return { id: place.id, text }
}

/** Removes a reason template of an agency. Throws `NOT_FOUND`. */
export async function removeReason(ctx: RequestContext, { agencyId, id }: RemoveReason): Promise<Record<string, never>> {
  const removed = (await isReachable(ctx, agencyId))
    ? await ctx.db.deleteFrom('reason_template').where('id', '=', id).where('agencyId', '=', agencyId).executeTakeFirst()
    : undefined
  if (!removed || removed.numDeletedRows === 0n) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'agency', agencyId)
  return {}
}

async function isReachable(ctx: RequestContext, agencyId: number): Promise<boolean> {
  const mine = await agenciesOf(ctx)
  if (mine !== 'all') return mine.includes(agencyId)
  return (await ctx.db.selectFrom('agency').select('id').where('id', '=', agencyId).executeTakeFirst()) !== undefined
}
