import { sql, type Kysely } from 'kysely'
import type { Database, RequestContext } from '../request-context.ts'

type WithSealedRows = 'announcement' | 'decision' | 'message' | 'note' | 'reason_template' | 'text_reply' | 'walk_in' | 'webhook'

/**
 * Returns the id for a row that is not inserted yet: sealed values are bound to the id of their row, so it must be known before the insert.
 */
export async function nextId(db: Kysely<Database>, table: WithSealedRows): Promise<number> {
  const [id = 0] = await nextIds(db, table, 1)
  return id
}

/** Like `nextId` for several rows, in ascending order. */
export async function nextIds(db: Kysely<Database>, table: WithSealedRows, count: number): Promise<number[]> {
  const statement = sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`
  const { rows } = await statement.execute(db)
  if (rows.length !== count) throw new Error(`The sequence of the table ${table} gave ${rows.length} numbers instead of ${count}`)
  return rows.map(({ id }) => id)
}

/** Reports respondents to readers of changes again, for a change that none of their columns shows (shared/spec/contract.md#changes). */
export async function markChanged({ db }: Pick<RequestContext, 'db'>, respondentIds: readonly number[]): Promise<void> {
  await db
    .updateTable('respondent')
    .set({ changeSeq: sql<number>`nextval('respondent_change')` })
    .where('id', 'in', respondentIds)
    .execute()
}
