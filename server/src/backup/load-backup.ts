import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { migrate } from '../infra/postgres/migrate.ts'
import { knownMigrations, queueSchema } from '../infra/postgres/orm.ts'
import type { Encryption } from '../infra/security/encryption.ts'
import type { Frame } from './archive.ts'
import { digestOf, header, isSigned, signedManifest, type Manifest, type Table } from './contents.ts'

type Header = z.output<typeof header>

/**
 * Loads an archive into the empty database of `ownerUrl`, as the role that owns its tables: makes the tables as they were, fills them, and reads all
 * of it again to compare it. Either all of it is there afterwards, compared, or no row. Throws sentences that say what to do.
 */
export async function loadBackup(ownerUrl: string, archive: AsyncIterable<Frame>, encryption: Encryption): Promise<Manifest> {
  const frames = archive[Symbol.asyncIterator]()
  const start = await readHeader(frames, encryption)
  await refuseUnlessEmpty(ownerUrl)
  await migrate(ownerUrl, start.migrations)
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const manifest = await withoutRules(client, start.tables, () => fill(client, start, frames, encryption))
    await compare(client, manifest)
    await client.query('commit')
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

async function readHeader(frames: AsyncIterator<Frame>, encryption: Encryption): Promise<Header> {
  const first = await frames.next()
  const read = header.safeParse(first.done || 'data' in first.value ? undefined : first.value.json)
  if (!read.success) throw new Error('This is no backup that this version can read: restore it with the version that made it.')
  const known = new Set(knownMigrations())
  const unknown = read.data.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`This backup is of a newer version, with ${unknown.join(', ')}: restore it with that version.`)
  const missing = read.data.keyIds.filter((id) => !encryption.keyProofs.has(id))
  if (missing.length > 0)
    throw new Error(
      `The keyring has no key ${missing.join(', ')}, which this backup needs: name the keyring of its time, or one since then, in KEYRING_FILE.`,
    )
  return read.data
}

async function refuseUnlessEmpty(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}

// Rows arrive in the order of their tables' names, and triggers would count, number and announce what was counted long ago. The owner of a table
// may take its foreign keys away; only a superuser may switch them off.
async function withoutRules<Result>(client: pg.Client, tables: readonly Table[], run: () => Promise<Result>): Promise<Result> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Migrations add a row here and there.
  await client.query(`truncate ${names.join(', ')}`)
  const result = await run()
  for (const { table, name, definition } of references) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  return result
}

const tableFrame = z.object({ table: z.string() })

async function fill(client: pg.Client, start: Header, frames: AsyncIterator<Frame>, encryption: Encryption): Promise<Manifest> {
  const loaded = new Map<string, string>()
  let next = await frames.next()
  while (!next.done && 'json' in next.value) {
    const named = tableFrame.safeParse(next.value.json)
    const table = start.tables.find(({ name }) => name === named.data?.table)
    if (!table) break
    const hash = createHash('sha256')
    async function* data(): AsyncGenerator<Uint8Array> {
      for (next = await frames.next(); !next.done && 'data' in next.value; next = await frames.next()) {
        hash.update(next.value.data)
        yield next.value.data
      }
    }
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
    await pipeline(data, client.query(copyFrom(`copy ${client.escapeIdentifier(table.name)} (${columns}) from stdin (format binary)`)))
    loaded.set(table.name, hash.digest('hex'))
  }
  const end = signedManifest.safeParse(next.done || 'data' in next.value ? undefined : next.value.json)
  if (!end.success || !isSigned(encryption, end.data.manifest, end.data.signature))
    throw new Error('This backup was not signed with this keyring, or it is not whole: name the keyring of its portal in KEYRING_FILE.')
  const { manifest } = end.data
  if (manifest.contents.some(({ table, sha256 }) => loaded.get(table) !== sha256) || manifest.contents.length !== start.tables.length)
    throw new Error('The rows of this backup are not those that were signed: take another backup.')
  for (const { name, value } of manifest.sequences) await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value])
  return manifest
}

async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const expected = manifest.contents.find((one) => one.table === table.name)
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${client.escapeIdentifier(table.name)}`)
    const same = Number(rows[0]?.count) === expected?.rows && (await digestOf(client, table)) === expected.sha256
    if (!same) throw new Error(`The table ${table.name} is not as it was backed up: make the database anew, and take another backup.`)
  }
}
