import type { Assignment, Assignments } from '@portico/shared/contract/decided-list'
import { auditRespondents, auditSubject } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { sealAssignReason } from '../../infra/security/sealed-respondent.ts'
import { endClaim } from './review/claims.ts'

/** Assigns a respondent to another agency. Throws `NOT_FOUND` for either, `ALREADY_SET` if the agency has the case already. */
export async function assignRespondent(ctx: RequestContext, { respondent, ...to }: Assignment): Promise<Record<string, never>> {
  const { assigned } = await assignRespondents(ctx, { ...to, respondents: [respondent] })
  if (assigned === 0) throw new Failure('ALREADY_SET', 'This agency has the case already.')
  return {}
}

/**
 * Assigns several respondents to another agency and records who did so and why; those it already has are left unchanged. Throws `NOT_FOUND`
 * if one of them or the agency does not exist.
 */
export async function assignRespondents(
  ctx: RequestContext,
  { respondents, agencyId, reason }: Assignments,
): Promise<{ assigned: number }> {
  const anonymousIds = [...new Set(respondents.map((respondent) => respondent.anonymousId))]
  const agency = await ctx.db.selectFrom('agency').select('id').where('id', '=', agencyId).executeTakeFirst()
  // Locks in order of id, so that two admins cannot deadlock.
  const found = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'agencyId', 'keyId', 'wrappedKey'])
    .where('anonymousId', 'in', anonymousIds)
    .where('wrappedKey', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!agency || found.length < anonymousIds.length) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, anonymousIds)
  auditSubject(ctx, 'agency', agency.id)
  const moving = found.filter((respondent) => respondent.agencyId !== agency.id)
  for (const person of moving) {
    const sealedAssignReason = reason === undefined ? null : sealAssignReason(ctx.services.encryption, person, reason)
    await ctx.db
      .updateTable('respondent')
      .set({ agencyId, assignedAt: ctx.now, assignedById: callerOf(ctx).id, sealedAssignReason })
      .where('id', '=', person.id)
      .execute()
    await endClaim(ctx, person.id)
  }
  return { assigned: moving.length }
}
