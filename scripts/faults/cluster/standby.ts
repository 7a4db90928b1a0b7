import { execFileSync } from 'node:child_process'
import { appendFile, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import type { Portal } from '../portal.ts'

/** Where a standby is, and how it reaches its primary. */
interface StandbyOptions {
  /** Its folder, which must not exist yet. */
  readonly dataDir: string
  /** The port at which it reaches the primary. */
  readonly port: number
}

/** The standby's application name at its primary. */
export const standbyName = 'standby'

/** Starts a second PostgreSQL that follows the portal's, from a base backup. Resolves when it streams. */
export async function openStandby(portal: Portal, { dataDir, port }: StandbyOptions): Promise<EmbeddedPostgres> {
  const url = portal.databaseUrl('portico')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_create_physical_replication_slot($1, true)`, [standbyName])
    await client.query(`select pg_backup_start($1, true)`, [standbyName])
    const { rows: places } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    const cluster = await copyFiles(places[0]?.dir ?? '', dataDir)
    const { rows: labels } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await configureStandby(cluster, labels[0]?.labelfile ?? '', new URL(url), port)
  } finally {
    await client.end()
  }
  const standby = await startEmbeddedPostgres({ dataDir })
  await waitUntilStreaming(portal)
  return standby
}

/** Makes each commit of the portal's database wait for the standby, or not wait. */
export async function synchronize(portal: Portal, standby: typeof standbyName | ''): Promise<void> {
  await portal.sql(`alter system set synchronous_standby_names = '${standby}'`)
  await portal.sql('select pg_reload_conf()')
  const wanted = standby === '' ? 'async' : 'sync'
  await waitUntil(portal, `select from pg_stat_replication where sync_state = '${wanted}'`, 'The standby is not ' + wanted)
}

/** Kills every process of the portal's database at once, like a machine failure. */
export async function killPrimary(portal: Portal): Promise<void> {
  const processes = await portal.sql<{ pid: number }>(
    `select pid from pg_stat_activity union select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer order by pid`,
  )
  for (const { pid } of processes) kill(pid)
}

// The first one is the postmaster; the others may end with it.
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

async function copyFiles(from: string, dataDir: string): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  await mkdir(dataDir)
  for (const name of ['postgres-password', 'postgres-app-password']) execFileSync('cp', ['-a', join(dirname(from), name), dataDir])
  execFileSync('cp', ['-a', from, cluster])
  // Its WAL is streamed from the primary, and files that belong to the primary's process are removed.
  for (const folder of ['pg_wal', 'pg_replslot'])
    for (const { name, parentPath } of await readdir(join(cluster, folder), { withFileTypes: true }))
      if (name !== 'archive_status' && name !== 'summaries') await rm(join(parentPath, name), { recursive: true })
  await rm(join(cluster, 'postmaster.pid'))
  return cluster
}

async function configureStandby(cluster: string, label: string, primary: URL, port: number): Promise<void> {
  const connection = `host=127.0.0.1 port=${port} user=${primary.username} password=${primary.password} application_name=${standbyName}`
  const { uid, gid } = await stat(cluster)
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(cluster, name), text, { mode: 0o600 })
    await chown(join(cluster, name), uid, gid)
  }
  const settings = [`primary_conninfo = '${connection}'`, `primary_slot_name = '${standbyName}'`, 'hot_standby = on', '']
  await appendFile(join(cluster, 'postgresql.auto.conf'), settings.join('\n'))
}

const waitUntilStreaming = (portal: Portal) =>
  waitUntil(portal, `select from pg_stat_replication where state = 'streaming'`, 'The standby does not stream')

async function waitUntil(portal: Portal, query: string, otherwise: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end;) if ((await portal.sql(query)).length > 0) return
  throw new Error(otherwise)
}
