import { sql, type CompiledQuery } from 'kysely'
import type { RequestContext, SqlContext } from '../../../infra/request-context.ts'
import { hashOfSecret } from '../../../infra/security/encryption.ts'

interface Answered {
  readonly token: string
  readonly anonymousId: string
}

/**
 * Returns the statement, if any is needed, that marks walk-ins as answered and deletes what staff had noted about them. A secret that was used or replaced, or has expired, changes
 * nothing: the answers are stored all the same (shared/spec/contract.md#walk-ins).
 */
export function walkInUpdateOf(ctx: SqlContext, answered: readonly Answered[]): CompiledQuery[] {
  if (answered.length === 0) return []
  const hashes = answered.map(({ token }) => hashOfSecret(token))
  const ids = answered.map(({ anonymousId }) => anonymousId)
  const marking = sql`
    update walk_in set respondent_id = respondent.id, sealed = null, wrapped_key = null, token_hash = null
    from unnest(${hashes}::bytea[], ${ids}::text[]) as given (token_hash, anonymous_id)
    join respondent on respondent.anonymous_id = given.anonymous_id
    where walk_in.token_hash = given.token_hash and walk_in.workshop_id = respondent.workshop_id and walk_in.respondent_id is null
      and walk_in.expires_at > ${ctx.now}`
  return [marking.compile(ctx.db)]
}

/**
 * Returns who started the record of a walk-in, and who entered the answers together with them (null: they did alone); undefined for other
 * respondents.
 */
export async function walkInOf(ctx: RequestContext, respondentId: number) {
  const row = await ctx.db
    .selectFrom('walk_in')
    .innerJoin('account as starter', 'starter.id', 'walk_in.startedById')
    .leftJoin('account as typist', 'typist.id', 'walk_in.togetherId')
    .select(['startedAt', 'starter.name as startedBy', 'typist.name as answeredWith'])
    .where('respondentId', '=', respondentId)
    .executeTakeFirst()
  return row && { startedBy: row.startedBy, answeredWith: row.answeredWith, timestampUTC: row.startedAt.toISOString() }
}
