import type { Agency as AgencyName, SaveAgency } from '@portico/shared/contract/agency'
import { Agency } from '../../entities/staff/agency.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { lockMaker } from '../../infra/postgres/current-rights.ts'
import { lockVersion } from '../../infra/postgres/row-versions.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'

/**
 * Creates an agency, or changes the one with this id; omitted fields stay unchanged. Throws `NOT_FOUND`, and `INVALID_REQUEST` if the name
 * is taken.
 */
export async function saveAgency(ctx: RequestContext, input: SaveAgency): Promise<AgencyName> {
  // If two admins use the same name concurrently, the second must see the first's agency.
  await lock(ctx.db, 'agencyNames')
  const namesake = await ctx.db.selectFrom('agency').select('id').where('name', '=', input.name).executeTakeFirst()
  if (namesake && namesake.id !== input.id) throw new Failure('INVALID_REQUEST', 'There is already an agency of this name.')
  const { id, ifVersion, ...changes } = input
  const { savedById, ...next } = await lockVersion(ctx, { table: 'agency', id }, ifVersion)
  const values = { ...changes, ...next, savedBy: savedById }
  const agency = id === undefined ? ctx.em.create(Agency, values) : await ctx.em.findOne(Agency, { id })
  if (!agency) throw new Failure('NOT_FOUND')
  ctx.em.assign(agency, values)
  await ctx.em.flush()
  auditSubject(ctx, 'agency', agency.id)
  return { id: agency.id, name: agency.name }
}

/** Sets whether the caller is e-mailed on workdays about waiting cases. */
export async function saveReminder(ctx: RequestContext, { email }: { email: boolean }): Promise<{ email: boolean }> {
  await lockMaker(ctx)
  await ctx.db.updateTable('account').set({ reviewReminder: email }).where('id', '=', callerOf(ctx).id).execute()
  return { email }
}
