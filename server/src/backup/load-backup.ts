import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../infra/postgres/migrate.ts'
import { queueSchema } from '../infra/postgres/orm.ts'
import type { Encryption } from '../infra/security/encryption.ts'
import type { Frame } from './archive.ts'
import { digestOf, tableFrame, type Manifest, type Table } from './contents.ts'
import { markUnfinished } from './unfinished-restore.ts'
import { verifyArchive } from './verify-archive.ts'
import { withClient } from '../infra/postgres/with-client.ts'

/**
 * Loads an archive into the empty database of `ownerUrl`, as the role that owns its tables: verifies the whole archive, creates the tables
 * as they were, fills them, and reads them back to compare. The rows are committed only after the comparison; if the archive is not
 * genuine, nothing is changed. Throws errors that say what to do.
 */
export async function loadBackup(ownerUrl: string, open: () => AsyncIterable<Frame>, encryption: Encryption): Promise<Manifest> {
  await refuseUnlessEmpty(ownerUrl)
  const manifest = await verifyArchive(open(), encryption)
  await markUnfinished(ownerUrl)
  await migrate(ownerUrl, manifest.migrations)
  return withClient(ownerUrl, async (client) => {
    await client.query('begin')
    await withoutConstraintsAndTriggers(client, manifest.tables, () => loadRows(client, manifest, open()[Symbol.asyncIterator]()))
    await verifyRows(client, manifest)
    await client.query('commit')
    await client.query('analyze')
    return manifest
  })
}

async function refuseUnlessEmpty(ownerUrl: string): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace in
         (select oid from pg_namespace where nspname in ('public', $1)) order by 1 limit 1`,
      [queueSchema],
    )
    if (rows.length === 0) return
    throw new Error(
      `The database is not empty: it has a table ${rows[0]?.name}. Make a new database and name it in DATABASE_URL and DATABASE_MIGRATION_URL, or ` +
        'for the embedded one a new folder in DATA_DIR. Nothing was changed.',
    )
  })
}

// Rows arrive in alphabetical order of their tables, and triggers would count, number and announce them again. The owner of a table may
// drop its foreign keys; only a superuser may disable them.
async function withoutConstraintsAndTriggers(client: pg.Client, tables: readonly Table[], run: () => Promise<void>): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Some migrations insert rows.
  await client.query(`truncate ${names.join(', ')}`)
  await run()
  for (const { table, name, definition } of references) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
}

async function loadRows(client: pg.Client, { tables, contents, sequences }: Manifest, frames: AsyncIterator<Frame>): Promise<void> {
  await frames.next()
  let next = await frames.next()
  for (const table of tables) {
    const named = tableFrame.safeParse(next.done || 'data' in next.value ? undefined : next.value.json)
    const hash = createHash('sha256')
    async function* data(): AsyncGenerator<Uint8Array> {
      for (next = await frames.next(); !next.done && 'data' in next.value; next = await frames.next()) {
        hash.update(next.value.data)
        yield next.value.data
      }
    }
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
    await pipeline(data, client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${columns}) from stdin (format binary)`)))
    const signed = contents.find((one) => one.table === table.name)
    if (named.data?.table !== table.name || hash.digest('hex') !== signed?.sha256)
      throw new Error('The backup was changed while it was read: see that nothing else writes there, and begin again.')
  }
  for (const { name, value } of sequences) await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value])
}

async function verifyRows(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const expected = manifest.contents.find((one) => one.table === table.name)
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${client.escapeIdentifier(table.name)}`)
    const isSame = Number(rows[0]?.count) === expected?.rows && (await digestOf(client, table)) === expected.sha256
    if (!isSame) throw new Error(`The table ${table.name} is not as it was backed up: make the database anew, and take another backup.`)
  }
}
