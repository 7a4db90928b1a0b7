import type { Agency as AgencyName, SaveAgency } from '@portico/shared/contract/agency'
import { Agency } from '../../entities/staff/agency.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { lockVersion } from '../../infra/postgres/row-versions.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'

/** Creates an agency, or changes the one of this id. What is left out stays. Throws `NOT_FOUND`, `INVALID_REQUEST` for a name that is taken. */
export async function saveAgency(ctx: RequestContext, input: SaveAgency): Promise<AgencyName> {
  // Of two admins who give the same name at once, the second has to find the first's.
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

/** Chooses whether the caller is e-mailed on workdays about the cases that wait. */
export async function saveReminder(ctx: RequestContext, { email }: { email: boolean }): Promise<{ email: boolean }> {
  await ctx.db.updateTable('account').set({ reviewReminder: email }).where('id', '=', callerOf(ctx).id).execute()
  return { email }
}
