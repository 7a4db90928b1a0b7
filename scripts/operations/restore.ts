import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../../server/src/backup/restore-backup.ts'
import { readEnv } from '../../server/src/infra/env.ts'
import { startEmbeddedPostgres } from '../../server/src/infra/postgres/embedded-postgres.ts'

// npm run restore -- FILE --identity FILE [--deletions FILE]...
// Restores a backup into an empty database (shared/spec/operating.md#restore). Exits with 1 when something was found wrong with what is there now.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { identity: { type: 'string' }, deletions: { type: 'string', multiple: true, default: [] } },
})
const [file] = positionals
if (!file || !values.identity)
  throw new Error('Say which backup, and which key opens it: npm run restore -- FILE --identity FILE [--deletions FILE]')
const env = readEnv(process.env)
const identity = readIdentity(values.identity)
const started = Date.now()
const database = env.databaseUrl
  ? { ownerUrl: env.databaseMigrationUrl ?? env.databaseUrl, appUrl: env.databaseUrl, stop: async () => {} }
  : await embedded()
try {
  const { ownerUrl, appUrl } = database
  const restored = await restoreBackup({ file, identity, ownerUrl, appUrl, env, deletionFiles: values.deletions, isDrill: false })
  const { manifest, deleted, opened, faults, formerHeads } = restored
  const rows = manifest.contents.reduce((sum, one) => sum + one.rows, 0)
  say(`${rows} rows of ${manifest.contents.length} tables are as they were on ${manifest.takenAt}, after ${seconds()} s`)
  say(`${opened} sealed values were opened; ${deleted} people were deleted again who had been deleted since`)
  if (values.deletions.length === 0)
    say('deletions since then were NOT replayed: name the file of them with --deletions, before anybody uses the portal')
  if (formerHeads) say(`the heads of the audit chain since then are in ${formerHeads} now: keep them with your report`)
  for (const fault of faults) say(`FAULT  ${fault}`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await database.stop()
}

async function embedded(): Promise<{ ownerUrl: string; appUrl: string; stop(): Promise<void> }> {
  const { url, appUrl, stop } = await startEmbeddedPostgres({ dataDir: env.dataDir, log: say })
  return { ownerUrl: url, appUrl, stop }
}

function readIdentity(path: string): string {
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((one) => one.startsWith('AGE-SECRET-KEY-'))
  if (!line) throw new Error(`${path} has no line AGE-SECRET-KEY-…: name the file that npm run backup -- --make-key made.`)
  return line.trim()
}

function seconds(): string {
  return ((Date.now() - started) / 1_000).toFixed(1)
}

function say(line: string): void {
  console.log(`portico  ${line}`)
}
