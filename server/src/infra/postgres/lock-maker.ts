import { isAdmin } from '@portico/shared/rules/accounts'
import type { Role } from '@portico/shared/words/roles'
import { Failure } from '../failure.ts'
import { callerOf, type RequestContext } from '../request-context.ts'

/** The account of a caller as it is now. */
export interface Maker {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
}

/**
 * Locks the caller's account, who makes something that outlives the call, and returns it as it is now. A concurrent change of the account
 * waits, so that it also ends what is being made. Call it before locking anything else, in the same order as a change of the account.
 * Throws `UNAUTHENTICATED` if the account was just disabled, or the session or API token just ended.
 */
export async function lockMaker(ctx: RequestContext): Promise<Maker> {
  const maker = await ctx.db
    .selectFrom('account')
    .select(['email', 'name', 'roles'])
    .where('id', '=', callerOf(ctx).id)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!maker) throw new Failure('UNAUTHENTICATED')
  await requireLivingSession(ctx)
  return maker
}

/**
 * Throws `UNAUTHENTICATED` if the caller's session or API token has ended since the call began. Call it under the lock of their account,
 * which whoever ends them holds.
 */
export async function requireLivingSession(ctx: RequestContext): Promise<void> {
  const { sessionId, token } = callerOf(ctx)
  const alive = token
    ? ctx.db.selectFrom('api_token').select('id').where('id', '=', token.id).where('revokedAt', 'is', null)
    : ctx.db.selectFrom('session').select('id').where('id', '=', sessionId).where('revokedAt', 'is', null)
  if (!(await alive.executeTakeFirst())) throw new Failure('UNAUTHENTICATED')
}

/** The same as `lockMaker`, for what only admins make. Also throws `FORBIDDEN` if the caller just stopped being an admin. */
export async function lockAdminMaker(ctx: RequestContext): Promise<Maker> {
  const maker = await lockMaker(ctx)
  if (!isAdmin(maker.roles)) throw new Failure('FORBIDDEN')
  return maker
}
