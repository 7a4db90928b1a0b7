import { setTimeout as delay } from 'node:timers/promises'
import type { Db, PgBoss } from 'pg-boss'
import { CompiledQuery } from 'kysely'
import { factsOf } from './error-facts.ts'
import type { Log } from './log.ts'
import { queueSchema, type EntityManager } from './postgres/orm.ts'
import { noTracing, type Tracing } from './tracing/tracing.ts'

/** Every kind of job and its payload. Contains no personal data, because jobs are stored unencrypted. */
export interface JobPayloads {
  'run-download': { downloadId: number }
  'try-rules': { trialId: number }
  'new-rules': { trialId: number }
  'chain-audit': Record<string, never>
  sweep: Record<string, never>
  'rewrap-keys': Record<string, never>
  'back-up': Record<string, never>
  'remind-reviewers': Record<string, never>
  'remind-respondents': Record<string, never>
  'offer-seats': Record<string, never>
}
export type JobName = keyof JobPayloads

/** A job and its handler. `signal` fires when the process stops. */
export interface Job<Name extends JobName = JobName> {
  readonly name: Name
  run(payload: JobPayloads[Name], signal: AbortSignal): Promise<void>
}

/**
 * Work that is queued in its own table, because there is so much of it that a job per item would cost more than the work. `poll` processes
 * once what is due, or with `early` everything that is waiting, and returns how many items it found.
 */
export interface Poll {
  readonly name: 'send-messages' | 'send-webhooks'
  readonly poll: (signal: AbortSignal, early: boolean) => Promise<number>
}

/** Jobs in the same PostgreSQL: sent in the transaction that causes them, run by any replica. */
export interface Queue {
  /** Adds jobs within the transaction of `em`; a rollback discards them. */
  send<Name extends JobName>(em: EntityManager, name: Name, payloads: readonly JobPayloads[Name][]): Promise<void>
  /** Starts running jobs in this process. */
  work(work: readonly (Job | Poll)[]): Promise<void>
  /** Runs everything that is waiting now, once, and returns when it is done; for tests and benchmarks. */
  drain(work: readonly (Job | Poll)[]): Promise<number>
  stop(): Promise<void>
}

interface QueueSettings {
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryBackoff: boolean
  readonly retryDelayMax?: number
  readonly expireInSeconds: number
  readonly deleteAfterSeconds: number
  readonly retentionSeconds: number
  /** After this time without a heartbeat, the job is given to another worker. */
  readonly heartbeatSeconds?: number
}

// A dead connection would otherwise block its jobs forever.
const connectionOptions = { connectionTimeoutMillis: 8_000, query_timeout: 15_000, keepAlive: true }
const day = 24 * 60 * 60
const pollingIntervalSeconds = 0.5
const graceMs = 5_000
/** For jobs that nobody requests again: they are retried for a day, because a full disk or a lost database can last for hours. */
const onDemand: QueueSettings = {
  retryLimit: 3_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 3_600,
  heartbeatSeconds: 30,
  deleteAfterSeconds: day,
  retentionSeconds: 14 * day,
}
/** For jobs that run on a schedule: the next run makes up for a failed one. */
const recurring: QueueSettings = {
  retryLimit: 0,
  retryDelay: 1,
  retryBackoff: false,
  expireInSeconds: 300,
  deleteAfterSeconds: 3_600,
  retentionSeconds: day,
}
const settings: Record<JobName, QueueSettings> = {
  'run-download': onDemand,
  'try-rules': onDemand,
  'new-rules': onDemand,
  'chain-audit': recurring,
  sweep: recurring,
  'rewrap-keys': { ...onDemand, expireInSeconds: day },
  'back-up': { ...onDemand, retryLimit: 2, retryDelay: 600, retryDelayMax: 600, expireInSeconds: day / 2 },
  'remind-reviewers': recurring,
  'remind-respondents': recurring,
  'offer-seats': recurring,
}
/** The names of all jobs. */
export const jobNames: readonly string[] = Object.keys(settings)

const schedules: Partial<Record<JobName, string>> = {
  'chain-audit': '* * * * *',
  sweep: '7 * * * *',
  'back-up': '17 2 * * *',
  'remind-reviewers': '*/15 * * * *',
  'remind-respondents': '*/15 * * * *',
  'offer-seats': '* * * * *',
}

/** Opens the queue, whose tables `migrate` has created. The library is loaded and connected on first use. */
export function openQueue(databaseUrl: string, log: Log, options: { supervise: boolean; tracing?: Tracing }): Queue {
  const { tracing = noTracing } = options
  let opened: Promise<PgBoss> | undefined
  const boss = () =>
    (opened ??= connect(databaseUrl, log, options).catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  const stopping = new AbortController()
  const polling: Promise<void>[] = []

  async function run(job: Job, payload: unknown): Promise<void> {
    try {
      await tracing.inSpan({ kind: 'job', name: job.name }, () => job.run(payload as never, stopping.signal))
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job failed')
      // The queue stores the whole error that is thrown, including every property.
      const { type, code } = factsOf(error)
      throw new Error(['The job failed', type, code].filter(Boolean).join(', '))
    }
  }

  return {
    async send(em, name, payloads) {
      if (payloads.length === 0) return
      await (
        await boss()
      ).insert(
        name,
        payloads.map((data) => ({ data })),
        { db: transactionDb(em) },
      )
    },
    async work(work) {
      polling.push(...pollsIn(work).map((poll) => pollRepeatedly(poll, stopping.signal, log)))
      const queue = await boss()
      for (const job of jobsIn(work)) {
        await queue.work(job.name, { pollingIntervalSeconds, batchSize: 1 }, async ([taken]) => {
          if (taken) await run(job, taken.data)
        })
        const cron = schedules[job.name]
        if (cron) await queue.schedule(job.name, cron)
      }
    },
    async drain(work) {
      let count = 0
      for (const { poll } of pollsIn(work)) count += await poll(stopping.signal, true)
      return count + (await drain(await boss(), jobsIn(work), run))
    },
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(polling), delay(graceMs, undefined, { ref: false })])
      await (await opened)?.stop({ graceful: true, timeout: graceMs })
    },
  }
}

async function connect(databaseUrl: string, log: Log, { supervise }: { supervise: boolean }): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const connection = { connectionString: databaseUrl, ...connectionOptions }
  const boss = new PgBoss({ ...connection, schema: queueSchema, max: 3, migrate: false, supervise, schedule: supervise })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue had an error'))
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, wanted] of Object.entries(settings)) {
    const current = existing.get(name)
    if (!current) await boss.createQueue(name, wanted)
    else if (!isSubset(wanted, current)) await boss.updateQueue(name, wanted)
  }
  return boss
}

function isSubset(part: object, whole: object): boolean {
  const facts = new Map(Object.entries(whole))
  return Object.entries(part).every(([name, value]) => facts.get(name) === value)
}

const pollsIn = (work: readonly (Job | Poll)[]) => work.filter((one) => 'poll' in one)
const jobsIn = (work: readonly (Job | Poll)[]) => work.filter((one) => 'run' in one)

async function pollRepeatedly(work: Poll, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    await work.poll(signal, false).catch((error: unknown) => log.warn({ err: error, job: work.name }, 'a job failed'))
    await delay(pollingIntervalSeconds * 1_000, undefined, { signal }).catch(() => {})
  }
}

async function drain(boss: PgBoss, jobs: readonly Job[], run: (job: Job, payload: unknown) => Promise<void>): Promise<number> {
  let count = 0
  const failed: (() => Promise<unknown>)[] = []
  for (let found = true; found;) {
    found = false
    for (const job of jobs) {
      for (const taken of await boss.fetch(job.name, { batchSize: 100, ignoreStartAfter: true })) {
        found = true
        count += 1
        await run(job, taken.data).then(
          () => boss.complete(job.name, taken.id),
          () => failed.push(() => boss.fail(job.name, taken.id)),
        )
      }
    }
  }
  // Returned to the queue only now, so that each job is tried once.
  for (const returnJob of failed) await returnJob()
  return count
}

function transactionDb(em: EntityManager): Db {
  return {
    async executeSql(text, values) {
      const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}
