import pg from 'pg'
import type { Registry } from 'prom-client'
import { operations } from '../../entities/operations/operation-run.ts'
import { maxLateMs } from '../security/audit/audit-chain.ts'
import { poolUse, queueSchema, type Orm } from '../postgres/orm.ts'

const timeoutMs = 3_000

interface Waiting {
  readonly queue: 'messages' | 'webhooks' | 'downloads'
  readonly depth: number
  readonly oldest: number
}

interface StateRow {
  readonly at: number
  readonly applied: number
  readonly unchained: number
  readonly waiting: readonly Waiting[]
  readonly jobs: readonly { readonly job: string; readonly state: string; readonly many: number }[]
  readonly runs: readonly { readonly operation: string; readonly age: number; readonly faults: number }[]
}

// Entries that are not in the chain are found as by the job that links them; one by one, because joining both tables would read them whole.
// A single statement, so that all values are from the same snapshot and reading them costs one round trip.
const stateQuery = `
  with waiting (queue, since) as (
    select 'messages', created_at from message where due_at is not null
    union all select 'webhooks', happened_at from webhook_delivery where due_at is not null
    union all select 'downloads', case when finished_at is null then initiated_at else started_at end from download where status in ('not-started', 'running')
  ), linked (until) as (
    select least(now(), coalesce((select at from audit_link join audit_entry on id = entry_id order by position desc limit 1), '-infinity'))
  )
  select extract(epoch from clock_timestamp())::float8 as at,
    (select count(*)::integer from mikro_orm_migrations) as applied,
    coalesce((select extract(epoch from now() - at)::float8 from audit_entry
      where at > (select until from linked) - interval '${maxLateMs} milliseconds'
        and (select position from audit_link where entry_id = audit_entry.id) is null order by at limit 1), 0) as unchained,
    coalesce((select json_agg(q) from (select queue, count(*)::integer as depth,
      extract(epoch from now() - min(since))::float8 as oldest from waiting group by queue) q), '[]') as waiting,
    coalesce((select json_agg(j) from (select name as job, state::text, count(*)::integer as many from ${queueSchema}.job
      where state in ('created', 'retry', 'active', 'failed') group by 1, 2) j), '[]') as jobs,
    coalesce((select json_agg(r) from (select name as operation, extract(epoch from now() - finished_at)::float8 as age, faults
      from operation_run) r), '[]') as runs`

/** What is watched of the process and its database. */
export interface Watched {
  readonly orm: Orm
  readonly databaseUrl: string
  /** The number of migrations that this version of Portico includes. */
  readonly migrations: number
  readonly jobNames: readonly string[]
}

/**
 * Adds to `register` the gauges that are read from the pool and the database, and returns the function that updates them. It uses its own
 * connection, so that a portal whose pool is exhausted can still be watched, and waits at most 3 seconds for the database.
 */
export async function watchPortal(register: Registry, watched: Watched): Promise<() => Promise<void>> {
  const { Gauge } = await import('prom-client')
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `portico_${name}`, help, labelNames: [...labelNames], registers: [register] })
  const up = gauge('database_up', 'Whether the database answered when this was asked for.')
  const clock = gauge('database_clock_offset_seconds', 'How far the clock of the database is ahead of this process.')
  const pool = gauge('pool_connections', 'Connections of the pool: used, idle, and calls that wait for one.', ['state'])
  const poolSize = gauge('pool_size', 'How many connections the pool may have.')
  const depth = gauge('queue_depth', 'What waits to be sent or made.', ['queue'])
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest of it has waited.', ['queue'])
  const jobs = gauge('jobs', 'Jobs in the queue that wait, run or failed in the last day.', ['job', 'state'])
  const unchained = gauge('audit_unchained_seconds', 'Age of the oldest audit entry that is not in the chain yet.')
  const age = gauge('operation_age_seconds', 'Time since a backup, a drill or a verification last ended well or badly.', ['operation'])
  const runFaults = gauge('operation_faults', 'How many faults it found.', ['operation'])
  const migrations = gauge('migrations', 'Migrations that the database has, and that this version knows.', ['state'])

  const databaseGauges = [depth, oldest, jobs, age, runFaults]
  return async () => {
    const { used, idle, waiting, size } = poolUse(watched.orm)
    for (const [state, many] of Object.entries({ used, idle, waiting })) pool.set({ state }, many)
    poolSize.set(size)
    migrations.set({ state: 'known' }, watched.migrations)
    for (const databaseGauge of databaseGauges) databaseGauge.reset()
    const state = await readState(watched.databaseUrl)
    up.set(state ? 1 : 0)
    if (!state) return
    clock.set(state.at - Date.now() / 1_000)
    unchained.set(state.unchained)
    migrations.set({ state: 'applied' }, state.applied)
    for (const queue of ['messages', 'webhooks', 'downloads'] as const) {
      const one = state.waiting.find((row) => row.queue === queue)
      depth.set({ queue }, one?.depth ?? 0)
      oldest.set({ queue }, one?.oldest ?? 0)
    }
    for (const { job, state: at, many } of state.jobs) if (watched.jobNames.includes(job)) jobs.set({ job, state: at }, many)
    for (const run of state.runs) {
      const operation = operations.find((name) => name === run.operation)
      if (!operation) continue
      age.set({ operation }, run.age)
      runFaults.set({ operation }, run.faults)
    }
  }
}

async function readState(connectionString: string): Promise<StateRow | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<StateRow>(stateQuery)).rows[0]
  } catch {
    return undefined
  } finally {
    // Not awaited, because an unresponsive database does not answer the disconnect either.
    void client.end().catch(() => {})
  }
}
