import { sql } from 'kysely'
import type { Agency, SaveAgency } from '@portico/shared/contract/agency'
import { auditSubject } from '../../infra/security/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'

/** Creates an agency, or changes the one of this id. What is left out stays. Throws `NOT_FOUND`, `INVALID_REQUEST` for a name that is taken. */
export async function saveAgency(ctx: RequestContext, input: SaveAgency): Promise<Agency> {
  // Of two admins who give the same name at once, the second has to find the first's.
  await sql`select pg_advisory_xact_lock(hashtext('agency names'))`.execute(ctx.db)
  const namesake = await ctx.db.selectFrom('agency').select('id').where('name', '=', input.name).executeTakeFirst()
  if (namesake && namesake.id !== input.id) throw new Failure('INVALID_REQUEST', 'There is already an agency of this name.')
  const values = {
    name: input.name,
    ...(input.languages && { languages: input.languages }),
    ...(input.logoKey && { logoKey: input.logoKey }),
  }
  const saved =
    input.id === undefined
      ? await ctx.db.insertInto('agency').values(values).returning(['id', 'name']).executeTakeFirst()
      : await ctx.db.updateTable('agency').set(values).where('id', '=', input.id).returning(['id', 'name']).executeTakeFirst()
  if (!saved) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'agency', saved.id)
  return saved
}
