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
