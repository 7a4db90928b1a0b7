import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Encryption } from '../infra/security/encryption.ts'
import { endOfChain } from '../infra/security/audit/audit-chain.ts'
import { writeArchive, type Frame } from './archive.ts'
import { copyRows, header, lastingJobs, listTables, manifest as manifestShape, signatureOf, type Manifest } from './contents.ts'
import { withClient } from '../infra/postgres/with-client.ts'

/** What to back up, and where to. */
export interface BackupRequest {
  readonly databaseUrl: string
  readonly file: string
  /** Public keys in the age format; any one of the private keys can decrypt the backup. */
  readonly recipients: readonly string[]
  readonly encryption: Encryption
  readonly now: Date
}

/**
 * Writes a consistent snapshot of everything that the portal stores into one encrypted file (shared/spec/operating.md#backups), without the
 * keyring. Uses the portal's own role, and blocks nobody.
 */
export async function takeBackup({ databaseUrl, file, recipients, encryption, now }: BackupRequest): Promise<Manifest> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only')
    const taken: Manifest[] = []
    await writeArchive(file, recipients, framesOf(client, encryption, now, taken))
    const [manifest] = taken
    if (!manifest) throw new Error('The backup has no manifest')
    return manifest
  })
}

async function* framesOf(client: pg.Client, encryption: Encryption, now: Date, taken: Manifest[]): AsyncGenerator<Frame> {
  const start = header.parse({
    format: 1,
    takenAt: now.toISOString(),
    migrations: await queryNames(client, 'select name from mikro_orm_migrations order by id'),
    tables: await listTables(client),
    keyIds: await keysInUse(client),
  })
  yield { json: start }
  const copied: { readonly table: string; readonly from: { readonly rowCount: number }; readonly sha256: string }[] = []
  for (const table of start.tables) {
    yield { json: { table: table.name } }
    const hash = createHash('sha256')
    const from = copyRows(client, table)
    for await (const chunk of from) {
      hash.update(chunk)
      yield { data: chunk }
    }
    copied.push({ table: table.name, from, sha256: hash.digest('hex') })
  }
  const end = await readTrailer(client)
  // The row count of a copy arrives after its last row, at the latest with the result of the next query.
  const contents = copied.map(({ table, from, sha256 }) => ({ table, rows: from.rowCount, sha256 }))
  const manifest = manifestShape.parse({ ...start, contents, ...end })
  taken.push(manifest)
  yield { json: { manifest, signature: signatureOf(encryption, manifest) } }
}

async function readTrailer(client: pg.Client) {
  const { rows: heads } = await client.query<{ position: number; hash: Buffer }>(endOfChain())
  const auditHead = heads[0] ? { ...heads[0], hash: heads[0].hash.toString('base64') } : null
  const { rows: jobs } = await client.query<{ name: string; data: unknown }>(
    `select name, data from jobs.job where state < 'completed' and name = any ($1) order by created_on, id`,
    [lastingJobs],
  )
  // Sequences are not part of the snapshot: they can only be ahead of the rows.
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return { sequences, jobs, auditHead }
}

async function keysInUse(client: pg.Client): Promise<string[]> {
  const tables = await queryNames(
    client,
    `select quote_ident(table_name) as name from information_schema.columns where table_schema = 'public' and column_name = 'key_id'`,
  )
  const ids = new Set<string>()
  for (const table of tables)
    for (const id of await queryNames(client, `select distinct key_id as name from ${table} where wrapped_key is not null`)) ids.add(id)
  return [...ids].toSorted()
}

async function queryNames(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query)
  return rows.map(({ name }) => name)
}
