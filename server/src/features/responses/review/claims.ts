import type { ByRespondent } from '@portico/shared/contract/fields'
import type { CaseClaim } from '@portico/shared/contract/cases'
import { limits } from '@portico/shared/words/limits'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import { openAssignReason } from '../../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { inScope, type Scope } from '../scope.ts'

/**
 * Says that the caller is reading a case, for 15 minutes from now; the same call renews it. While somebody else is reading it, theirs
 * stands unless `takeOver` is asked for. Answers the claim that holds now. It locks nothing (shared/spec/contract.md#claims). Throws `NOT_FOUND`.
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
  // Whoever held it gave it back between the two statements: it is free, and the caller is told so by getting it.
  return (held && claimOf(ctx, held)) ?? claimCase(ctx, scope, input)
}

/** Gives the caller's claim back; somebody else's stays. Throws `NOT_FOUND`. */
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

/** Ends whoever's claim on a case that goes to another agency: its people are not told who read it before. */
export async function endClaim({ db, now }: RequestContext, respondentId: number): Promise<void> {
  await db.updateTable('case_claim').set({ expiresAt: now }).where('respondentId', '=', respondentId).where('expiresAt', '>', now).execute()
}

/** What stands beside a respondent's row: who reads their case now. */
export interface ClaimColumns {
  readonly claimedById: number | null
  readonly claimedBy: string | null
  readonly claimedUntil: Date | null
}

/** Who is reading a respondent's case now; undefined: nobody is. */
export function claimOf(ctx: RequestContext, { claimedById, claimedBy, claimedUntil }: ClaimColumns): CaseClaim | undefined {
  if (claimedBy === null || !claimedUntil) return undefined
  return { by: claimedBy, mine: claimedById === ctx.caller?.id, until: claimedUntil.toISOString() }
}

/**
 * Who gave this case to another agency, when (by the workshop's clock) and why, for a caller who was reading it just then, and so may know
 * that it was there; undefined for everyone else. Which agency that is, reviewers of others may not know
 * (shared/spec/access-matrix.md#calls). Asks the same of the database whether the case exists or not.
 */
export async function movedWhileRead(ctx: RequestContext, anonymousId: string): Promise<string | undefined> {
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
    // Whoever is deleted at this moment is not found.
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [row.anonymousId])
  return row.id
}
