import type { Invitation } from '../../entities/staff/one-time-token.ts'
import { auditSubject, writeAudit } from '../../infra/security/audit/audit.ts'
import { passwordFault } from '@portico/shared/rules/passwords'
import { commonPasswords } from '../../infra/security/passwords/common-passwords.ts'
import { hashPassword } from '../../infra/security/passwords/passwords.ts'
import { emailForm } from '../../infra/security/sealed-respondent.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import type { Services, RequestContext } from '../../infra/request-context.ts'
import { createAccount, mayInvite } from './accounts.ts'
import { createLink } from './links.ts'

/**
 * If the database has no account: creates the root account from `ROOT_EMAIL` and `ROOT_PASSWORD` if both are set, else returns a one-time
 * link to register one, to be shown to whoever started the server (shared/spec/contract.md#first-account). The link carries no address: the
 * registered name becomes the sign-in address if it is an e-mail address, else `firstAccountAddress` is used. Replicas that start concurrently
 * create one account; of several links, the first one used wins.
 */
export async function ensureFirstAccount(
  services: Services,
  env: { rootEmail?: string | undefined; rootPassword?: string | undefined },
): Promise<{ link?: string }> {
  return inTransaction(services, 'start', async (ctx) => {
    if (await lockFirstAccount(ctx)) return {}
    const { rootEmail, rootPassword } = env
    const link = rootEmail && rootPassword ? await createRoot(ctx, emailForm(rootEmail), rootPassword) : await inviteRoot(ctx)
    await writeAudit(ctx, 'first-account')
    return link === undefined ? {} : { link }
  })
}

/**
 * Serializes decisions about the first account and returns whether an account exists. Disabled accounts do not count: the last root account
 * can only be disabled if it is a seed account, and then no one else is left.
 */
export async function lockFirstAccount(ctx: RequestContext): Promise<boolean> {
  await lock(ctx.db, 'firstAccount')
  return (await ctx.db.selectFrom('account').select('id').where('disabledAt', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Whether an invitation still counts: its sender must still be allowed to send it. The first account's invitation counts while no account
 * exists.
 */
export async function isInviterEntitled(ctx: RequestContext, { invitedBy, account }: Invitation): Promise<boolean> {
  if (invitedBy === null) return !(await lockFirstAccount(ctx))
  const inviter = await ctx.db
    .selectFrom('account')
    .select('roles')
    .where('id', '=', invitedBy)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return inviter !== undefined && mayInvite(inviter.roles, account)
}

const purpose = 'First account'

async function createRoot(ctx: RequestContext, email: string, password: string): Promise<undefined> {
  const fault = passwordFault(password, { common: await commonPasswords(), known: [email] })
  if (fault !== undefined) throw new Error(`ROOT_PASSWORD: ${fault}`)
  const passwordHash = await hashPassword(password, { from: 'start', standing: 'trusted' })
  const id = await createAccount(ctx, { email, name: 'Root', passwordHash, roles: ['ROOT_USER'], purpose, verifiedAt: ctx.now })
  if (id !== undefined) auditSubject(ctx, 'account', id)
}

function inviteRoot(ctx: RequestContext): Promise<string> {
  return createLink(ctx, 'registration', {
    invitation: { email: '', account: 'root', purpose, agencyId: null, workshopIds: [], invitedBy: null },
  })
}
