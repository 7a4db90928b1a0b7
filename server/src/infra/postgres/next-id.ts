import { sql, type Kysely } from 'kysely'
import type { Database } from '../request-context.ts'

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

/**
 * The sequence number of a change that no column of the respondent shows; set as their `changeSeq`, it makes readers of changes receive
 * them again.
 */
export const nextChange = sql<number>`nextval('respondent_change')`
