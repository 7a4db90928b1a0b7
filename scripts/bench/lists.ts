import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fork } from 'node:child_process'
import pg from 'pg'
import { seedCredentials } from '@portico/server/seed/seed-accounts'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import { openBenchServices, openBenchPortal } from './portal.ts'
import { nameAt, seedRespondents } from './seed.ts'

const all = Number(process.env['BENCH_RESPONDENTS'] ?? 100_000)
const atWorkshop = 15_000
const rounds = 60
const thisFile = fileURLToPath(import.meta.url)

/**
 * Measures staff lists and searches over HTTP beside the same SQL alone. `BENCH_RESPONDENTS=1000000` for the
 * full size. Prints p95 in milliseconds and the ratios.
 */
export async function run(): Promise<void> {
  console.log(`Lists over ${all.toLocaleString('en')} respondents, search within ${atWorkshop.toLocaleString('en')}, ${rounds} rounds each`)
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await fill(postgres.url, dataDir)
    const child = fork(thisFile, ['portal', postgres.url, dataDir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const origin = await new Promise<string>((resolve) =>
      child.once('message', (message) => resolve(typeof message === 'string' ? message : '')),
    )
    await measure(origin, postgres.url)
    child.kill('SIGTERM')
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(url: string, dataDir: string): Promise<void> {
  const services = await openBenchServices(url, dataDir)
  const db = services.orm.em.fork()
  await db.execute(`insert into workshop (name, title, time_zone) values ('bench', 'Bench', 'UTC') on conflict do nothing`)
  await seedRespondents(services, 'bench', 0, atWorkshop)
  await seedRespondents(services, 'citizenship_day_demo', atWorkshop, all - atWorkshop)
  await db.execute('create extension if not exists pg_trgm')
  await db.execute('create table plain_name (id bigint primary key, name text not null)')
  for (let start = 0; start < atWorkshop; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => `(${start + index}, '${nameAt(start + index).replaceAll("'", "''")}')`)
    await db.execute(`insert into plain_name values ${rows.join(',')}`)
  }
  await db.execute('create index plain_name_trigram on plain_name using gin (name gin_trgm_ops)')
  await db.execute('analyze')
  await services.queue.stop()
  await services.orm.close(true)
}

async function measure(origin: string, url: string): Promise<void> {
  const call = await signedIn(origin)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const page =
    (offset: number, query = '', name?: string) =>
    () =>
      call('responses/getAllResponses', { name, pagination: { offset, count: 10 }, filter: { query } })
  const sql = (offset: number) => async () => {
    const { rows } = await client.query('select id from respondent order by id desc limit 10 offset $1', [offset])
    await client.query(
      `select r.*, w.name, a.name from respondent r join workshop w on w.id = r.workshop_id left join agency a on a.id = r.agency_id where r.id = any($1)`,
      [rows.map((row) => row.id)],
    )
  }
  const trigram = async () => {
    await client.query(`select id from plain_name where name ilike '%okonkwo%' order by id desc limit 10`)
  }
  await page(0, 'okonkwo', 'bench')()
  const table = [
    await compared('first page', page(0), sql(0)),
    await compared('page 1,000', page(9_990), sql(9_990)),
    await compared('last page', page(all - 10), sql(9_990)),
    await compared('agency, first page', agencyPage(call), sql(0)),
    await compared('search by name, warm', page(0, 'okonkwo', 'bench'), trigram),
    await compared('search by e-mail', page(0, 'p77@portico.example'), trigram),
  ]
  console.table(table)
  await client.end()
}

function agencyPage(call: Awaited<ReturnType<typeof signedIn>>) {
  return () =>
    call('agency/getAssignedRespondents', { agencyId: 1, pagination: { offset: 0, count: 5 }, includeGreen: false, includeRed: false })
}

async function compared(what: string, portico: () => Promise<unknown>, alone: () => Promise<unknown>) {
  const times = { portico: [] as number[], alone: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.portico.push(await timed(portico))
    times.alone.push(await timed(alone))
  }
  const [ours, theirs] = [p95(times.portico), p95(times.alone)]
  return { what, 'Portico p95 ms': ours.toFixed(1), 'SQL alone p95 ms': theirs.toFixed(1), ratio: (ours / theirs).toFixed(2) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function p95(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0
}

async function signedIn(origin: string) {
  let token = ''
  const call = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = (await (await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Record<
      string,
      unknown
    >
    if (answer['success'] === false) throw new Error(JSON.stringify(answer))
    return answer
  }
  token = String((await call('auth/login/local', seedCredentials))['accessToken'])
  return call
}

const [, , way, url = '', dataDir = ''] = process.argv
if (import.meta.main && way === 'portal') process.send?.(await openBenchPortal(url, dataDir))
