import { sql, type Kysely } from 'kysely'
import type { Database } from '../request-context.ts'

/** The id of a row of this table that is not written yet: what is sealed in a row is bound to its id, so the id is needed before the row. */
export async function nextId(
  db: Kysely<Database>,
  table: 'announcement' | 'decision' | 'message' | 'note' | 'reason_template' | 'text_reply' | 'walk_in' | 'webhook',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`The sequence of the table ${table} gave no number`)
  return row.id
}

/** The number of a change that no column of the respondent shows; set as their `changeSeq`, it has readers of changes told of them again. */
export const nextChange = sql<number>`nextval('respondent_change')`
