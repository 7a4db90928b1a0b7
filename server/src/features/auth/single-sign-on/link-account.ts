import { personName } from '@portico/shared/contract/auth'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { newSecret } from '../../../infra/security/encryption.ts'
import { hashPassword } from '../../../infra/security/passwords/passwords.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { enqueueSignInNotice } from '../../messages/commands.ts'
import { createInvited } from '../accounts.ts'
import { isInviterEntitled } from '../first-account.ts'
import type { MarkedAccount } from '../known-devices.ts'
import { findInvitation, voidInvitations } from '../links.ts'

/** A person asserted by the identity provider: `email` is verified, of an allowed domain and in lower case. */
export interface AssertedPerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string | undefined
}

/**
 * Finds and locks the account of a person asserted by the provider, by subject; on their first sign-in by address, or by a pending
 * invitation for it. Undefined if there is none, if it is disabled or its address was never confirmed, or if it is already linked to
 * another subject of the provider: an address can be reassigned to a different person (shared/spec/contract.md#single-sign-on).
 */
export async function findOrLinkAccount(ctx: RequestContext, person: AssertedPerson): Promise<MarkedAccount | undefined> {
  const { issuer, subject, email } = person
  const subjectHash = ctx.services.encryption.lookupHash('sign-on', `${issuer} ${subject}`)
  const linked = await ctx.db.selectFrom('sign_in_identity').select('accountId').where('subjectHash', '=', subjectHash).executeTakeFirst()
  const account =
    (await lockAccount(ctx, linked ? { id: linked.accountId } : { email })) ?? (linked ? undefined : await acceptInvitation(ctx, person))
  if (!account) return undefined
  auditSubject(ctx, 'account', account.id)
  if (account.disabledAt || !account.verifiedAt) return undefined
  const known = await ctx.db
    .selectFrom('sign_in_identity')
    .select('subjectHash')
    .where('accountId', '=', account.id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  if (known && !known.subjectHash.equals(subjectHash)) return undefined
  if (known) await ctx.db.updateTable('sign_in_identity').set({ lastUsedAt: ctx.now }).where('subjectHash', '=', subjectHash).execute()
  else {
    await ctx.db
      .insertInto('sign_in_identity')
      .values({ accountId: account.id, issuer, subjectHash, linkedAt: ctx.now, lastUsedAt: ctx.now })
      .execute()
    await enqueueSignInNotice(ctx, account, 'single-sign-on-linked')
  }
  return account
}

// With the row lock, a concurrent disable either waits or is already visible here.
function lockAccount({ db }: RequestContext, by: { readonly id: number } | { readonly email: string }) {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'passwordHash', 'disabledAt', 'verifiedAt'])
    .where('id' in by ? 'id' : 'email', '=', 'id' in by ? by.id : by.email)
    .forUpdate()
    .executeTakeFirst()
}

// Role, agency and workshops come from the invitation. The password is random: a person who may have one requests a link to set it.
async function acceptInvitation(ctx: RequestContext, { email, name }: AssertedPerson) {
  const invitation = await findInvitation(ctx, email)
  if (!invitation || !(await isInviterEntitled(ctx, invitation))) return undefined
  const passwordHash = await hashPassword(newSecret(), { from: 'single sign-on', standing: 'trusted' })
  const id = await createInvited(ctx, invitation, {
    email,
    name: personName.safeParse(name).data ?? email,
    passwordHash,
    verifiedAt: ctx.now,
  })
  if (id === undefined) return undefined
  await voidInvitations(ctx, email)
  return lockAccount(ctx, { id })
}
