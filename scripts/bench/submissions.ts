import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import pg from 'pg'
import { calmAnswers } from '@portico/server/seed/answers'
import { sampleUpload } from '@portico/server/seed/seed-database'
import { readUpload } from '@portico/server/features/questionnaires/import/upload'
import { startEmbeddedPostgres } from '@portico/server/infra/postgres/embedded-postgres'
import { openBenchPortal } from './portal.ts'

const connections = 32
const seconds = 8
const rounds = 3
const thisFile = fileURLToPath(import.meta.url)

/**
 * Measures submissions a second, 60 answers each, acknowledged after a durable commit, with everything Portico does for one, beside
 * bare Fastify and `pg` inserting one JSONB row. Prints a table and the ratio of the medians.
 */
export async function run(): Promise<void> {
  console.log(`Submissions over HTTP, ${connections} connections, ${rounds} rounds of ${seconds} s each way, in turn`)
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const bodies = await bodiesToSend()
    const bare: number[] = []
    const whole: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await perSecond({ way: 'bare', path: '/submit' }, postgres.url, dataDir, bodies))
      whole.push(await perSecond({ way: 'portico', path: '/api/responses/addNewQuestionnaireResponse' }, postgres.url, dataDir, bodies))
    }
    console.table([
      { way: 'bare Fastify + pg, one JSONB row', 'per second': Math.round(median(bare)), rounds: bare.map(Math.round).join(' ') },
      { way: 'Portico', 'per second': Math.round(median(whole)), rounds: whole.map(Math.round).join(' ') },
    ])
    console.log(`ratio: ${(median(whole) / median(bare)).toFixed(2)} (first bar 0.5, aim 1.0)`)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function bodiesToSend(): Promise<string[]> {
  const outcome = await readUpload(await sampleUpload())
  if (!outcome.ok) throw new Error(outcome.message)
  const { definition } = outcome
  return Array.from({ length: 200 }, (_, index) => {
    const reds: Record<string, string> = index % 3 === 0 ? { taxesFiled: 'no', hasGreenCard: 'unsure' } : {}
    const answers = calmAnswers(definition, '2026-11-21', { fullName: `Respondent ${index}`, email: `r${index}@portico.example`, ...reds })
    return JSON.stringify({ name: 'citizenship_screening', language: 'en', answers })
  })
}

interface Way {
  readonly way: 'bare' | 'portico'
  readonly path: string
}

async function perSecond({ way, path }: Way, url: string, dataDir: string, bodies: readonly string[]): Promise<number> {
  const child = fork(thisFile, [way, url, dataDir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error(`${way} did not start`)))
  })
  try {
    await load(port, path, bodies, 2)
    return await load(port, path, bodies, seconds)
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
}

async function load(port: number, path: string, bodies: readonly string[], duration: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + duration * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        // Everyone has an address of their own, as in life: one that many share gets three e-mails.
        await send(agent, port, path, (bodies[done % bodies.length] ?? '{}').replace('@', `.${randomUUID()}@`))
        done += 1
      }
    }),
  )
  agent.destroy()
  return done / duration
}

function send(agent: Agent, port: number, path: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'idempotency-key': randomUUID() }
    const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => (text.includes('"success":true') ? resolve() : reject(new Error(`refused: ${text.slice(0, 300)}`))))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

async function serveBare(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  await pool.query(
    'create table if not exists bare (id bigint generated always as identity primary key, at timestamptz default now(), body jsonb)',
  )
  const app = fastify()
  app.post('/submit', async (request) => {
    const { rows } = await pool.query('insert into bare (body) values ($1) returning id', [JSON.stringify(request.body)])
    return { success: true, data: { id: rows[0].id } }
  })
  announce(await app.listen({ port: 0, host: '127.0.0.1' }))
  process.once('SIGTERM', () => process.exit(0))
}

function announce(address: string): void {
  process.send?.(Number(new URL(address).port))
}

const [, , way, url = '', dataDir = ''] = process.argv
if (import.meta.main && way === 'bare') await serveBare(url)
if (import.meta.main && way === 'portico') announce(await openBenchPortal(url, dataDir))
