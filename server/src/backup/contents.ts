import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Encryption } from '../infra/security/encryption.ts'

const table = z.object({ name: z.string(), columns: z.array(z.string()), key: z.array(z.string()) })
/** A table: its columns, and the order of its rows by primary key. */
export type Table = z.output<typeof table>

const job = z.discriminatedUnion('name', [
  z.object({ name: z.literal('run-download'), data: z.object({ downloadId: z.number() }) }),
  z.object({ name: z.literal('try-rules'), data: z.object({ trialId: z.number() }) }),
  z.object({ name: z.literal('new-rules'), data: z.object({ trialId: z.number() }) }),
  z.object({ name: z.literal('rewrap-keys'), data: z.record(z.string(), z.never()) }),
])

/** The kinds of job that a backup must include, because nothing schedules them again. */
export const lastingJobs: readonly string[] = job.options.map(({ shape }) => shape.name.value)

/** The beginning of an archive: what is needed before the first row. */
export const header = z.object({
  format: z.literal(1),
  /** ISO 8601 in UTC. */
  takenAt: z.string(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** The ids of the keyring keys that sealed data needs. */
  keyIds: z.array(z.string()),
})

/** The end of an archive: the header again, and a summary of what came after it; signed with the keyring. */
export const manifest = header.extend({
  contents: z.array(z.object({ table: z.string(), rows: z.number(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Jobs that were waiting or running. */
  jobs: z.array(job),
  /** The end of the audit chain; null if it had not begun. */
  auditHead: z.object({ position: z.number(), hash: z.string() }).nullable(),
})
export type Manifest = z.output<typeof manifest>
/** Precedes the rows of a table. */
export const tableFrame = z.object({ table: z.string() })
export const signedManifest = z.object({ manifest, signature: z.base64() })

/** Returns the signature of a manifest, which cannot be forged with only the public key of the backups. */
export function signatureOf(encryption: Encryption, content: Manifest): string {
  return createHmac('sha256', encryption.purposeKey('backup')).update(JSON.stringify(content)).digest('base64')
}

/** Returns whether the keyring signed this manifest. */
export function isSigned(encryption: Encryption, content: Manifest, signature: string): boolean {
  const [expected, given] = [signatureOf(encryption, content), signature].map((text) => Buffer.from(text, 'base64'))
  return expected !== undefined && given !== undefined && expected.length === given.length && timingSafeEqual(expected, given)
}

// Transient data: after a restore nobody is signed in, privacy links are void, and rate limits start over. Which migrations ran is in the
// manifest.
const excludedTables = ['mikro_orm_migrations', 'privacy_link', 'rate_counter', 'session', 'sign_in_challenge']

/** Returns every table whose rows belong in a backup, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname::text as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum)
         as columns,
       array(select quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end
         from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
         where indrelid = c.oid and indisprimary order by array_position(indkey::int2[], attnum)) as key
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by 1`,
    [excludedTables],
  )
  return rows
}

/** Streams the rows of a table in PostgreSQL's binary copy format, ordered by primary key: the same rows give the same bytes. */
export function copyRows(client: pg.Client, { name, columns, key }: Table) {
  const chosen = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = copyTo(`copy (select ${chosen} from ${client.escapeIdentifier(name)} order by ${key.join(', ')}) to stdout (format binary)`)
  // A lost connection emits two errors, of which the consumer handles the first.
  rows.on('error', () => {})
  return client.query(rows)
}

/** Returns the digest of a table as `copyRows` reads it. */
export async function digestOf(client: pg.Client, from: Table): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of copyRows(client, from)) hash.update(chunk)
  return hash.digest('hex')
}
