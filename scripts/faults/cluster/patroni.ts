import { execFileSync } from 'node:child_process'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { freePort } from '@portico/server/infra/free-port'
import type { Database } from '../portal.ts'
import { eventually, findProgram, runProgram, type Running } from './programs.ts'

/** Two PostgreSQL nodes under Patroni, which keeps the primary in etcd, behind HAProxy. */
export interface Cluster extends Database {
  /** Returns the name of the current primary. */
  primary(): Promise<string>
  /** Resolves when each commit waits for a standby. */
  synchronous(): Promise<void>
  /** Kills every PostgreSQL process of this node. */
  kill(node: string): Promise<void>
  /** Writes to this node, bypassing HAProxy. */
  write(node: string): Promise<void>
}

interface Node {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly data: string
  readonly patroni: Running
}

const names = ['first', 'second']
const settings = { max_connections: 200, log_error_verbosity: 'terse', log_min_error_statement: 'panic', unix_socket_directories: '' }

/** Starts a cluster in a folder that other accounts may traverse. Resolves when commits wait for the standby. */
export async function openCluster(folder: string): Promise<Cluster> {
  const programs = findPrograms()
  await mkdir(folder, { mode: 0o711 })
  const log = (name: string) => join(folder, `${name}.log`)
  const running: Running[] = []
  const stop = async () => {
    for (const one of running.reverse()) await one.end()
  }
  try {
    const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
    running.push(await runProgram(programs.etcd, etcdArguments(folder, etcdPort, peerPort), { log: log('etcd') }))
    const passwords = { portico: secret(), portico_app: secret(), replicator: secret() }
    const nodes: Node[] = []
    for (const name of names) {
      const node = await startNode(programs, { folder, name, etcdPort, passwords, log: log(name) })
      running.push(node.patroni)
      nodes.push(node)
      await eventually(() => hasRole(node, nodes.length === 1 ? 'primary' : 'replica'), `Patroni did not start ${name}: see ${log(name)}`)
    }
    await writeFile(join(folder, 'haproxy.cfg'), proxySettings(port, nodes))
    running.push(await runProgram(programs.haproxy, ['-f', join(folder, 'haproxy.cfg')], { log: log('haproxy') }))
    const address = (user: keyof typeof passwords) => `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/portico`
    await eventually(() => createDatabase(address('portico')), 'HAProxy leads to no primary')
    const synchronous = () => eventually(() => isSynchronous(address('portico')), 'no standby is synchronous')
    await synchronous()
    return { url: address('portico'), appUrl: address('portico_app'), stop, synchronous, ...reachNodes(nodes, address('portico')) }
  } catch (error) {
    await stop()
    throw error
  }
}

function reachNodes(nodes: readonly Node[], url: string): Pick<Cluster, 'primary' | 'kill' | 'write'> {
  const find = (name: string) => {
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  return {
    async primary() {
      for (const node of nodes) if (await hasRole(node, 'primary').catch(() => false)) return node.name
      throw new Error('There is no primary')
    },
    kill: (name) => killPostgres(find(name)),
    async write(name) {
      await ask(Object.assign(new URL(url), { port: String(find(name).port) }).href, 'create temporary table written ()')
    },
  }
}

function findPrograms() {
  return {
    etcd: findProgram('etcd', 'etcd (Debian: etcd-server)'),
    haproxy: findProgram('haproxy', 'HAProxy (Debian: haproxy)'),
    patroni: findProgram('patroni', 'Patroni 4 or newer with etcd3 (Debian: patroni)'),
    initdb: findProgram('initdb', 'PostgreSQL 18 (Debian: postgresql-18)'),
  }
}

function secret(): string {
  return randomBytes(12).toString('hex')
}

function etcdArguments(folder: string, port: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const options = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`)
}

interface NodeOptions {
  readonly folder: string
  readonly name: string
  readonly etcdPort: number
  readonly passwords: Readonly<Record<'portico' | 'replicator', string>>
  readonly log: string
}

async function startNode(
  programs: ReturnType<typeof findPrograms>,
  { folder, name, etcdPort, passwords, log }: NodeOptions,
): Promise<Node> {
  const [port, restPort, home] = [await freePort(), await freePort(), join(folder, name)]
  const data = join(home, 'data')
  const account = accountOfDatabase()
  await mkdir(home)
  const file = join(home, 'patroni.json')
  const own = { name, port, restPort, data, home, bin: dirname(programs.initdb) }
  // Patroni reads YAML, of which JSON is a subset.
  await writeFile(file, JSON.stringify(patroniSettings(own, etcdPort, passwords)), { mode: 0o600 })
  for (const path of [home, file]) if (account) await chown(path, account.uid, account.gid)
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' }
  return { name, port, restPort, data, patroni: await runProgram(programs.patroni, [file], { ...account, env, log }) }
}

type OwnSettings = { name: string; port: number; restPort: number; data: string; home: string; bin: string }

function patroniSettings(own: OwnSettings, etcdPort: number, passwords: NodeOptions['passwords']) {
  const [address, rest] = [`127.0.0.1:${own.port}`, `127.0.0.1:${own.restPort}`]
  // A primary whose process is gone is replaced at once; one whose Patroni is silent keeps its role for `ttl` seconds.
  const times = { ttl: 20, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0 }
  return {
    scope: 'portico',
    name: own.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...times, synchronous_mode: true, postgresql: { use_pg_rewind: true, use_slots: true, parameters: settings } },
      initdb: [{ encoding: 'UTF8' }, { 'locale-provider': 'icu' }, { 'icu-locale': 'und' }, { locale: 'C' }],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: own.data,
      bin_dir: own.bin,
      pgpass: join(own.home, 'pgpass'),
      authentication: {
        superuser: { username: 'portico', password: passwords.portico },
        replication: { username: 'replicator', password: passwords.replicator },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  }
}

// PostgreSQL does not run as root.
function accountOfDatabase(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function proxySettings(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`)
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

async function hasRole({ restPort }: Node, role: 'primary' | 'replica'): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${restPort}/${role}`, { signal: AbortSignal.timeout(2_000) })).ok
}

async function createDatabase(url: string): Promise<boolean> {
  await ask(Object.assign(new URL(url), { pathname: '/postgres' }).href, 'create database portico')
  return true
}

async function isSynchronous(url: string): Promise<boolean> {
  return (await ask(url, `select from pg_stat_replication where sync_state in ('sync', 'quorum')`)).length > 0
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(query)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

// Kills the postmaster and its child processes.
async function killPostgres({ data }: Node): Promise<void> {
  const [postmaster = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.trim().split(' ')]) process.kill(Number(pid), 'SIGKILL')
}
