import { sql } from 'kysely'
import { Failure } from '../failure.ts'
import { callerOf, sql as queries, type Caller, type RequestContext, type Services } from '../request-context.ts'

/**
 * Locks the caller's account for something that a change of the account ends, such as an API token, so that a concurrent change waits and
 * also ends what is being made. The lock excludes others of its kind: of a lock that is shared, a stream of calls could hold off the change
 * for good. Call it before locking anything else, in the same order as a change of the account. Throws like `requireKeptRights`.
 */
export async function lockMaker(ctx: RequestContext): Promise<void> {
  await ctx.db.selectFrom('account').select('id').where('id', '=', callerOf(ctx).id).forNoKeyUpdate().execute()
  await requireKeptRights(ctx)
}

/**
 * Called at the end of a transaction, which may have waited for its turn, a file or a lock. Throws `UNAUTHENTICATED` if others meanwhile
 * ended the caller's session or API token or disabled their account, and `FORBIDDEN` if they took a role, a language or signing off from it
 * (shared/spec/access-matrix.md#roles-and-rights). What the transaction itself changed does not count: whoever changes the rights of the
 * caller's account also calls it first, under the lock of the account. Callers in the background have neither session nor token, and rules
 * of their own.
 */
export async function requireKeptRights(ctx: RequestContext): Promise<void> {
  const { id, roles, translates, signsOffTranslations, sessionId, token } = callerOf(ctx)
  if (!token && sessionId === '') return
  const isOwn = (table: 'account' | 'session') => sql<boolean>`${sql.ref(`${table}.xmin`)} = pg_current_xact_id_if_assigned()::xid`
  const account = await ctx.db
    .selectFrom('account')
    .select(['roles', 'translates', 'signsOffTranslations'])
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
    roles.every((role) => account.roles.includes(role)) &&
    translates.every((language) => account.translates.includes(language)) &&
    (account.signsOffTranslations || !signsOffTranslations)
  if (!account.isOwn && !isKept) throw new Failure('FORBIDDEN')
}

/** Returns what a caller's lists depend on: roles, languages, agencies and workshops, each as a word. */
export async function rightsOf({ orm, clock }: Services, { id, roles, translates }: Caller): Promise<ReadonlySet<string>> {
  const db = queries(orm.em.fork())
  const { rows } = await sql<{ held: string }>`
    select 'agency:' || agency_id as held from agency_member where account_id = ${id}
    union all select 'workshop:' || workshop_id || ' agency:' || agency_id
    from agency_member join workshop_agency using (agency_id) where account_id = ${id}
    union all select 'workshop:' || workshop_id from workshop_access
    where account_id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${clock()})`.execute(db)
  return new Set([...roles, ...translates.map((language) => `language:${language}`), ...rows.map(({ held }) => held)])
}
