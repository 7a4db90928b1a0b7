import type { Orm } from '../infra/postgres/orm.ts'
import { withClient } from '../infra/postgres/with-client.ts'

// An empty table, because it needs no migration and every later version can find it.
const marker = 'unfinished_restore'

/** Marks the database as being restored. */
export async function markUnfinished(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) => client.query(`create table ${marker} ()`))
}

/** Removes the mark once every step of the restore is done. */
export async function markFinished(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) => client.query(`drop table ${marker}`))
}

/**
 * Throws if a restore into this database was interrupted or failed. Such a database can look complete, but respondents who were deleted or
 * stopped since the backup may be back, and revoked API tokens and links may work again.
 */
export async function refuseUnfinishedRestore(orm: Orm): Promise<void> {
  const [row] = await orm.em.execute<{ found: boolean }[]>(`select to_regclass('${marker}') is not null as found`)
  if (row?.found)
    throw new Error('A restore into this database was not completed. Create a new database and run npm run restore into it again.')
}
