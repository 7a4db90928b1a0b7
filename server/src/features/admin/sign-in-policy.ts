import { sql } from 'kysely'
import type { SignInPolicy, SignInRule } from '@portico/shared/contract/sign-in'
import { manageableRoles } from '@portico/shared/rules/managed-accounts'
import { roles } from '@portico/shared/words/roles'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { requireFreshProof } from '../auth/second-factor/fresh-proof.ts'

const defaultGraceDays = 14

/** Returns which roles need a second factor, and how many accounts of each role have none yet. */
export async function getSignInPolicy({ db }: RequestContext): Promise<SignInPolicy> {
  const rules = await db.selectFrom('sign_in_policy').selectAll().execute()
  const { rows: counts } = await sql<{ role: string; accounts: number; without: number }>`
    select role, count(*)::int as accounts,
      count(*) filter (where not exists (select from passkey where account_id = account.id)
        and not exists (select from authenticator_app where account_id = account.id and confirmed_at is not null))::int as without
    from account cross join unnest(roles) as role
    where disabled_at is null and verified_at is not null
    group by role`.execute(db)
  return roles.map((role) => {
    const rule = rules.find((candidate) => candidate.role === role)
    const counted = counts.find((candidate) => candidate.role === role)
    return {
      role,
      required: rule !== undefined,
      graceDays: rule?.graceDays ?? defaultGraceDays,
      requiredSince: rule?.requiredSince.toISOString() ?? null,
      accounts: counted?.accounts ?? 0,
      accountsWithout: counted?.without ?? 0,
    }
  })
}

/**
 * Sets a role's rule; a rule that stays on keeps its start. Callers may set the rules of roles whose accounts they may manage, so admins
 * cannot change the rules of admins and roots. Throws `FORBIDDEN` and `REAUTHENTICATION_REQUIRED`.
 */
export async function saveSignInRule(ctx: RequestContext, { role, required, graceDays }: SignInRule): Promise<SignInPolicy> {
  if (!manageableRoles(callerOf(ctx).roles).includes(role)) throw new Failure('FORBIDDEN')
  requireFreshProof(ctx)
  auditSubject(ctx, 'role', role)
  if (required) {
    await ctx.db
      .insertInto('sign_in_policy')
      .values({ role, requiredSince: ctx.now, graceDays })
      .onConflict((conflict) => conflict.column('role').doUpdateSet({ graceDays }))
      .execute()
  } else await ctx.db.deleteFrom('sign_in_policy').where('role', '=', role).execute()
  return getSignInPolicy(ctx)
}
