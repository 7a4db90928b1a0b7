import type { Volunteer, WorkshopAccess } from '@portico/shared/contract/admin'
import { manageableRoles } from '@portico/shared/rules/managed-accounts'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { grantWorkshops } from '../../auth/accounts.ts'
import { requireRecentProof } from '../../auth/second-factor/fresh-proof.ts'

/**
 * Returns the volunteers who are not disabled, by name, and which of them currently have access to a workshop. Throws `NOT_FOUND` for an
 * unknown workshop.
 */
export async function listVolunteers(ctx: RequestContext, { workshopName }: { readonly workshopName: string }): Promise<Volunteer[]> {
  const workshopId = await workshopIdOf(ctx, workshopName)
  const rows = await ctx.db
    .selectFrom('account')
    .leftJoin('workshop_access', (join) =>
      join
        .onRef('workshop_access.accountId', '=', 'account.id')
        .on('workshopId', '=', workshopId)
        .on('revokedAt', 'is', null)
        .on((on) => on.or([on('expiresAt', 'is', null), on('expiresAt', '>', ctx.now)])),
    )
    .select(['account.id', 'name', 'email', 'grantedAt', 'expiresAt', 'roles'])
    .where('disabledAt', 'is', null)
    .orderBy('name')
    .orderBy('account.id')
    .execute()
  const volunteers = rows.filter(({ roles }) => roles.includes('VOLUNTEERV1'))
  for (const { id } of volunteers) auditSubject(ctx, 'account', id)
  return volunteers.map(({ id, name, email, grantedAt, expiresAt }) => ({
    id,
    name,
    email,
    grantedAt: grantedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }))
}

/**
 * Grants volunteers access to a workshop or ends it, for all of them or none; those already in that state are unchanged. Throws `NOT_FOUND`
 * for an unknown workshop, and for an account that does not exist, is no volunteer or may not be managed by the caller;
 * `REAUTHENTICATION_REQUIRED` when granting.
 */
export async function changeWorkshopAccess(ctx: RequestContext, input: WorkshopAccess): Promise<Record<string, never>> {
  const accountIds = [...new Set(input.accountIds)]
  const accounts = await ctx.db
    .selectFrom('account')
    .select(['id', 'roles'])
    .where('id', 'in', accountIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  const manageable = manageableRoles(callerOf(ctx).roles)
  const mine = accounts.filter(({ roles }) => roles.includes('VOLUNTEERV1') && roles.every((role) => manageable.includes(role)))
  if (mine.length < accountIds.length) throw new Failure('NOT_FOUND')
  const workshopId = await workshopIdOf(ctx, input.workshopName)
  // Locking someone out must never have to wait for a reauthentication.
  if (input.granted) requireRecentProof(ctx)
  for (const id of accountIds) {
    auditSubject(ctx, 'account', id)
    if (input.granted) await grantWorkshops(ctx, id, [workshopId])
  }
  if (!input.granted)
    await ctx.db
      .updateTable('workshop_access')
      .set({ revokedAt: ctx.now })
      .where('workshopId', '=', workshopId)
      .where('accountId', 'in', accountIds)
      .where('revokedAt', 'is', null)
      .execute()
  return {}
}

async function workshopIdOf(ctx: RequestContext, name: string): Promise<number> {
  const workshop = await ctx.db.selectFrom('workshop').select('id').where('name', '=', name).executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'workshop', workshop.id)
  return workshop.id
}
