import { sql } from 'kysely'
import { isAdmin } from '@portico/shared/rules/accounts'
import { creatableFlavors } from '@portico/shared/rules/managed-accounts'
import { accountTypeOfFlavor, rolesOfAccountType, type AccountType, type Role } from '@portico/shared/words/roles'
import type { Invitation } from '../../entities/staff/one-time-token.ts'
import type { RequestContext } from '../../infra/request-context.ts'

/** A new account. `email` is in lower case; without `verifiedAt`, nobody can sign in yet. */
export interface NewAccount {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
  readonly roles: readonly Role[]
  readonly purpose: string
  readonly verifiedAt: Date | null
}

/** Creates an account and returns its id; undefined if the address already has one. */
export async function createAccount(ctx: RequestContext, account: NewAccount): Promise<number | undefined> {
  const { email, name, passwordHash, roles, purpose, verifiedAt } = account
  const created = await ctx.db
    .insertInto('account')
    .values({ email, name, passwordHash, roles: [...roles], purpose, createdAt: ctx.now, verifiedAt })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return created?.id
}

/**
 * Creates the account of an invitation, with the invitation's roles, agency, workshops and languages. Returns the same as `createAccount`.
 */
export async function createInvited(
  ctx: RequestContext,
  { account, purpose, agencyId, workshopIds, translates = [], signsOffTranslations = false }: Invitation,
  person: Omit<NewAccount, 'roles' | 'purpose'>,
): Promise<number | undefined> {
  const id = await createAccount(ctx, { ...person, roles: rolesOfAccountType[account], purpose })
  if (id === undefined) return undefined
  if (translates.length > 0) await ctx.db.updateTable('account').set({ translates, signsOffTranslations }).where('id', '=', id).execute()
  if (agencyId !== null) await joinAgency(ctx, id, agencyId)
  await grantWorkshops(ctx, id, workshopIds)
  return id
}

/** Makes an account a member of an agency. */
export async function joinAgency(ctx: RequestContext, accountId: number, agencyId: number): Promise<void> {
  await ctx.db
    .insertInto('agency_member')
    .values({ accountId, agencyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Grants an account access to these workshops; a revoked or expired grant is renewed, an active one stays as it is. Workshops deleted since
 * (shared/spec/contract.md#test-workshops) are left out.
 */
export async function grantWorkshops(ctx: RequestContext, accountId: number, workshopIds: readonly number[]): Promise<void> {
  if (workshopIds.length === 0) return
  await ctx.db
    .insertInto('workshop_access')
    .columns(['workshopId', 'accountId', 'grantedAt'])
    .expression(
      ctx.db
        .selectFrom('workshop')
        .select(['id', sql<number>`${accountId}::integer`.as('accountId'), sql<Date>`${ctx.now}::timestamptz`.as('grantedAt')])
        .where('id', 'in', [...workshopIds])
        .orderBy('id')
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'workshopId'])
        .doUpdateSet({ grantedAt: ctx.now, expiresAt: null, revokedAt: null })
        .where((where) =>
          where.or([where('workshop_access.revokedAt', 'is not', null), where('workshop_access.expiresAt', '<=', ctx.now)]),
        ),
    )
    .execute()
}

/** Whether a caller with these roles may invite an account of this type (shared/spec/access-matrix.md#creating-and-managing-accounts). */
export function mayInvite(roles: readonly Role[], type: AccountType): boolean {
  if (type === 'translator') return isAdmin(roles)
  return creatableFlavors(roles).some((flavor) => accountTypeOfFlavor[flavor] === type)
}
