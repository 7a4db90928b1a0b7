import type { ByRespondent } from '@portico/shared/contract/fields'
import type { CaseClaim } from '@portico/shared/contract/cases'
import { limits } from '@portico/shared/words/limits'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import { openAssignReason } from '../../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { inScope, type Scope } from '../scope.ts'

/**
 * Claims a case for the caller as its reader for 15 minutes; repeating the call renews the claim. A claim of somebody else is kept unless
 * `takeOver` is set. Returns the claim in effect. It locks nothing (shared/spec/contract.md#claims). Throws `NOT_FOUND`.
 */
export async function claimCase(ctx: RequestContext, scope: Scope, input: ByRespondent & { takeOver: boolean }): Promise<CaseClaim> {
  const respondentId = await findCase(ctx, scope, input)
  const { id, name } = callerOf(ctx)
  const mine = { accountId: id, expiresAt: new Date(ctx.now.getTime() + limits.caseClaimMs) }
  const taken = await ctx.db
    .insertInto('case_claim')
    .values({ respondentId, ...mine })
    .onConflict((conflict) =>
      conflict
        .column('respondentId')
        .doUpdateSet(mine)
        .where((where) =>
          input.takeOver
            ? where.val(true)
            : where.or([where('case_claim.accountId', '=', id), where('case_claim.expiresAt', '<=', ctx.now)]),
        ),
    )
    .returning('expiresAt')
    .executeTakeFirst()
  if (taken) return { by: name, mine: true, until: taken.expiresAt.toISOString() }
  const held = await ctx.db
    .selectFrom('case_claim')
    .innerJoin('account', 'account.id', 'case_claim.accountId')
    .select(['accountId as claimedById', 'account.name as claimedBy', 'expiresAt as claimedUntil'])
    .where('respondentId', '=', respondentId)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  // The other claim was released between the two statements, so the case is free now: retry.
  return (held && claimOf(ctx, held)) ?? claimCase(ctx, scope, input)
}

/** Releases the caller's claim, but not somebody else's. Throws `NOT_FOUND`. */
export async function releaseCase(ctx: RequestContext, scope: Scope, input: ByRespondent): Promise<Record<string, never>> {
  const respondentId = await findCase(ctx, scope, input)
  await ctx.db
    .updateTable('case_claim')
    .set({ expiresAt: ctx.now })
    .where('respondentId', '=', respondentId)
    .where('accountId', '=', callerOf(ctx).id)
    .where('expiresAt', '>', ctx.now)
    .execute()
  return {}
}

/** Ends any claim on a case that is moved to another agency, which must not learn who read it before. */
export async function endClaim({ db, now }: RequestContext, respondentId: number): Promise<void> {
  await db.updateTable('case_claim').set({ expiresAt: now }).where('respondentId', '=', respondentId).where('expiresAt', '>', now).execute()
}

/** The columns of the current claim on a respondent's case. */
export interface ClaimColumns {
  readonly claimedById: number | null
  readonly claimedBy: string | null
  readonly claimedUntil: Date | null
}

/** Returns who is reading a respondent's case now; undefined if nobody is. */
export function claimOf(ctx: RequestContext, { claimedById, claimedBy, claimedUntil }: ClaimColumns): CaseClaim | undefined {
  if (claimedBy === null || !claimedUntil) return undefined
  return { by: claimedBy, mine: claimedById === ctx.caller?.id, until: claimedUntil.toISOString() }
}

/**
 * Returns who moved this case to another agency, when (in the workshop's time zone) and why, if the caller was reading it at that time and
 * so may know that it existed; undefined for everyone else. Does not name the agency, which reviewers of others may not know
 * (shared/spec/access-matrix.md#calls). Runs the same query whether the case exists or not.
 */
export async function describeReassignment(ctx: RequestContext, anonymousId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('case_claim')
    .innerJoin('respondent', 'respondent.id', 'case_claim.respondentId')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .leftJoin('account as assigner', 'assigner.id', 'respondent.assignedById')
    .select(['respondent.assignedAt', 'case_claim.expiresAt', 'workshop.timeZone', 'assigner.name as by'])
    .select(['anonymousId', 'keyId', 'wrappedKey', 'sealedAssignReason'])
    .where('respondent.anonymousId', '=', anonymousId)
    .where('respondent.agencyId', 'is not', null)
    .where('case_claim.accountId', '=', callerOf(ctx).id)
    .executeTakeFirst()
  if (!row?.assignedAt) return undefined
  const beforeItEnded = row.expiresAt.getTime() - row.assignedAt.getTime()
  if (beforeItEnded < 0 || beforeItEnded > limits.caseClaimMs) return undefined
  const at = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const when = new Intl.DateTimeFormat('en', { ...at, timeZone: row.timeZone }).format(row.assignedAt)
  const reason = openAssignReason(ctx.services.encryption, row)
  const moved = `${row.by ?? 'An admin'} moved this case to another agency on ${when}.`
  return reason === null ? moved : `${moved} Reason: “${reason}”`
}

async function findCase(ctx: RequestContext, scope: Scope, { respondent }: ByRespondent): Promise<number> {
  const row = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(scope))
    // Waits for a concurrent deletion, so that a deleted respondent is not found.
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [row.anonymousId])
  return row.id
}
