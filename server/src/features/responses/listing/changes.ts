import { sql } from 'kysely'
import type { Changes, ChangesSince } from '@portico/shared/contract/changes'
import { Failure } from '../../../infra/failure.ts'
import { auditPage } from '../../../infra/security/audit/audit.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { answersOf } from '../../questionnaires/definitions.ts'
import { entriesOf } from '../queries.ts'
import { everyone, inScope, notOfTest } from '../scope.ts'

/**
 * Returns who arrived, changed or was deleted after a cursor, in order of their last change, and the next cursor
 * (shared/spec/contract.md#changes). Skips nothing, whatever is written concurrently. Throws `NOT_FOUND` for an unknown workshop, and
 * `FORBIDDEN` for answers if an API token may not read them individually.
 */
export async function getChanges(ctx: RequestContext, { cursor, workshopName, includeAnswers, count }: ChangesSince): Promise<Changes> {
  const { token } = callerOf(ctx)
  if (includeAnswers && token && !token.calls.includes('responses.getRespondentAnswerInfo')) throw new Failure('FORBIDDEN')
  const scope = { ...(await everyone(ctx, workshopName)), includeStopped: true, withoutTests: true }
  const [, seq = '-1', id = '0'] = cursor?.split('.') ?? []
  const committed = await lastCommittedChange(ctx)
  const since = (table: 'respondent' | 'deleted_respondent' | 'workshop_move') =>
    sql<boolean>`(change_seq, ${sql.table(table)}.id) > (${seq}::bigint, ${id}::bigint) and change_seq <= ${committed}`
  const changed = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'changeSeq', 'questionnaireId', 'keyId', 'wrappedKey', 'sealedAnswers'])
    .where(inScope(scope))
    .where(since('respondent'))
    .orderBy('changeSeq')
    .orderBy('id')
    .limit(count + 1)
    .execute()
  const left = await ctx.db
    .selectFrom('deleted_respondent')
    .select(['id', 'anonymousId', 'changeSeq'])
    .where(scope.workshopIds ? sql<boolean>`workshop_id = any(${sql.val([...scope.workshopIds])}::int[])` : notOfTest)
    .where(since('deleted_respondent'))
    .orderBy('changeSeq')
    .orderBy('id')
    .limit(count + 1)
    .execute()
  const moved = await ctx.db
    .selectFrom('workshop_move')
    .select(['id', 'anonymousId', 'changeSeq'])
    .where(movedOutOf(scope.workshopIds))
    .where(since('workshop_move'))
    .orderBy('changeSeq')
    .orderBy('id')
    .limit(count + 1)
    .execute()
  const rows = [...changed, ...[...left, ...moved].map((row) => ({ ...row, ...withoutContent }))].sort(
    (one, other) => one.changeSeq - other.changeSeq || one.id - other.id,
  )
  const page = rows.slice(0, count)
  const present = page.flatMap((row) => (row.wrappedKey === null ? [] : { ...row, wrappedKey: row.wrappedKey }))
  const ids = present.map((row) => row.id)
  const entries = new Map((await entriesOf(ctx, scope, ids)).map((entry) => [entry.respondent.anonymousId, entry]))
  const answers = new Map<string, Record<string, string>>()
  if (includeAnswers) for (const row of present) answers.set(row.anonymousId, nonEmptyAnswers(await answersOf(ctx, row)))
  const anonymousIds = page.map((row) => row.anonymousId)
  auditPage(ctx, anonymousIds, anonymousIds.length)
  const last = page.at(-1)
  return {
    changes: page.map(({ anonymousId, wrappedKey }) => ({
      anonymousId,
      deleted: wrappedKey === null,
      ...(entries.has(anonymousId) && { entry: entries.get(anonymousId) }),
      ...(answers.has(anonymousId) && { answers: answers.get(anonymousId) }),
    })),
    cursor: last ? `c1.${last.changeSeq}.${last.id}` : (cursor ?? 'c1.0.0'),
    hasMore: rows.length > count,
  }
}

// Those moved out of the requested workshops; when all workshops are requested, nobody has left.
function movedOutOf(workshopIds: readonly number[] | undefined) {
  if (!workshopIds) return sql<boolean>`false`
  const asked = sql`any(${sql.val([...workshopIds])}::int[])`
  return sql<boolean>`workshop_id = ${asked}
    and not exists (select from respondent where respondent.id = respondent_id and respondent.workshop_id = ${asked})`
}

const withoutContent = { questionnaireId: 0, keyId: '', wrappedKey: null, sealedAnswers: Buffer.alloc(0) }

function nonEmptyAnswers(answers: readonly { readonly identifier: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(answers.filter(({ value }) => value !== '').map(({ identifier, value }) => [identifier, value]))
}

// Returns the number up to which all changes are committed: the last one issued, or the one that the earliest open transaction had seen
// before it took its own. The sequence is read first, so that a transaction not announced by the second query takes a later number.
async function lastCommittedChange({ db }: RequestContext): Promise<number> {
  const { rows: given } = await sql<{ last: number }>`select last_value::float8 as last from respondent_change`.execute(db)
  const { rows: writing } = await sql<{ found: number | null }>`
    select min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 40) - 1))::float8 as found from pg_locks
    where locktype = 'advisory' and objsubid = 1 and classid::bigint >> 8 = 7070012
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return Math.min(given[0]?.last ?? 0, writing[0]?.found ?? Number.MAX_SAFE_INTEGER)
}
