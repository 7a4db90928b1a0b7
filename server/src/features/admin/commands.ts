import { sql } from 'kysely'
import type { Account, AccountUpdate, RegistrationLink } from '@portico/shared/contract/admin'
import { manageableRoles } from '@portico/shared/rules/accounts'
import type { Role } from '@portico/shared/words/roles'
import { note } from '../../infra/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { emailForm } from '../../infra/person.ts'
import { callerOf, type Work } from '../../infra/work.ts'
import { grantWorkshops, joinAgency, mayInvite } from '../auth/accounts.ts'
import { createLink, voidInvitations, voidLinks } from '../auth/links.ts'
import { endAllSessions } from '../auth/sessions.ts'
import { enqueueLetter } from '../messages/commands.ts'
import { describeAccounts } from './queries.ts'

/**
 * Invites somebody: a link to register an account of this type goes into the outbox. Agency and workshops count only for the types that
 * have them; the newest invitation of an address replaces the ones before. Throws `FORBIDDEN` for a type that the caller may not
 * create, `ACCOUNT_EXISTS`, and `NOT_FOUND` for an unknown agency or workshop.
 */
export async function generateRegistrationLink(work: Work, input: RegistrationLink): Promise<{ emailSuccess: boolean }> {
  const caller = callerOf(work)
  const { account, purpose } = input
  if (!mayInvite(caller.roles, account)) throw new Failure('FORBIDDEN')
  const email = emailForm(input.email)
  const existing = await work.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
  if (existing) throw new Failure('ACCOUNT_EXISTS')
  const [agencyId = null] = await agenciesOf(work, account === 'agency' && input.agencyId !== undefined ? [input.agencyId] : [])
  const workshopIds = await workshopsOf(work, account === 'volunteer' ? (input.workshopNames ?? []) : [])
  await voidInvitations(work, email)
  const invitation = { email, account, purpose, agencyId, workshopIds, invitedBy: caller.id }
  await enqueueLetter(work, { kind: 'registration', to: email, link: await createLink(work, 'registration', { invitation }) })
  return { emailSuccess: true }
}

/**
 * Disables an account or lets it in again, and changes its roles, agencies and workshops; what is left out stays. Losing the role of an
 * agency or a volunteer ends memberships or grants too, unless new ones are given. Disabling ends sessions and links. Throws `NOT_FOUND`
 * for an account beyond the caller's power as for a missing one, `FORBIDDEN` for roles beyond it, and `LAST_ROOT`.
 */
export async function updateAccount(work: Work, input: AccountUpdate): Promise<Account> {
  const target = await lockAccount(work, input.id)
  note(work, 'account', target.id)
  const roles = input.roles ? [...new Set(input.roles)] : target.roles
  if (!roles.every((role) => manageableRoles(callerOf(work).roles).includes(role))) throw new Failure('FORBIDDEN')
  const disabled = input.disabled ?? target.disabledAt !== null
  if (target.isLastRoot && (disabled || !roles.includes('ROOT_USER'))) throw new Failure('LAST_ROOT')
  await work.db
    .updateTable('account')
    .set({ roles, disabledAt: disabled ? (target.disabledAt ?? work.now) : null })
    .where('id', '=', target.id)
    .execute()
  if (disabled) {
    await endAllSessions(work, target.id)
    await voidLinks(work, target.id, ['verify', 'reset'])
  }
  const lost = (role: Role) => target.roles.includes(role) && !roles.includes(role)
  const agencyIds = input.agencyIds ?? (lost('AGENCY') ? [] : undefined)
  const workshopNames = input.workshopNames ?? (lost('VOLUNTEERV1') ? [] : undefined)
  if (agencyIds) await setAgencies(work, target.id, agencyIds)
  if (workshopNames) await setWorkshops(work, target.id, workshopNames)
  const [account] = await describeAccounts(work, [target.id])
  if (!account) throw new Error('A changed account is gone')
  return account
}

// Locks every root with the account, always in the same order: of two roots who take the last ones' power from each other, one is refused.
async function lockAccount(work: Work, id: number) {
  const rows = await work.db
    .selectFrom('account')
    .select(['id', 'roles', 'verifiedAt', 'disabledAt'])
    .where((where) => where.or([where('id', '=', id), sql<boolean>`'ROOT_USER' = any(roles)`]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const target = rows.find((row) => row.id === id)
  const manageable = manageableRoles(callerOf(work).roles)
  if (!target?.roles.every((role) => manageable.includes(role))) throw new Failure('NOT_FOUND')
  const roots = rows.filter((row) => row.roles.includes('ROOT_USER') && row.verifiedAt && !row.disabledAt)
  return { ...target, isLastRoot: roots.length === 1 && roots[0] === target }
}

async function setAgencies(work: Work, accountId: number, wanted: readonly number[]): Promise<void> {
  const ids = await agenciesOf(work, wanted)
  await work.db
    .deleteFrom('agency_member')
    .where('accountId', '=', accountId)
    .$if(ids.length > 0, (all) => all.where('agencyId', 'not in', ids))
    .execute()
  for (const agencyId of ids) await joinAgency(work, accountId, agencyId)
}

async function setWorkshops(work: Work, accountId: number, names: readonly string[]): Promise<void> {
  const ids = await workshopsOf(work, names)
  await work.db
    .updateTable('workshop_access')
    .set({ revokedAt: work.now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .$if(ids.length > 0, (all) => all.where('workshopId', 'not in', ids))
    .execute()
  await grantWorkshops(work, accountId, ids)
}

async function agenciesOf(work: Work, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const rows = await work.db.selectFrom('agency').select('id').where('id', 'in', wanted).execute()
  if (rows.length < wanted.length) throw new Failure('NOT_FOUND')
  for (const { id } of rows) note(work, 'agency', id)
  return rows.map((row) => row.id)
}

async function workshopsOf(work: Work, names: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return []
  const rows = await work.db.selectFrom('workshop').select('id').where('name', 'in', wanted).execute()
  if (rows.length < wanted.length) throw new Failure('NOT_FOUND')
  for (const { id } of rows) note(work, 'workshop', id)
  return rows.map((row) => row.id)
}
