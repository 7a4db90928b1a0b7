import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '@portico/server/infra/free-port'
import { createLog } from '@portico/server/infra/log'
import { listen } from '@portico/server/infra/postgres/listen'
import { sendCrowd } from '../clients.ts'
import { workshopName, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'
import { eventually, findProgram, runProgram } from './programs.ts'

const serverConnections = 6

/** Two replicas share six connections through PgBouncer in transaction pooling mode. */
export const pooledConnections: Scenario = {
  name: 'cluster: PgBouncer pools transactions',
  async run(portal) {
    const pooler = await openPooler(portal)
    const sessionUrl = withPort(portal.settings['DATABASE_URL'] ?? '', portOf(portal.databaseUrl('portico')))
    try {
      const env = { DATABASE_URL: withPort(sessionUrl, pooler.port), DATABASE_SESSION_URL: sessionUrl }
      for (const place of [0, 1]) await portal.replaceReplica(place, { env })
      return await runWorkload(portal, env)
    } finally {
      await pooler.close()
    }
  },
}

async function runWorkload(portal: Portal, env: { readonly DATABASE_URL: string; readonly DATABASE_SESSION_URL: string }) {
  const crowd = await sendCrowd(portal, { clients: 40 })
  await sleep(3_000)
  const list = await portal.call('responses/getAllResponses', { filter: { query: 'mai' } })
  const { downloadId } = await portal.call('downloads/enqueueDownload', {
    workshop: { name: workshopName },
    configuration: { flavor: 'all' },
  })
  await sleep(3_000)
  const [connected] = await portal.sql<{ pooled: number; listening: number }>(
    `select count(*) filter (where not listens)::integer as pooled, count(*) filter (where listens)::integer as listening
     from (select query ~ '^(listen |select$)' as listens from pg_stat_activity where usename = 'portico_app')`,
  )
  await crowd.leave()
  const finished = async () => (await portal.call('downloads/getDownloadStatus', { id: downloadId }))['status'] === 'completed'
  const spreadsheet = await eventually(finished, 'the spreadsheet is not finished').catch(String)
  const [overSession, overPool] = [
    await receivesNotification(portal, env.DATABASE_SESSION_URL),
    await receivesNotification(portal, env.DATABASE_URL),
  ]
  const { pooled = 0, listening = 0 } = connected ?? {}
  return {
    seen: `${figuresOf(crowd)}, lists and a spreadsheet too, over ${pooled} connections and ${listening} that listen`,
    faults: [
      ...(await faultsOf(portal, crowd)),
      ...unless(Array.isArray(list['items']), 'the list is empty'),
      ...(spreadsheet === undefined ? [] : [spreadsheet]),
      ...unless(pooled <= serverConnections, `there are ${pooled} connections`),
      ...unless(listening === 2, `${listening} connections listen`),
      ...unless(overSession, 'nothing is heard over DATABASE_SESSION_URL'),
    ],
    control: { seen: `who listens through PgBouncer hears ${overPool ? 'something' : 'nothing'}`, shows: !overPool },
  }
}

// Whether a listener at this URL gets a notification within 3 s.
async function receivesNotification(portal: Portal, url: string): Promise<boolean> {
  const heard = Promise.withResolvers<boolean>()
  const listening = listen(url, 'contact_changed', createLog('silent'), { onMessage: () => heard.resolve(true), onGap: () => {} })
  await listening.ready
  await portal.sql(`select pg_notify('contact_changed', '0')`)
  const result = await Promise.race([heard.promise, sleep(3_000, false)])
  await listening.stop()
  return result
}

async function openPooler(portal: Portal): Promise<{ readonly port: number; close(): Promise<void> }> {
  const program = findProgram('pgbouncer', 'PgBouncer 1.21 or newer (Debian: pgbouncer)')
  const folder = await mkdtemp(join(tmpdir(), 'portico-pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const { username, password } = new URL(portal.settings['DATABASE_URL'] ?? '')
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`, { mode: 0o644 })
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: serverConnections,
    max_client_conn: 500,
    max_prepared_statements: 200,
    syslog: 0,
  }
  const database = `portico = host=127.0.0.1 port=${portOf(portal.databaseUrl('portico'))}`
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o644 })
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const running = await runProgram(program, [...user, file], { log: join(folder, 'log') })
  const url = withPort(portal.settings['DATABASE_URL'] ?? '', port)
  await eventually(() => answers(url), 'PgBouncer does not answer', 15)
  return {
    port,
    async close() {
      // A graceful shutdown would wait for connected clients.
      await running.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('select 1')
  await client.end()
  return true
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

function withPort(url: string, port: number): string {
  return Object.assign(new URL(url), { port: String(port) }).href
}
