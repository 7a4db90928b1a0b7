import { limits } from '@portico/shared/words/limits'
import type { AccountType } from '@portico/shared/words/roles'
import type { Invitation } from '../../entities/staff/one-time-token.ts'
import { Failure } from '../../infra/failure.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { hashOfSecret, newSecret } from '../../infra/security/encryption.ts'
import type { RequestContext } from '../../infra/request-context.ts'

/** What a link allows its holder to do. */
export type LinkKind = 'registration' | 'verify' | 'reset'

/** Whom a link is for: an existing account, or someone invited to create one. */
export type LinkHolder = { readonly accountId: number | null } | { readonly invitation: Invitation }

const lifetimes: Record<LinkKind, number> = {
  registration: limits.registrationTokenMs,
  verify: limits.verifyTokenMs,
  reset: limits.resetTokenMs,
}
const pages: Record<LinkKind, string> = { registration: 'registration', verify: 'verify-email', reset: 'reset-password' }

/** Creates a single-use link: registration links expire after 72 h, verify after 24 h, reset after 30 min. Only its hash is stored. */
export async function createLink(ctx: RequestContext, kind: LinkKind, holder: LinkHolder): Promise<string> {
  const secret = newSecret()
  await ctx.db
    .insertInto('one_time_token')
    .values({
      kind,
      tokenHash: hashOfSecret(secret),
      accountId: 'accountId' in holder ? holder.accountId : null,
      invitation: 'invitation' in holder ? holder.invitation : null,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + lifetimes[kind]),
    })
    .execute()
  return `${ctx.services.publicUrl}/authentication/${pages[kind]}/${secret}`
}

/** What a link stands for: an existing account, or an invitation. */
interface Linked {
  readonly accountId: number | null
  readonly invitation: Invitation | null
}

/** Returns what a link stands for, without using it up. Throws `INVALID_CODE` unless it is currently valid. */
export async function readLink(ctx: RequestContext, kind: LinkKind, secret: string): Promise<Linked> {
  const found = await ctx.db
    .selectFrom('one_time_token')
    .select(['accountId', 'invitation'])
    .where('tokenHash', '=', hashOfSecret(secret))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  if (!found) throw new Failure('INVALID_CODE')
  return found
}

/** Uses a link up. If two requests race, one succeeds; the other throws `INVALID_CODE`, as for any invalid link. */
export async function spendLink(ctx: RequestContext, kind: LinkKind, secret: string): Promise<Linked> {
  const used = await ctx.db
    .updateTable('one_time_token')
    .set({ usedAt: ctx.now })
    .where('tokenHash', '=', hashOfSecret(secret))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .returning(['accountId', 'invitation'])
    .executeTakeFirst()
  if (!used) throw new Failure('INVALID_CODE')
  return used
}

/** Like `spendLink`, for links that belong to an account; returns its id. */
export async function spendAccountLink(ctx: RequestContext, kind: 'verify' | 'reset', secret: string): Promise<number> {
  const { accountId } = await spendLink(ctx, kind, secret)
  if (accountId === null) throw new Error(`A ${kind} link belongs to no account`)
  return accountId
}

/** Invalidates the unused links of an account. */
export async function voidLinks(ctx: RequestContext, accountId: number, kinds: readonly LinkKind[]): Promise<void> {
  await ctx.db
    .updateTable('one_time_token')
    .set({ usedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('kind', 'in', [...kinds])
    .where('usedAt', 'is', null)
    .execute()
}

/** Returns the newest valid invitation for this address, and locks its row. */
export async function findInvitation(ctx: RequestContext, email: string): Promise<Invitation | undefined> {
  const found = await ctx.db
    .selectFrom('one_time_token')
    .select('invitation')
    .where('kind', '=', 'registration')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where((where) => where(where.ref('invitation', '->>').key('email'), '=', email))
    .orderBy('id', 'desc')
    .forUpdate()
    .executeTakeFirst()
  return found?.invitation ?? undefined
}

/** Invalidates earlier invitations for this address: only the newest is valid. */
export async function voidInvitations(ctx: RequestContext, email: string): Promise<void> {
  await ctx.db
    .updateTable('one_time_token')
    .set({ usedAt: ctx.now })
    .where('kind', '=', 'registration')
    .where('usedAt', 'is', null)
    .where((where) => where(where.ref('invitation', '->>').key('email'), '=', email))
    .execute()
}

/** Lets the pending invitations to these account types that an account sent expire at once; others may still send them again. */
export async function expireInvitationsFrom(ctx: RequestContext, accountId: number, types: readonly AccountType[]): Promise<void> {
  const expired = await ctx.db
    .updateTable('one_time_token')
    .set({ expiresAt: ctx.now })
    .where('kind', '=', 'registration')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where((where) => where(where.ref('invitation', '->>').key('invitedBy'), '=', accountId))
    .where((where) => where(where.ref('invitation', '->>').key('account'), 'in', [...types]))
    .returning('id')
    .execute()
  for (const { id } of expired) auditSubject(ctx, 'invitation', id)
}
