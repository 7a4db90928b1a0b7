import { sql } from 'kysely'
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
 * Throws `UNAUTHENTICATED` if the account was just disabled.
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
  return maker
}

/** The same as `lockMaker`, for what only admins make. Also throws `FORBIDDEN` if the caller just stopped being an admin. */
export async function lockAdminMaker(ctx: RequestContext): Promise<Maker> {
  const maker = await lockMaker(ctx)
  if (!isAdmin(maker.roles)) throw new Failure('FORBIDDEN')
  return maker
}

/**
 * Called at the end of a transaction, which may have waited for its turn, a file or a lock. Throws `UNAUTHENTICATED` if others meanwhile
 * ended the caller's session or API token or disabled their account, and `FORBIDDEN` if they took a role or language from it
 * (shared/spec/access-matrix.md#roles-and-rights). What the transaction itself changed does not count. Work in the background has rules of
 * its own.
 */
export async function requireKeptRights(ctx: RequestContext): Promise<void> {
  const { id, roles, translates, sessionId, token } = callerOf(ctx)
  if (!token && sessionId === '') return
  const isOwn = (table: 'account' | 'session') => sql<boolean>`${sql.ref(`${table}.xmin`)} = pg_current_xact_id_if_assigned()::xid`
  const account = await ctx.db
    .selectFrom('account')
    .select(['roles', 'translates'])
    .select(isOwn('account').as('isOwn'))
    .where('id', '=', id)
    .where((where) => where.or([where('disabledAt', 'is', null), isOwn('account')]))
    .where((where) =>
      where.exists(
        token
          ? where.selectFrom('api_token').select('id').where('id', '=', token.id).where('revokedAt', 'is', null)
          : where
              .selectFrom('session')
              .select('id')
              .where('id', '=', sessionId)
              .where((session) => session.or([session('revokedAt', 'is', null), isOwn('session')])),
      ),
    )
    .executeTakeFirst()
  if (!account) throw new Failure('UNAUTHENTICATED')
  const isKept =
    roles.every((role) => account.roles.includes(role)) && translates.every((language) => account.translates.includes(language))
  if (!account.isOwn && !isKept) throw new Failure('FORBIDDEN')
}
