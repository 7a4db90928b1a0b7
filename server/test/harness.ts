import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { Context } from '../src/api/context.ts'
import { createCallerFactory } from '../src/api/procedures.ts'
import { appRouter } from '../src/api/root.ts'
import { buildApp } from '../src/app.ts'
import { findCaller, startSession } from '../src/features/auth/sessions.ts'
import { hireCast, type CastName } from '../src/demonstration/cast.ts'
import { createLog } from '../src/infra/log.ts'
import type { Letter } from '../src/infra/mailer.ts'
import { connect } from '../src/infra/orm.ts'
import { openQueue } from '../src/infra/queue.ts'
import { createRates, figures, type Rate, type RateName } from '../src/infra/rates.ts'
import { openVault } from '../src/infra/vault.ts'
import { inTransaction, type Deps } from '../src/infra/work.ts'
import { allJobs } from '../src/worker.ts'
import { requireDocumented } from './documented-answers.ts'

const callerOf = createCallerFactory(appRouter)

/** Somebody who calls Portico, through the typed caller and through REST. */
export interface Person {
  readonly call: ReturnType<typeof callerOf>
  /** Throws when the answer is not what the API's document says of this call. */
  rest(path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>
  readonly accessToken: string | undefined
}

export interface RestAnswer {
  readonly status: number
  // The tests look at answers as an outsider would: without our types.
  readonly body: any
  readonly headers: Record<string, unknown>
}

/** A whole Portico on a database of its own. */
export interface Portico {
  readonly deps: Deps
  readonly app: FastifyInstance
  readonly outbox: Letter[]
  readonly databaseUrl: string
  /** Signs a member of the cast in; nobody: an anonymous visitor. */
  as(name?: CastName): Promise<Person>
  setTime(instant: string): void
  /** Makes the mail server refuse letters until it is called with true. */
  mailWorks(works: boolean): void
  /** Runs all waiting jobs. */
  drain(): Promise<number>
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** Opens a Portico with the cast in it, at noon on 21 November 2026 in California, and closes it after the file's tests. */
export async function openPortico(options: { rates?: Partial<Record<RateName, Rate>> } = {}): Promise<Portico> {
  const base = inject('pgBase')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(base, `create database ${name} template tmpl strategy file_copy`)
  const databaseUrl = Object.assign(new URL(base), { pathname: `/${name}` }).href

  let now = new Date('2026-11-21T20:00:00Z')
  let mailUp = true
  const outbox: Letter[] = []
  const orm = await connect(databaseUrl, { poolSize: 8 })
  const log = createLog(process.env.LOG_LEVEL ?? 'fatal')
  const vault = openVault(join(tmpdir(), `portico-test-keyring-${process.pid}.json`), true)
  const queue = await openQueue(databaseUrl, log, { supervise: false })
  const deps: Deps = {
    orm,
    queue,
    vault,
    log,
    clock: () => now,
    rates: createRates(orm, (who) => vault.lookupHash('rate', who), { ...figures, ...options.rates }),
    publicUrl: 'https://portico.test',
    demoCredentials: undefined,
    async mailer(letter) {
      if (!mailUp) throw new Error('connect ECONNREFUSED')
      outbox.push(letter)
    },
  }
  const app = await buildApp(deps)
  const accounts = await inTransaction(deps, 'test', hireCast)
  const client = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  client.on('error', () => {})

  afterAll(async () => {
    await app.close()
    await queue.stop()
    await orm.close(true)
    await client.end()
    await onServer(base, `drop database if exists ${name} with (force)`)
  })

  async function as(member?: CastName): Promise<Person> {
    const accessToken = member && (await startSession(deps, accounts[member])).accessToken
    const caller = accessToken ? await findCaller(deps, accessToken) : undefined
    return {
      accessToken,
      call: callerOf(() => testContext(deps, caller)),
      async rest(path, body, headers = {}) {
        const sent = await payloadOf(body)
        const answer = await app.inject({
          method: 'POST',
          url: `/api/${path}`,
          headers: { ...(accessToken && { authorization: `Bearer ${accessToken}` }), ...sent.headers, ...headers },
          payload: sent.payload,
        })
        const json = String(answer.headers['content-type']).includes('json')
        if (json) requireDocumented(`/api/${path}`, answer.statusCode, answer.json())
        return { status: answer.statusCode, body: json ? answer.json() : answer.rawPayload, headers: answer.headers }
      },
    }
  }

  return {
    deps,
    app,
    outbox,
    databaseUrl,
    as,
    setTime: (instant) => void (now = new Date(instant)),
    mailWorks: (works) => void (mailUp = works),
    drain: () => queue.drain(allJobs(deps)),
    sql: async (text, values) => (await client.query(text, values)).rows,
  }
}

function testContext(deps: Deps, caller: Context['caller']): Context {
  let cookie: string | undefined
  return {
    deps,
    caller,
    requestId: randomUUID(),
    address: '192.0.2.1',
    cookie: {
      get value() {
        return cookie
      },
      set: (value) => void (cookie = value),
      clear: () => void (cookie = undefined),
    },
    idempotencyKey: undefined,
    batched: false,
    retryAfter: () => {},
  }
}

async function payloadOf(body: unknown): Promise<{ payload?: Buffer | string; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} }
  if (!(body instanceof FormData)) return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const request = new Request('http://localhost', { method: 'POST', body })
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
