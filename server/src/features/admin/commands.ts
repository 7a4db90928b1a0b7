import { sql } from 'kysely'
import type { Account, AccountUpdate, RegistrationLink } from '@portico/shared/contract/admin'
import { manageableRoles } from '@portico/shared/rules/managed-accounts'
import type { Role } from '@portico/shared/words/roles'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { lockMaker, requireKeptRights } from '../../infra/postgres/current-rights.ts'
import { lockVersion } from '../../infra/postgres/row-versions.ts'
import { emailForm } from '../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { grantWorkshops, joinAgency, mayInvite } from '../auth/accounts.ts'
import { removeAllFactors } from '../auth/second-factor/factors.ts'
import { requireFreshProof, requireRecentProof } from '../auth/second-factor/fresh-proof.ts'
import { endAllSessions } from '../auth/sessions.ts'
import { enqueueSignInNotice } from '../messages/commands.ts'
import { sendInvitation } from './invitations.ts'
import { endLostRights } from './lost-rights.ts'
import { describeAccounts } from './queries.ts'

/**
 * Invites someone: enqueues an e-mail with a link to register an account of this type. Agency and workshops are ignored for types that do
 * not have them; an invitation replaces earlier ones for the same address. Throws `FORBIDDEN` if the caller may not create accounts of this type or of that
 * of an earlier invitation, `REAUTHENTICATION_REQUIRED`, `ACCOUNT_EXISTS`, and `NOT_FOUND` for an unknown agency or workshop.
 */
export async function generateRegistrationLink(ctx: RequestContext, input: RegistrationLink): Promise<{ emailSuccess: boolean }> {
  const caller = callerOf(ctx)
  const { account, purpose } = input
  await lockMaker(ctx)
  if (!mayInvite(caller.roles, account)) throw new Failure('FORBIDDEN')
  requireRecentProof(ctx)
  const email = emailForm(input.email)
  const existing = await ctx.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  if (existing) throw new Failure('ACCOUNT_EXISTS')
  const [agencyId = null] = await agenciesOf(ctx, account === 'agency' && input.agencyId !== undefined ? [input.agencyId] : [])
  const workshopIds = await workshopsOf(ctx, account === 'volunteer' ? (input.workshopNames ?? []) : [])
  const { translates, signsOffTranslations } = account === 'translator' ? input : {}
  await sendInvitation(ctx, { email, account, purpose, agencyId, workshopIds, invitedBy: caller.id, translates, signsOffTranslations })
  return { emailSuccess: true }
}

/**
 * Disables or re-enables an account, and changes its roles, agencies, workshops and languages; omitted fields stay unchanged. Losing the
 * agency or volunteer role also ends memberships or grants, unless new ones are given. Disabling and losing roles end what the account set
 * going (shared/spec/access-matrix.md#disabling-and-demoting). Throws
 * `NOT_FOUND` for an account that does not exist or that the caller may not manage, `REAUTHENTICATION_REQUIRED` unless it only disables,
 * `FORBIDDEN` for roles that the caller may not manage, `LAST_ROOT`, `INVALID_REQUEST` if the account would be left without role and
 * language, and `CHANGED_MEANWHILE`.
 */
export async function updateAccount(ctx: RequestContext, input: AccountUpdate): Promise<Account> {
  const target = await lockAccount(ctx, input.id)
  // What others took from the caller's own account must be seen before this call changes it.
  await requireKeptRights(ctx)
  if (grantsPower(input)) requireRecentProof(ctx)
  auditSubject(ctx, 'account', target.id)
  const next = await lockVersion(ctx, { table: 'account', id: target.id }, input.ifVersion)
  const roles = input.roles ? [...new Set(input.roles)] : target.roles
  if (!roles.every((role) => manageableRoles(callerOf(ctx).roles).includes(role))) throw new Failure('FORBIDDEN')
  const { translates = target.translates, signsOffTranslations = target.signsOffTranslations } = input
  if (roles.length === 0 && translates.length === 0)
    throw new Failure('INVALID_REQUEST', 'Give the account a role, or a language to translate.')
  const disabled = input.disabled ?? target.disabledAt !== null
  if (target.isLastRoot && (disabled || !roles.includes('ROOT_USER'))) throw new Failure('LAST_ROOT')
  await ctx.db
    .updateTable('account')
    .set({
      roles,
      translates: [...new Set(translates)],
      signsOffTranslations,
      disabledAt: disabled ? (target.disabledAt ?? ctx.now) : null,
      ...next,
    })
    .where('id', '=', target.id)
    .execute()
  const held = target.disabledAt === null ? target.roles : []
  await endLostRights(ctx, { id: target.id, held }, disabled ? 'disabled' : roles)
  const lost = (role: Role) => target.roles.includes(role) && !roles.includes(role)
  const agencyIds = input.agencyIds ?? (lost('AGENCY') ? [] : undefined)
  const workshopNames = input.workshopNames ?? (lost('VOLUNTEERV1') ? [] : undefined)
  if (agencyIds) await setAgencies(ctx, target.id, agencyIds)
  if (workshopNames) await setWorkshops(ctx, target.id, workshopNames)
  const [account] = await describeAccounts(ctx, [target.id])
  if (!account) throw new Error('A changed account is gone')
  return account
}

// Locking someone out must never have to wait for a reauthentication.
function grantsPower({ roles, agencyIds, workshopNames, translates, signsOffTranslations, disabled }: AccountUpdate): boolean {
  return Boolean(roles ?? agencyIds ?? workshopNames ?? translates ?? signsOffTranslations) || disabled === false
}

/**
 * Removes an account's second factors and ends its sessions, for someone who lost every device and code. The password is enough again, and
 * a role that needs a second factor requires a new one at once. Throws `NOT_FOUND` for an account that does not exist or that the caller
 * may not manage, and `REAUTHENTICATION_REQUIRED`.
 */
export async function removeSecondFactors(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  const target = await lockAccount(ctx, id)
  requireFreshProof(ctx)
  auditSubject(ctx, 'account', target.id)
  await removeAllFactors(ctx, target.id)
  await endAllSessions(ctx, target.id)
  await enqueueSignInNotice(ctx, target, 'removed-by-admin')
  return {}
}

// Locks the account and every root in a fixed order, so that if two roots concurrently demote each other, one of them is refused. Rows that
// refer to the account can still be written, by a job that this change is about to stop.
async function lockAccount(ctx: RequestContext, id: number) {
  const rows = await ctx.db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'roles', 'translates', 'signsOffTranslations', 'verifiedAt', 'disabledAt'])
    .where((where) => where.or([where('id', '=', id), sql<boolean>`'ROOT_USER' = any(roles)`]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const target = rows.find((row) => row.id === id)
  const manageable = manageableRoles(callerOf(ctx).roles)
  if (!target?.roles.every((role) => manageable.includes(role))) throw new Failure('NOT_FOUND')
  const roots = rows.filter((row) => row.roles.includes('ROOT_USER') && row.verifiedAt && !row.disabledAt)
  return { ...target, isLastRoot: roots.length === 1 && roots[0] === target }
}

async function setAgencies(ctx: RequestContext, accountId: number, wanted: readonly number[]): Promise<void> {
  const ids = await agenciesOf(ctx, wanted)
  await ctx.db
    .deleteFrom('agency_member')
    .where('accountId', '=', accountId)
    .$if(ids.length > 0, (all) => all.where('agencyId', 'not in', ids))
    .execute()
  for (const agencyId of ids) await joinAgency(ctx, accountId, agencyId)
}

async function setWorkshops(ctx: RequestContext, accountId: number, names: readonly string[]): Promise<void> {
  const ids = await workshopsOf(ctx, names)
  await ctx.db
    .updateTable('workshop_access')
    .set({ revokedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .$if(ids.length > 0, (all) => all.where('workshopId', 'not in', ids))
    .execute()
  await grantWorkshops(ctx, accountId, ids)
}

async function agenciesOf(ctx: RequestContext, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await ctx.db.selectFrom('agency').select('id').where('id', 'in', wanted).execute()
  if (rows.length < wanted.length) throw new Failure('NOT_FOUND')
  for (const { id } of rows) auditSubject(ctx, 'agency', id)
  return rows.map((row) => row.id)
}

async function workshopsOf(ctx: RequestContext, names: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return []
  const rows = await ctx.db.selectFrom('workshop').select('id').where('name', 'in', wanted).execute()
  if (rows.length < wanted.length) throw new Failure('NOT_FOUND')
  for (const { id } of rows) auditSubject(ctx, 'workshop', id)
  return rows.map((row) => row.id)
}
