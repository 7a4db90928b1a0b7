import { readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { listBackups, saveDrill } from '../../server/src/backup/backup-folder.ts'
import { restoreBackup, type Restored } from '../../server/src/backup/restore-backup.ts'
import { readEnv } from '../../server/src/infra/env.ts'
import { recordRun } from '../../server/src/infra/metrics/operation-runs.ts'
import { startEmbeddedPostgres } from '../../server/src/infra/postgres/embedded-postgres.ts'

// npm run restore -- FILE|DIR --identity FILE [--deletions FILE]... [--drill]
// Restores a backup, or the newest one of a folder, into an empty database (shared/spec/operating.md#restore); with --drill into a
// temporary one, recording the result next to the backup. Exits with 1 if there are faults.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    identity: { type: 'string' },
    deletions: { type: 'string', multiple: true, default: [] },
    drill: { type: 'boolean', default: false },
  },
})
const env = readEnv(process.env)
const file = await backupAt(positionals[0])
const identity = readIdentity(values.identity)
const at = new Date()
const restored = await (values.drill ? drill().catch(noteFailure) : restore())
const { manifest, opened, faults } = restored
const rows = manifest.contents.reduce((sum, one) => sum + one.rows, 0)
say(
  `${rows} rows of ${manifest.contents.length} tables are as they were at ${manifest.takenAt}; ${opened} sealed values were opened; ${secondsSince()} s`,
)
for (const fault of faults) say(`FAULT  ${fault}`)
if (values.drill) await note(rows, faults)
else sayWhatIsNext(restored)
process.exitCode = faults.length === 0 ? 0 : 1

async function restore(): Promise<Restored> {
  if (env.databaseUrl) return restoreInto(env.databaseMigrationUrl ?? env.databaseUrl, env.databaseUrl, env.dataDir)
  const { url, appUrl, stop } = await startEmbeddedPostgres({ dataDir: env.dataDir, log: say })
  try {
    return await restoreInto(url, appUrl, env.dataDir)
  } finally {
    await stop()
  }
}

async function drill(): Promise<Restored> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-drill-'))
  const places = [folder]
  const remove = () => places.forEach((place) => rmSync(place, { recursive: true, force: true }))
  // Stops the database when the process ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  process.once('exit', remove)
  const { url, appUrl, home, stop } = await startEmbeddedPostgres({ dataDir: folder, fast: true })
  places.push(home)
  try {
    return await restoreInto(url, appUrl, folder)
  } finally {
    await stop()
    remove()
  }
}

// A backup that cannot be restored at all must be recorded, too.
async function noteFailure(error: unknown): Promise<never> {
  await note(0, [error instanceof Error ? error.message : 'It could not be restored.'])
  throw error
}

async function note(rows: number, faults: readonly string[]): Promise<void> {
  await saveDrill(dirname(file), { at: at.toISOString(), backup: basename(file), seconds: secondsSince(), rows, faults: [...faults] })
  if (env.databaseUrl) await recordRun(env.databaseUrl, 'restore-drill', faults.length, at)
}

function secondsSince(): number {
  return Math.round((Date.now() - at.getTime()) / 100) / 10
}

function restoreInto(ownerUrl: string, appUrl: string, dataDir: string): Promise<Restored> {
  return restoreBackup({
    file,
    identity,
    ownerUrl,
    appUrl,
    env: { ...env, dataDir },
    deletionFiles: values.deletions,
    isDrill: values.drill,
  })
}

function sayWhatIsNext({ manifest: { takenAt }, replayed: { deletion, stop, resume }, revoked, formerHeads }: Restored): void {
  if (values.deletions.length > 0)
    say(`since then ${deletion} people were deleted, ${stop} asked us to stop and ${resume} to go on: so it is again`)
  else
    say(
      'Who was deleted or asked us to stop since is there again: delete this database, and restore with --deletions FILE, unless nobody was.',
    )
  say(`${revoked} API tokens were revoked, and links of invitations and forgotten passwords ended, as some had been since: make new ones`)
  say(`What else was changed since ${takenAt} is lost. Before anybody signs in, disable the accounts again that were disabled since,`)
  say('and look through the old log for passwords, second steps, rights and webhooks that were changed (shared/spec/operating.md#restore).')
  if (formerHeads) say(`the heads of the audit chain since then are in ${formerHeads} now: keep them with your report`)
}

async function backupAt(place: string | undefined): Promise<string> {
  if (!place)
    throw new Error('Say which backup: npm run restore -- FILE --identity FILE [--deletions FILE] [--drill], or the folder of backups')
  if (!statSync(place).isDirectory()) return place
  const newest = (await listBackups(place)).at(-1)
  if (!newest) throw new Error(`There is no backup in ${place}`)
  return newest.file
}

function readIdentity(path: string | undefined): string {
  if (!path) throw new Error('Say which key opens the backup: --identity FILE, as npm run backup -- --make-key made it.')
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((one) => one.startsWith('AGE-SECRET-KEY-'))
  if (!line) throw new Error(`${path} has no line AGE-SECRET-KEY-…: name the file that npm run backup -- --make-key made.`)
  return line.trim()
}

function say(line: string): void {
  console.log(`portico  ${line}`)
}
