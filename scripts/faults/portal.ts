import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '@portico/server/infra/free-port'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import { openEncryption } from '@portico/server/infra/security/encryption'
import { sampleUpload } from '@portico/server/seed/seed-database'
import type { Change } from './change.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import { openNetworkProxy, type NetworkProxy } from './network-proxy.ts'

export const root = { email: 'root@faults.example', password: 'a long password of faults' }
export const workshopName = 'citizenship_day'
const serve = fileURLToPath(new URL('../serve.ts', import.meta.url))
const changeModule = fileURLToPath(new URL('preload/change-module.ts', import.meta.url))

/** One server with its worker, in a separate process. */
export interface Replica {
  readonly origin: string
  readonly pid: number
  /** Returns its log output. */
  log(): string
  /** Ends it and returns its exit code, null if a signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Resolves when it has ended by itself. */
  readonly ended: Promise<number | null>
}

export interface ReplicaOptions {
  /** A module that is loaded first. */
  readonly preload?: string
  /** Changes of modules, such as those that remove a protection for a control. */
  readonly changes?: readonly Change[]
  readonly env?: Readonly<Record<string, string>>
  /** The entry point; that of this repository by default. */
  readonly program?: string
  /** Whether to wait until it is ready; true by default. */
  readonly wait?: boolean
}

/** A PostgreSQL used by a portal: its URL for the owner of the tables, and for the portal. */
export interface Database {
  readonly url: string
  readonly appUrl: string
  stop(): Promise<void>
}

/** A PostgreSQL, a network in front of it, a mail server, and any number of replicas. */
export interface Portal {
  readonly network: NetworkProxy
  readonly mail: MailServer
  readonly keyringFile: string
  readonly replicas: Replica[]
  readonly settings: Readonly<Record<string, string>>
  /** Runs SQL as the owner of the tables, bypassing the simulated network. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Returns the URL of another database on the same server, for its owner. */
  databaseUrl(name: string): string
  startReplica(options?: ReplicaOptions): Promise<Replica>
  /** Kills the replica at this place and starts another there. */
  replaceReplica(place: number, options?: ReplicaOptions): Promise<void>
  /** Replaces all replicas at once. */
  replaceAll(options?: ReplicaOptions): Promise<void>
  stopDatabase(): Promise<void>
  startDatabase(): Promise<void>
  /** Kills a process of the database, so that PostgreSQL discards its memory and recovers from its log. */
  crashDatabase(): Promise<void>
  /** Redirects everyone to this database. */
  failOverTo(database: Database): void
  /** Calls the first replica as the root account. */
  call(path: string, body?: unknown): Promise<Record<string, unknown>>
  /** Calls another replica. */
  callAt(replica: Replica, path: string, body?: unknown): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Opens a portal with a questionnaire and an open workshop; its database is in `dataDir`, started by `start`. */
export async function openPortal(
  replicas = 2,
  dataDir?: string,
  start: (dataDir: string) => Promise<Database> = (folder) => startEmbeddedPostgres({ dataDir: folder }),
): Promise<Portal> {
  const scratch = await mkdtemp(join(tmpdir(), 'portico-faults-'))
  // PostgreSQL does not run as root: its account must be able to traverse the folder.
  await chmod(scratch, 0o711)
  const databaseDir = dataDir ?? join(scratch, 'data')
  let postgres = await start(databaseDir)
  const network = await openNetworkProxy(portOf(postgres.url))
  const mail = await openMailServer()
  const keyringFile = join(scratch, 'keyring.json')
  openEncryption(keyringFile, true)
  const settings = settingsOf(postgres, { port: network.port, scratch, keyringFile, mailUrl: mail.url })
  const running: Replica[] = []
  const portal: Portal = {
    network,
    mail,
    keyringFile,
    settings,
    replicas: running,
    sql: (text, values) => ask(postgres.url, text, values),
    databaseUrl: (name) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href,
    startReplica: (options) => startReplica(settings, options),
    async replaceReplica(place, options) {
      await running[place]?.end('SIGKILL')
      running[place] = await startReplica(settings, options)
    },
    async replaceAll(options) {
      await Promise.all([...running.keys()].map((place) => portal.replaceReplica(place, options)))
    },
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await start(databaseDir)
      network.redirectTo(portOf(postgres.url))
    },
    async crashDatabase() {
      process.kill(await findBackend(postgres.url), 'SIGKILL')
    },
    failOverTo(database) {
      postgres = database
      network.redirectTo(portOf(database.url))
    },
    call: async (path, body) => callAs(running[0]?.origin ?? '', path, body),
    callAt: ({ origin }, path, body) => callAs(origin, path, body),
    async close() {
      for (const replica of running) await replica.end('SIGKILL')
      network.close()
      await mail.close()
      await postgres.stop().catch(() => {})
      await rm(scratch, { recursive: true, force: true })
    },
  }
  return startReplicas(portal, replicas)
}

interface SettingsInput {
  readonly port: number
  readonly scratch: string
  readonly keyringFile: string
  readonly mailUrl: string
}

function settingsOf({ url, appUrl }: Database, { port, scratch, keyringFile, mailUrl }: SettingsInput) {
  const through = (address: string) => Object.assign(new URL(address), { port: String(port) }).href
  return {
    DATABASE_URL: through(appUrl),
    DATABASE_MIGRATION_URL: through(url),
    DATA_DIR: join(scratch, 'replica'),
    KEYRING_FILE: keyringFile,
    SMTP_URL: mailUrl,
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
  }
}

// Leaves no process behind if the start fails.
async function startReplicas(portal: Portal, replicas: number): Promise<Portal> {
  try {
    await Promise.all(Array.from({ length: replicas }, (_, place) => portal.replaceReplica(place)))
    await openWorkshop(portal)
    return portal
  } catch (error) {
    await portal.close()
    throw error
  }
}

async function findBackend(url: string): Promise<number> {
  const [backend] = await ask<{ pid: number }>(
    url,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  if (!backend) throw new Error('Nobody is connected to the database')
  return backend.pid
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

async function ask<Row extends pg.QueryResultRow>(connectionString: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function openWorkshop(portal: Portal): Promise<void> {
  const { title, ...files } = await sampleUpload()
  const form = new FormData()
  form.append('title', title)
  for (const [field, file] of Object.entries(files)) form.append(field, new File([file.bytes], file.name))
  await portal.call('questionnaires/addNewFullQuestionnaire', form)
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const workshop = { name: workshopName, title: 'Citizenship Day', eventDate: day, isDefault: true, registrationOpen: true }
  await portal.call('workshops/saveWorkshop', { ...workshop, questionnaireNames: [title] })
}

async function callAs(origin: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const { accessToken } = await post(`${origin}/api/auth/login/local`, root)
  const answer = await post(`${origin}/api/${path}`, body, String(accessToken))
  if (answer['success'] === false) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return typeof answer['data'] === 'object' && answer['data'] !== null ? { ...answer['data'] } : answer
}

async function post(url: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData
  const headers = { ...(!isForm && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body ?? {}) })
  return (await answer.json()) as Record<string, unknown>
}

async function startReplica(
  settings: Readonly<Record<string, string>>,
  { preload, changes, env, program = serve, wait = true }: ReplicaOptions = {},
): Promise<Replica> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const first = changes ? changeModule : preload
  const own = { ...process.env, ...settings, PORT: String(port), FAULTS_CHANGES: JSON.stringify(changes ?? []), ...env }
  const child = spawn(process.execPath, [...(first ? ['--import', first] : []), program], {
    env: own,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-200_000)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const replica: Replica = {
    origin,
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
  if (wait)
    await waitUntilReady(replica, child).catch((error: unknown) => {
      child.kill('SIGKILL')
      throw error
    })
  return replica
}

async function waitUntilReady(replica: Replica, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until;) {
    if (child.exitCode !== null) break
    if (await isReady(replica.origin)) return
    await sleep(50)
  }
  throw new Error(`A replica did not come up:\n${replica.log().slice(-2_000)}`)
}

/** Whether a replica reports that it is ready. */
export async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Returns the resident memory of a process in MB; 0 where the system does not provide it. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}
