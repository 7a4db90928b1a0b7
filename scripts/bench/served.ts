import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import pg from 'pg'
import { processorTimeOf } from './bench.ts'
import { openBenchPortal } from './portal.ts'
import type { Target } from './load.ts'

const thisFile = fileURLToPath(import.meta.url)

/** What is measured: Portico, or bare Fastify and `pg` inserting one JSONB row. */
export type Way = 'portico' | 'bare'

/** A server in a separate process. */
export interface Served {
  readonly target: Target
  /** The CPU time of the server and of the database since they started, in ms; 0 where the system does not provide it. */
  processorTime(): Promise<{ server: number; database: number }>
  stop(): Promise<void>
}

/** Starts a server on the database in a separate process. */
export async function serve(way: Way, url: string, dataDir: string): Promise<Served> {
  const child = fork(thisFile, [way, url, dataDir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error(`${way} did not start`)))
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    target: { port, path: way === 'bare' ? '/submit' : '/api/responses/addNewQuestionnaireResponse' },
    async processorTime() {
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
      return { server: processorTimeOf(child.pid ?? 0), database: rows.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0) }
    },
    async stop() {
      await client.end()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function serveBare(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 12 })
  await pool.query(
    'create table if not exists bare (id bigint generated always as identity primary key, at timestamptz default now(), body jsonb)',
  )
  const app = fastify()
  app.post('/submit', async (request) => {
    const { rows } = await pool.query('insert into bare (body) values ($1) returning id', [JSON.stringify(request.body)])
    return { success: true, data: { id: rows[0].id } }
  })
  process.once('SIGTERM', () => process.exit(0))
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

const [, , way, url = '', dataDir = ''] = process.argv
if (import.meta.main && way === 'bare') process.send?.(await serveBare(url))
if (import.meta.main && way === 'portico') process.send?.(Number(new URL(await openBenchPortal(url, dataDir)).port))
