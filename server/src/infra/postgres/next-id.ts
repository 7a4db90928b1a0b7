import { sql, type Kysely } from 'kysely'
import type { Database, RequestContext } from '../request-context.ts'

/**
 * Returns the id for a row that is not inserted yet: sealed values are bound to the id of their row, so it must be known before the insert.
 */
export async function nextId(
  db: Kysely<Database>,
  table: 'announcement' | 'decision' | 'message' | 'note' | 'reason_template' | 'text_reply' | 'walk_in' | 'webhook',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`The sequence of the table ${table} gave no number`)
  return row.id
}

/** Reports respondents to readers of changes again, for a change that none of their columns shows (shared/spec/contract.md#changes). */
export async function markChanged({ db }: Pick<RequestContext, 'db'>, respondentIds: readonly number[]): Promise<void> {
  await db
    .updateTable('respondent')
    .set({ changeSeq: sql<number>`nextval('respondent_change')` })
    .where('id', 'in', respondentIds)
    .execute()
}
