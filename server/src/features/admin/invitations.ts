import type { Invitation as InvitationEntry } from '@portico/shared/contract/admin'
import type { Invitation } from '../../entities/staff/one-time-token.ts'
import { Failure } from '../../infra/failure.ts'
import { lockMaker } from '../../infra/postgres/current-rights.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { mayInvite } from '../auth/accounts.ts'
import { createLink, voidInvitations } from '../auth/links.ts'
import { requireRecentProof } from '../auth/second-factor/fresh-proof.ts'
import { enqueueEmail } from '../messages/commands.ts'

/** Returns the invitations not yet used to register, newest first, including expired ones (shared/spec/contract.md#pending-invitations). */
export async function listInvitations(ctx: RequestContext): Promise<InvitationEntry[]> {
  const rows = await selectPending(ctx).orderBy('id', 'desc').execute()
  const known = rows.flatMap(({ id, invitation, createdAt, expiresAt }) => (invitation ? [{ id, invitation, createdAt, expiresAt }] : []))
  const idsOf = (key: 'agencyId' | 'invitedBy') => known.map(({ invitation }) => invitation[key]).filter((id) => id !== null)
  const agencies = await namesOf(ctx, 'agency', idsOf('agencyId'))
  const inviters = await namesOf(ctx, 'account', idsOf('invitedBy'))
  const workshops = await namesOf(
    ctx,
    'workshop',
    known.flatMap(({ invitation }) => invitation.workshopIds),
  )
  for (const { id } of known) auditSubject(ctx, 'invitation', id)
  return known.map(
    ({ id, invitation: { email, account, purpose, agencyId, workshopIds, invitedBy, translates = [] }, createdAt, expiresAt }) => ({
      id,
      email,
      account,
      purpose,
      agency: agencyId === null ? null : { id: agencyId, name: agencies.get(agencyId) ?? '' },
      workshopNames: workshopIds.flatMap((workshopId) => workshops.get(workshopId) ?? []),
      translates,
      invitedBy: invitedBy === null ? null : (inviters.get(invitedBy) ?? null),
      sentAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      works: expiresAt > ctx.now,
    }),
  )
}

/**
 * Sends an invitation by e-mail, with the inviter, the account type and the agency; earlier invitations for the address become invalid.
 * Throws `FORBIDDEN` if one of them still works and is for an account type that the caller may not create.
 */
export async function sendInvitation(ctx: RequestContext, invitation: Invitation): Promise<void> {
  const { email, account, agencyId } = invitation
  const caller = callerOf(ctx)
  const earlier = await selectPending(ctx)
    .where((where) => where(where.ref('invitation', '->>').key('email'), '=', email))
    .where('expiresAt', '>', ctx.now)
    .forUpdate()
    .execute()
  if (earlier.some((pending) => pending.invitation && !mayInvite(caller.roles, pending.invitation.account))) throw new Failure('FORBIDDEN')
  await voidInvitations(ctx, email)
  const agency = agencyId === null ? undefined : (await namesOf(ctx, 'agency', [agencyId])).get(agencyId)
  const link = await createLink(ctx, 'registration', { invitation })
  await enqueueEmail(ctx, { kind: 'registration', to: email, link, invited: { by: caller.name, account, agency } })
}

/**
 * Sends an invitation again, with a new link and a full lifetime; the previous link becomes invalid. Throws `NOT_FOUND` if it was used or
 * revoked, or is for an account type that the caller may not create, and `REAUTHENTICATION_REQUIRED`.
 */
export async function sendInvitationAgain(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  await lockMaker(ctx)
  const invitation = await lockInvitation(ctx, id)
  requireRecentProof(ctx)
  await sendInvitation(ctx, { ...invitation, invitedBy: callerOf(ctx).id })
  return {}
}

/** Revokes an invitation, so that its link no longer works. Throws `NOT_FOUND` like `sendInvitationAgain`. */
export async function revokeInvitation(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  const { email } = await lockInvitation(ctx, id)
  await voidInvitations(ctx, email)
  return {}
}

// If two callers resend or revoke it concurrently, the second gets `NOT_FOUND`.
async function lockInvitation(ctx: RequestContext, id: number): Promise<Invitation> {
  const [row] = await selectPending(ctx).where('id', '=', id).forUpdate().execute()
  if (!row?.invitation || !mayInvite(callerOf(ctx).roles, row.invitation.account)) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'invitation', id)
  return row.invitation
}

function selectPending(ctx: RequestContext) {
  return ctx.db
    .selectFrom('one_time_token')
    .select(['id', 'invitation', 'createdAt', 'expiresAt'])
    .where('kind', '=', 'registration')
    .where('usedAt', 'is', null)
    .where((where) => where(where.ref('invitation', '->>').key('email'), '<>', ''))
}

async function namesOf(
  ctx: RequestContext,
  table: 'agency' | 'account' | 'workshop',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
