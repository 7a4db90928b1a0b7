import type { Agency, AgencyDetails } from '@portico/shared/contract/agency'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditCount } from '../../infra/security/audit/audit.ts'
import { openCases } from '../responses/assignment/assignment.ts'
import { membershipsOf } from '../responses/scope.ts'

/** Returns the agencies that the caller is a member of, by name. */
export async function listMyAgencies(ctx: RequestContext): Promise<Agency[]> {
  const own = await membershipsOf(ctx)
  if (own.length === 0) return []
  return ctx.db.selectFrom('agency').select(['id', 'name']).where('id', 'in', own).orderBy('name').execute()
}

/** Returns every agency, by name. */
export async function listAgencies(ctx: RequestContext): Promise<Agency[]> {
  return ctx.db.selectFrom('agency').select(['id', 'name']).orderBy('name').execute()
}

/** Returns every agency with its settings and number of open cases, by name; audits the total number of open cases. */
export async function listAgencyDetails(ctx: RequestContext): Promise<AgencyDetails[]> {
  const rows = await ctx.db
    .selectFrom('agency')
    .select((select) => [
      'id',
      'name',
      'languages',
      'logoKey',
      'waitingAmberDays',
      'waitingRedDays',
      'rowVersion as version',
      'remindedAt',
      select
        .selectFrom('agency_member')
        .select((count) => count.fn.countAll<number>().as('members'))
        .whereRef('agency_member.agencyId', '=', 'agency.id')
        .as('members'),
      openCases,
    ])
    .orderBy('name')
    .execute()
  auditCount(
    ctx,
    rows.reduce((sum, { openCases: open }) => sum + open, 0),
  )
  return rows.map((row) => ({ ...row, members: Number(row.members ?? 0), remindedAt: row.remindedAt?.toISOString() ?? null }))
}

/** Returns whether the caller is e-mailed on workdays about waiting cases. */
export async function getReminder(ctx: RequestContext): Promise<{ email: boolean }> {
  const { reviewReminder } = await ctx.db
    .selectFrom('account')
    .select('reviewReminder')
    .where('id', '=', callerOf(ctx).id)
    .executeTakeFirstOrThrow()
  return { email: reviewReminder }
}
