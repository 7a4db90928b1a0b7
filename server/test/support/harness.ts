import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { DestinationStream } from 'pino'
import { afterAll, inject } from 'vitest'
import { createCallerFactory } from '../../src/api/procedures.ts'
import { appRouter } from '../../src/api/root.ts'
import { buildApp } from '../../src/app.ts'
import { findTokenCaller, isApiToken } from '../../src/features/auth/api-tokens/find-token-caller.ts'
import { findCaller } from '../../src/features/auth/sessions.ts'
import { startSession } from './start-session.ts'
import { seedAccounts, seedCredentials, type SeedAccountName } from '../../src/seed/seed-accounts.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import type { HttpContext, HttpServices, Services } from '../../src/infra/request-context.ts'
import type { Env } from '../../src/infra/env.ts'
import { createLog } from '../../src/infra/log.ts'
import { noMetrics, type Metrics } from '../../src/infra/metrics/metrics.ts'
import type { Email } from '../../src/infra/mailer.ts'
import { connect, poolUse } from '../../src/infra/postgres/orm.ts'
import type { TextGateway } from '../../src/infra/texts/text-gateway.ts'
import { openQueue } from '../../src/infra/queue.ts'
import { noTracing, type Tracing } from '../../src/infra/tracing/tracing.ts'
import { openBackgroundWork } from '../../src/infra/security/background-work.ts'
import { createRateLimits, defaultRateLimits, type RateLimit, type RateLimitName } from '../../src/infra/security/rate-limits.ts'
import { openAuditHeads } from '../../src/infra/security/audit/audit-heads.ts'
import { openEncryption } from '../../src/infra/security/encryption.ts'
import { allJobs } from '../../src/jobs.ts'
import { requireDocumented } from './documented-responses.ts'

const callerOf = createCallerFactory(appRouter)

/** A caller of Portico, through the typed caller and through REST. */
export interface Person {
  /** Keeps the account and roles as of signing in; `rest` reads them on each request, as the server does. */
  readonly call: ReturnType<typeof callerOf>
  /** Throws if the response does not match the API document. */
  rest(path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>
  readonly accessToken: string | undefined
}

export interface RestAnswer {
  readonly status: number
  // Tests see responses as an outsider does: untyped.
  readonly body: any
  readonly headers: Record<string, unknown>
}

/** A complete Portico with a separate database. */
export interface Portico {
  readonly services: HttpServices
  readonly app: FastifyInstance
  readonly outbox: Email[]
  readonly databaseUrl: string
  /** The folder of its keyring. */
  readonly dataDir: string
  /** Signs in a seed account; without a name, returns an anonymous visitor. */
  as(name?: SeedAccountName): Promise<Person>
  /** Returns the current holder of this access token. */
  withToken(accessToken: string | undefined): Promise<Person>
  setTime(instant: string): void
  /** Enables sign-in through this identity provider; undefined disables it, as initially. */
  signOnAt(provider: Services['identityProvider']): void
  /** Makes the mail server refuse e-mails until called with true. */
  mailWorks(works: boolean): void
  /** Waits for what goes on after answered calls, and runs all waiting jobs. */
  drain(): Promise<number>
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** Limits that no test reaches by chance: a test about a limit sets it explicitly. */
export const unlimited = Object.fromEntries(
  Object.keys(defaultRateLimits).map((name) => [
    name,
    name === 'proofOnce' ? defaultRateLimits.proofOnce : { hits: 1_000_000, seconds: 3_600 },
  ]),
) as Record<RateLimitName, RateLimit>

export interface PorticoOptions {
  readonly rateLimits?: Partial<Record<RateLimitName, RateLimit>>
  /** Who may use the password of the seed accounts; everyone by default. */
  readonly seedReach?: Env['seed']
  /** Whether drop-off is counted per question; off by default. */
  readonly dropOff?: boolean
  /** The gateway for text messages; none by default. */
  readonly texts?: TextGateway
  /** Collects metrics; off by default. */
  readonly metrics?: Metrics
  /** Collects traces; off by default. */
  readonly tracing?: Tracing
  /** Receives all log lines, down to trace level; by default only fatal ones (or those of `LOG_LEVEL`) are logged, to standard output. */
  readonly logTo?: DestinationStream
}

/** Opens a Portico with the seed accounts, at noon on 21 November 2026 in California, and closes it after the file's tests. */
export async function openPortico(options: PorticoOptions = {}): Promise<Portico> {
  const base = inject('pgBase')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(base, `create database ${name} template tmpl strategy file_copy`)
  const databaseUrl = Object.assign(new URL(base), { pathname: `/${name}` }).href
  const appUrl = Object.assign(new URL(inject('pgApp')), { pathname: `/${name}` }).href

  let now = new Date('2026-11-21T20:00:00Z')
  let mailUp = true
  let identityProvider: Services['identityProvider']
  const outbox: Email[] = []
  const orm = await connect(appUrl, { poolSize: 8 })
  const log = options.logTo ? createLog('trace', options.logTo) : createLog(process.env.LOG_LEVEL ?? 'fatal')
  const dataDir = join(tmpdir(), name)
  const encryption = openEncryption(join(dataDir, 'keyring.json'), true)
  const tracing = options.tracing ?? noTracing
  const queue = openQueue(appUrl, log, { supervise: false, tracing })
  const services: HttpServices = {
    orm,
    queue,
    encryption,
    auditHeads: openAuditHeads(join(dataDir, 'audit-heads.jsonl'), encryption),
    log,
    metrics: options.metrics ?? noMetrics,
    tracing,
    clock: () => now,
    rateLimits: createRateLimits(orm, (who) => encryption.lookupHash('rate', who), { ...unlimited, ...options.rateLimits }),
    backgroundWork: openBackgroundWork(log),
    publicUrl: 'https://portico.test',
    loopbackWebhooks: true,
    retentionDays: 180,
    dropOff: options.dropOff ?? false,
    get identityProvider() {
      return identityProvider
    },
    seedCredentials: options.seedReach === 'none' ? undefined : { ...seedCredentials, reach: options.seedReach ?? 'anyone' },
    texts: options.texts,
    async mailer(email) {
      if (!mailUp) throw new Error('connect ECONNREFUSED')
      outbox.push(email)
    },
  }
  const app = await buildApp(services)
  const accounts = await inTransaction(services, 'test', seedAccounts)
  const client = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  client.on('error', () => {})

  afterAll(async () => {
    await ending('the app', app.close())
    await ending('the queue', queue.stop())
    await ending('the counting', services.rateLimits.close())
    await ending(
      'the connections of the portal',
      orm.close(true),
      async () => `${JSON.stringify(poolUse(orm))}\n${await activityIn(databaseUrl)}`,
    )
    await ending('the connections of the test', client.end())
    await ending('the database', onServer(base, `drop database if exists ${name} with (force)`))
    await rm(dataDir, { recursive: true, force: true })
  })

  async function withToken(accessToken: string | undefined): Promise<Person> {
    const caller = accessToken ? await callerWith(services, accessToken) : undefined
    return {
      accessToken,
      call: callerOf(() => testContext(services, caller)),
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
    services,
    app,
    outbox,
    databaseUrl,
    dataDir,
    withToken,
    as: async (member) => withToken(member && (await startSession(services, accounts[member])).accessToken),
    setTime: (instant) => void (now = new Date(instant)),
    signOnAt: (provider) => void (identityProvider = provider),
    mailWorks: (works) => void (mailUp = works),
    async drain() {
      await services.backgroundWork.settle()
      return queue.drain(allJobs(services))
    },
    sql: async (text, values) => (await client.query(text, values)).rows,
  }
}

function callerWith(services: Services, bearer: string): Promise<HttpContext['caller']> {
  return isApiToken(bearer) ? findTokenCaller(services, bearer, '192.0.2.1') : findCaller(services, bearer)
}

function testContext(services: HttpServices, caller: HttpContext['caller']): HttpContext {
  return {
    services,
    caller,
    requestId: randomUUID(),
    ipAddress: '192.0.2.1',
    fromThisMachine: true,
    browser: 'Firefox on Linux',
    cookie: cookieJar(),
    deviceCookie: cookieJar(),
    signOnCookie: cookieJar(),
    idempotencyKey: undefined,
    batched: false,
    header: () => {},
    retryAfter: () => {},
  }
}

function cookieJar(): HttpContext['cookie'] {
  let cookie: string | undefined
  return {
    get value() {
      return cookie
    },
    set: (value) => void (cookie = value),
    clear: () => void (cookie = undefined),
  }
}

async function payloadOf(body: unknown): Promise<{ payload?: Buffer | string; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} }
  if (!(body instanceof FormData)) return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const request = new Request('http://localhost', { method: 'POST', body })
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}

// A hook that times out would not say what it waits for.
async function ending(what: string, end: Promise<unknown>, describe: () => Promise<string> = async () => ''): Promise<void> {
  const tooLong = delay(30_000, undefined, { ref: false }).then(async () => {
    throw new Error(`${what} does not end\n${await describe()}`)
  })
  await Promise.race([end, tooLong])
}

/** Returns what each connection to a database is doing, or did last. */
async function activityIn(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(' ', pid, state, wait_event_type, wait_event, now() - state_change, query) as line
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rows.map(({ line }) => line).join('\n')
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
