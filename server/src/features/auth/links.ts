import { createHash } from 'node:crypto'
import { limits } from '@portico/shared/words/limits'
import type { Invitation } from '../../entities/one-time-token.ts'
import { Failure } from '../../infra/failure.ts'
import { newSecret } from '../../infra/vault.ts'
import type { Work } from '../../infra/work.ts'

/** What a link lets its holder do. */
export type LinkKind = 'registration' | 'verify' | 'reset'

/** Whom a link is for: an account, or somebody who is invited to have one. */
export type LinkHolder = { readonly accountId: number | null } | { readonly invitation: Invitation }

const lifetimes: Record<LinkKind, number> = {
  registration: limits.registrationTokenMs,
  verify: limits.verifyTokenMs,
  reset: limits.resetTokenMs,
}
const pages: Record<LinkKind, string> = { registration: 'registration', verify: 'verify-email', reset: 'reset-password' }

/** Makes a link that works once and for its time: registration 72 h, verify 24 h, reset 30 min. Only its hash is stored. */
export async function createLink(work: Work, kind: LinkKind, holder: LinkHolder): Promise<string> {
  const secret = newSecret()
  await work.db
    .insertInto('one_time_token')
    .values({
      kind,
      tokenHash: hashOf(secret),
      accountId: 'accountId' in holder ? holder.accountId : null,
      invitation: 'invitation' in holder ? holder.invitation : null,
      createdAt: work.now,
      expiresAt: new Date(work.now.getTime() + lifetimes[kind]),
    })
    .execute()
  return `${work.deps.publicUrl}/authentication/${pages[kind]}/${secret}`
}

/** Says whether a link would work now, without using it. */
export async function isUsable(work: Work, kind: LinkKind, secret: string): Promise<boolean> {
  const found = await work.db
    .selectFrom('one_time_token')
    .select('id')
    .where('tokenHash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', work.now)
    .executeTakeFirst()
  return found !== undefined
}

/** Uses a link up. Of two who try at once, one gets it; the other, and everybody with a link that does not work, gets `INVALID_CODE`. */
export async function spendLink(
  work: Work,
  kind: LinkKind,
  secret: string,
): Promise<{ accountId: number | null; invitation: Invitation | null }> {
  const used = await work.db
    .updateTable('one_time_token')
    .set({ usedAt: work.now })
    .where('tokenHash', '=', hashOf(secret))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', work.now)
    .returning(['accountId', 'invitation'])
    .executeTakeFirst()
  if (!used) throw new Failure('INVALID_CODE')
  return used
}

/** As `spendLink`, for the links of an account. */
export async function spendAccountLink(work: Work, kind: 'verify' | 'reset', secret: string): Promise<number> {
  const { accountId } = await spendLink(work, kind, secret)
  if (accountId === null) throw new Error(`A ${kind} link belongs to no account`)
  return accountId
}

/** Makes the unused links of an account worthless. */
export async function voidLinks(work: Work, accountId: number, kinds: readonly LinkKind[]): Promise<void> {
  await work.db
    .updateTable('one_time_token')
    .set({ usedAt: work.now })
    .where('accountId', '=', accountId)
    .where('kind', 'in', [...kinds])
    .where('usedAt', 'is', null)
    .execute()
}

/** Makes earlier invitations of this address worthless: the newest counts. */
export async function voidInvitations(work: Work, email: string): Promise<void> {
  await work.db
    .updateTable('one_time_token')
    .set({ usedAt: work.now })
    .where('kind', '=', 'registration')
    .where('usedAt', 'is', null)
    .where((where) => where(where.ref('invitation', '->>').key('email'), '=', email))
    .execute()
}

// 256 random bits need no slow hash.
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
