import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { expect, it } from 'vitest'
import { buildRespondent } from '../../test/support/builders.ts'
import { buildApiToken } from '../../test/support/api-tokens.ts'
import { openPortico } from '../../test/support/harness.ts'
import { appUrlOf, emptyDatabase, fillSealedRows } from '../../test/support/sealed-rows.ts'
import { runDownload } from '../features/downloads/run-download.ts'
import { readEnv } from '../infra/env.ts'
import { anchor } from '../jobs.ts'
import { start } from '../main.ts'
import { sql } from '../infra/request-context.ts'
import { chainAudit } from '../infra/security/audit/audit-chain.ts'
import { openSamples, sealedColumns, wrappedKeys } from '../infra/security/sealed-columns.ts'
import { readArchive, writeArchive, type Frame } from './archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const portico = await openPortico()
const { services } = portico
const { reviewed, green, stopped } = await fillSealedRows(portico)
const leaver = await buildRespondent(portico, { fullName: 'Leaver One', email: 'leaver@respondents.example' })
const adam = await portico.as('adam')
const folder = await mkdtemp(join(tmpdir(), 'portico-restore-test-'))
const identity = await generateIdentity()
const recipients = [await identityToRecipient(identity)]
const keyringFile = join(portico.dataDir, 'keyring.json')
const deletionsFile = join(folder, 'deletions.jsonl')
const file = join(folder, 'backup.age')
await chainAudit(services)
const { downloadId } = await adam.call.downloads.enqueueDownload({
  workshop: { name: 'citizenship_day' },
  configuration: { flavor: 'all' },
})
await buildApiToken(portico)
await adam.call.admin.generateRegistrationLink({ account: 'volunteer', email: 'new@portico.example' })
await takeBackup({ databaseUrl: appUrlOf(portico), file, recipients, encryption: services.encryption, now: services.clock() })

// Changes after the backup.
for (const [anonymousId, kind] of [
  [leaver, 'delete'],
  [stopped, 'resume'],
  [green, 'resume'],
  [green, 'stop'],
] as const) {
  await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
  await adam.call.privacy.completeRequest({ id: items.find((item) => item.kind === kind && !item.doneAt)?.id ?? 0 })
  portico.setTime(new Date(services.clock().getTime() + 1_000).toISOString())
}
// A respondent who stops destroys the finished file that contains them; the next one does not contain them.
await runDownload(services, downloadId, new AbortController().signal)
await anchor(services, { deletionsFile })

interface Changed {
  readonly archive?: string
  readonly key?: string
  readonly keyring?: string
  readonly deletionFiles?: readonly string[]
}

async function restore(
  to: { ownerUrl: string; appUrl: string },
  { archive = file, key = identity, keyring = keyringFile, deletionFiles }: Changed = {},
) {
  // Restoring writes a new heads file.
  const headsFile = join(await mkdtemp(join(folder, 'heads-')), 'audit-heads.jsonl')
  await copyFile(join(portico.dataDir, 'audit-heads.jsonl'), headsFile)
  const restored = await restoreBackup({
    file: archive,
    identity: key,
    ...to,
    env: { keyringFile: keyring, auditAnchorFile: headsFile, dataDir: folder, retentionDays: 180 },
    deletionFiles: deletionFiles ?? [deletionsFile],
    isDrill: false,
  })
  return { ...restored, headsFile }
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

const namesIn = async (url: string, where = 'true') =>
  (await rowsOf<{ name: string }>(url, `select anonymous_id as name from respondent where ${where} order by id`)).map(({ name }) => name)

it('all columns of wrapped keys and sealed values are listed, and openSamples opens one of each', async () => {
  const columns = await portico.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name like '%sealed%' or column_name = 'wrapped_key') order by 1, 2`,
  )
  // The first opens for all whose signature is right, which audit verification checks; the second can be opened only by a device, the third
  // only with the secret of a session.
  const others = ['audit_entry.sealed_subjects', 'draft_transfer.sealed', 'session.successor_sealed']
  const known = [
    ...wrappedKeys.map(({ table }) => `${table}.wrapped_key`),
    ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
  ]
  expect(columns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([...known, ...others].toSorted())
  const samples = await openSamples(sql(services.orm.em.fork()), services.encryption, 50)
  expect(samples.filter(({ opened, failed }) => opened === 0 || failed > 0)).toEqual([])
})

it('every sealed value is padded, except secrets of one length and what earlier versions of Portico sealed', async () => {
  const unpadded: string[] = []
  for (const { table, column } of [...sealedColumns, { table: 'audit_entry', column: 'sealed_subjects' }]) {
    const lengths = await portico.sql<{ plain: number }>(`select length(${column}) - 28 as plain from ${table} where ${column} is not null`)
    if (lengths.some(({ plain }) => plain % 256 !== 0)) unpadded.push(`${table}.${column}`)
  }
  expect(unpadded).toEqual(['unsealed_decision.sealed_reason', 'authenticator_app.sealed_secret'])
})

it('control: openSamples reports a sample that was changed or moved', async () => {
  const before = await portico.sql<{ sealed: Buffer }>('select sealed from note')
  await portico.sql('update note set sealed = overlay(sealed placing $1 from 20)', [Buffer.from('xx')])
  const samples = await openSamples(sql(services.orm.em.fork()), services.encryption, 50)
  await portico.sql('update note set sealed = $1', [before[0]?.sealed])
  expect(samples.filter(({ failed }) => failed > 0)).toEqual([{ column: 'note.sealed', opened: 0, failed: 1 }])
})

it('a restored backup is the same portal, without respondents deleted or stopped since', { timeout: 120_000 }, async () => {
  const to = await emptyDatabase()
  const { faults, replayed, revoked, opened, manifest, formerHeads, headsFile } = await restore(to)
  expect(faults).toEqual([])
  expect(replayed).toEqual({ deletion: 1, stop: 1, resume: 1 })
  expect(opened).toBeGreaterThan(14)
  expect(manifest.contents.find(({ table }) => table === 'respondent')?.rows).toBe(4)
  expect(await namesIn(to.ownerUrl)).toEqual([reviewed, green, stopped])
  expect(await namesIn(to.ownerUrl, 'wrapped_key is null')).toEqual([green])
  // Triggers, foreign keys and counts work again, under their original roles.
  const counts = `select sum(respondents)::integer as sum from respondent_count`
  expect(await rowsOf(to.appUrl, counts)).toEqual(await portico.sql(counts))
  const fences = `select contype, count(*)::integer from pg_constraint where connamespace = 'public'::regnamespace group by 1 order by 1`
  expect(await rowsOf(to.ownerUrl, fences)).toEqual(await portico.sql(fences))
  expect(await rowsOf(to.ownerUrl, `select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
  await expect(rowsOf(to.appUrl, 'delete from audit_entry')).rejects.toThrow(/permission denied/)
  // Credentials from before the restore are invalid.
  expect(revoked).toBe(1)
  for (const open of ['session', 'api_token where revoked_at is null', 'one_time_token where used_at is null and expires_at > now()'])
    expect(await rowsOf(to.appUrl, `select id from ${open}`)).toEqual([])
  // One was waiting; the finished one is made again without those who left since.
  const enqueued = await rowsOf(to.appUrl, `select (data->>'downloadId')::int as id from jobs.job where name = 'run-download' order by 1`)
  expect(enqueued).toHaveLength(2)
  expect(enqueued).toEqual(await rowsOf(to.appUrl, `select id from download where status = 'not-started' order by 1`))
  const next = `select nextval('respondent_id_seq')::integer as id`
  expect(await rowsOf(to.appUrl, next)).toEqual([{ id: 5 }])
  // Clients that read changes from an earlier cursor receive the current state of everyone.
  const [given] = await portico.sql<{ last: number }>('select last_value::integer as last from respondent_change')
  expect(await namesIn(to.ownerUrl, `change_seq > ${given?.last}`)).toEqual([reviewed, green, stopped])
  // The chain continues from the end of the backup; the heads anchored since then are kept.
  expect(await readFile(formerHeads ?? '', 'utf8')).toContain('position')
  expect((await readFile(headsFile, 'utf8')).trim().split('\n')).toHaveLength(1)
})

it('without the file of deletions, deleted respondents reappear and the result shows it', { timeout: 60_000 }, async () => {
  const to = await emptyDatabase()
  expect((await restore(to, { deletionFiles: [] })).replayed).toEqual({ deletion: 0, stop: 0, resume: 0 })
  expect(await namesIn(to.ownerUrl)).toContain(leaver)
  expect(await namesIn(to.ownerUrl, 'wrapped_key is null')).toEqual([stopped])
})

it('the file of deletions identifies nobody, and may contain log lines', async () => {
  const text = await readFile(deletionsFile, 'utf8')
  for (const anonymousId of [leaver, stopped, green]) expect(text).not.toContain(anonymousId)
  expect(text.trim().split('\n')).toHaveLength(5)
  await anchor(services, { deletionsFile })
  expect(await readFile(deletionsFile, 'utf8'), 'each is noted once').toBe(text)
})

async function withFrames(name: string, change: (frame: Frame) => Frame): Promise<string> {
  const changed = join(folder, name)
  await writeArchive(
    changed,
    recipients,
    (async function* () {
      for await (const frame of readArchive(file, identity)) yield change(frame)
    })(),
  )
  return changed
}

it.each<[string, () => Promise<Changed>, RegExp]>([
  ['for another key', async () => ({ key: await generateIdentity() }), /not a backup for this identity: name/],
  [
    'that was not signed with the keyring',
    async () => ({ archive: await withFrames('forged.age', forged) }),
    /not signed with this keyring/,
  ],
  ['whose rows were changed', async () => ({ archive: await withFrames('changed.age', renamed) }), /rows of this backup are not those/],
  [
    'from a newer version',
    async () => ({
      archive: await withFrames('newer.age', (frame) => edited(frame, 'Migration20261121080000', 'Migration20991121080000')),
    }),
    /of a newer version/,
  ],
  [
    'in another format',
    async () => ({ archive: await withFrames('format.age', (frame) => edited(frame, '"format":1', '"format":2')) }),
    /no backup that/,
  ],
  ['from another keyring', async () => ({ keyring: join(folder, 'other-keyring.json') }), /has no key \w+, which this backup needs: name/],
])('a backup %s is rejected before anything is created', { timeout: 60_000 }, async (_name, change, sentence) => {
  const key = Buffer.alloc(32, 1).toString('base64')
  await writeFile(join(folder, 'other-keyring.json'), JSON.stringify({ seal: [{ id: 'other', key }], lookup: key, sign: key }))
  const to = await emptyDatabase()
  await expect(restore(to, await change())).rejects.toThrow(sentence)
  const tables = `select relname from pg_class where relkind in ('r', 'p') and relnamespace = any (array(select oid from pg_namespace where nspname in ('public', 'jobs')))`
  expect(await rowsOf(to.ownerUrl, tables)).toEqual([])
})

it('a portal refuses to start on a database whose restore was interrupted after its rows were committed', { timeout: 60_000 }, async () => {
  const { ownerUrl, appUrl } = await emptyDatabase()
  const refused = Object.assign(new URL(appUrl), { password: 'wrong' }).href
  await expect(restore({ ownerUrl, appUrl: refused })).rejects.toThrow(/password authentication failed/)
  expect(await namesIn(ownerUrl), 'a person deleted since the backup is back').toContain(leaver)
  const env = readEnv({
    DATABASE_URL: appUrl,
    DATABASE_MIGRATION_URL: ownerUrl,
    KEYRING_FILE: keyringFile,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PORT: '0',
  })
  await expect(start({ ...env, databaseUrl: appUrl, embedded: false })).rejects.toThrow(/restore into this database was not completed/)
})

it('a database with tables is rejected and left unchanged', async () => {
  const to = { ownerUrl: portico.databaseUrl, appUrl: appUrlOf(portico) }
  await expect(restore(to)).rejects.toThrow(/not empty.*Make a new database/)
  expect(await namesIn(to.ownerUrl)).toHaveLength(3)
})

function edited(frame: Frame, from: string, to: string): Frame {
  return 'json' in frame ? { json: JSON.parse(JSON.stringify(frame.json).replaceAll(from, to)) } : frame
}

function forged(frame: Frame): Frame {
  return edited(frame, '"rows":4', '"rows":5')
}

function renamed(frame: Frame): Frame {
  return 'data' in frame
    ? { data: Buffer.from(Buffer.from(frame.data).toString('latin1').replace('Citizenship Day', 'Citizenship Eve'), 'latin1') }
    : frame
}
