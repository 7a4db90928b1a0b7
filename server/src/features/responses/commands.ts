import type { Assignments } from '@portico/shared/contract/decided-list'
import { auditRespondents, auditSubject } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'

/** Gives a respondent to another agency. Throws `NOT_FOUND` for either, `ALREADY_SET` when it is theirs already. */
export async function assignRespondent(
  ctx: RequestContext,
  input: { respondent: { anonymousId: string }; agencyId: number },
): Promise<Record<string, never>> {
  const { anonymousId } = input.respondent
  const agency = await ctx.db.selectFrom('agency').select('id').where('id', '=', input.agencyId).executeTakeFirst()
  const respondent = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'agencyId'])
    .where('anonymousId', '=', anonymousId)
    .forUpdate()
    .executeTakeFirst()
  if (!agency || !respondent) throw new Failure('NOT_FOUND')
  if (respondent.agencyId === agency.id) throw new Failure('ALREADY_SET', 'This agency has the case already.')
  auditRespondents(ctx, [anonymousId])
  auditSubject(ctx, 'agency', agency.id)
  await ctx.db.updateTable('respondent').set({ agencyId: agency.id, assignedAt: ctx.now }).where('id', '=', respondent.id).execute()
  return {}
}

/** Gives several respondents to another agency; those whom it has already stay. Throws `NOT_FOUND` when one of them, or the agency, is not there. */
export async function assignRespondents(ctx: RequestContext, { respondents, agencyId }: Assignments): Promise<{ assigned: number }> {
  const anonymousIds = [...new Set(respondents.map((respondent) => respondent.anonymousId))]
  const agency = await ctx.db.selectFrom('agency').select('id').where('id', '=', agencyId).executeTakeFirst()
  // In one order for everyone, so that two admins never wait for each other in a circle.
  const found = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'agencyId'])
    .where('anonymousId', 'in', anonymousIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!agency || found.length < anonymousIds.length) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, anonymousIds)
  auditSubject(ctx, 'agency', agency.id)
  const ids = found.filter((respondent) => respondent.agencyId !== agency.id).map(({ id }) => id)
  if (ids.length > 0) await ctx.db.updateTable('respondent').set({ agencyId, assignedAt: ctx.now }).where('id', 'in', ids).execute()
  return { assigned: ids.length }
}
