import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MikroORM, UnderscoreNamingStrategy, type EntityManager as SqlEntityManager, type Options } from '@mikro-orm/postgresql'
import pg from 'pg'
import { preparedName } from './statements/prepared.ts'
import { entities } from '../../entities/index.ts'

export type EntityManager = SqlEntityManager
export type Orm = MikroORM

/** The folder of the migrations, one file each. */
const migrationsDir = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/** Returns the names of the migrations that this version includes. */
export function knownMigrations(): string[] {
  return readdirSync(migrationsDir).map((file) => file.replace(/\.ts$/, ''))
}

/** The schema of the job queue's tables. */
export const queueSchema = 'jobs'

/**
 * `connectMs`: how long to wait for a connection before failing; defaults to 15 s. `queryMs`: how long to wait for the result of a query,
 * after which its connection is closed because it may be dead; no limit by default. `migrator`: adds the migrator to the ORM.
 */
interface ConnectOptions {
  readonly poolSize?: number
  readonly connectMs?: number
  readonly queryMs?: number
  readonly migrator?: boolean
}

const suffixes = { primary: 'pkey', foreign: 'fkey', unique: 'key', index: 'idx', sequence: 'seq', check: 'check', default: 'default' }

/** Names constraints as PostgreSQL does when a migration leaves their names out. */
class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(tableName: string, columns: string[], type: keyof typeof suffixes): string {
    return type === 'primary' ? `${tableName}_pkey` : `${tableName}_${columns.join('_')}_${suffixes[type]}`
  }
}

const poolsOf = new WeakMap<Orm, readonly pg.Pool[]>()

/** Connects to PostgreSQL. */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<Orm> {
  const pools: pg.Pool[] = []
  // Most starts have nothing to migrate.
  const extensions = options.migrator ? [(await import('@mikro-orm/migrations')).Migrator] : []
  const settings: Options = {
    clientUrl: databaseUrl,
    entities: [...entities],
    extensions,
    migrations: {
      path: migrationsDir,
      pathTs: migrationsDir,
      glob: '!(*.d).ts',
      emit: 'ts',
      snapshot: false,
      fileName: (timestamp, name) => `Migration${timestamp}-${name}`,
    },
    pool: { min: 0, max: options.poolSize ?? 12 },
    forceUtcTimezone: true,
    namingStrategy: PostgresNames,
    // Triggers and their functions are managed by the migrations only.
    schemaGenerator: {
      ignoreSchema: [queueSchema],
      ignoreTriggers: true,
      ignoreRoutines: true,
      defaultDeleteRule: 'no action',
      defaultUpdateRule: 'no action',
    },
    driverOptions: {
      types: { getTypeParser: parserOf },
      onPoolCreated(pool: pg.Pool) {
        pools.push(pool)
        const unqueriedClients = releaseLostOnEnd(pool)
        adaptClients(pool, unqueriedClients)
      },
      // A database that neither accepts nor refuses a connection must not block callers forever.
      connectionTimeoutMillis: options.connectMs ?? 15_000,
      ...(options.queryMs && { query_timeout: options.queryMs }),
      keepAlive: true,
      // Transactions of Kysely still wait for each result; see statements/pipelined-transaction.ts.
      pipeline: true,
    },
    logger: () => {},
  }
  // `init` searches for all available extensions, and with them loads a second copy of the ORM beside the bundled one.
  const orm: Orm = options.migrator ? await MikroORM.init(settings) : new MikroORM(settings)
  poolsOf.set(orm, pools)
  return orm
}

/** Returns the connection pool of an ORM. */
export function poolOf(orm: Orm): pg.Pool {
  // The ORM creates its pool when it is first used.
  orm.em.getKysely()
  const [pool] = poolsOf.get(orm) ?? []
  if (!pool) throw new Error('This ORM has no connection pool')
  return pool
}

/** Returns how many connections are open, how many there may be, and how many calls are waiting for one. */
export function poolUse(orm: Orm): { used: number; idle: number; waiting: number; size: number } {
  const pools = poolsOf.get(orm) ?? []
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)
  return {
    used: sum((pool) => pool.totalCount - pool.idleCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
    size: sum((pool) => pool.options.max),
  }
}

// Dates are sent in UTC. As local time they would have an offset in whole minutes, which is wrong for dates before standard time.
pg.defaults.parseInputDatesAsUTC = true

const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.DATE, String],
])

// Rows have the types that the entities declare: instants as Date, calendar dates as text, 64-bit integers (all far below 2^53) as number.
function parserOf(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format)
}

// Kysely releases the connection of a transaction only after a successful rollback, and never if the transaction could not begin. On a
// connection that the database has closed neither succeeds, and its slot in the pool would be lost forever. So a failed rollback is
// ignored, and a connection that could not begin is removed from the pool. Prepared statements are added here because Kysely has no API for
// them.
function adaptClients(pool: pg.Pool, unqueriedClients: Set<pg.PoolClient>): void {
  pool.on('connect', (client) => {
    const query = closeOnQueryTimeout(client, client.query.bind(client))
    const adaptedQuery = (...args: unknown[]) => {
      unqueriedClients.delete(client)
      const [text, values] = args
      if (text === 'rollback') return query(...args).catch(() => ({ command: 'ROLLBACK', rows: [] }))
      if (typeof text === 'string' && /^(begin|start transaction)/.test(text))
        return query(...args).catch((error: unknown) => {
          client.release(true)
          throw error
        })
      const name = typeof text === 'string' ? preparedName(text) : undefined
      return name ? query({ name, text, values }) : query(...args)
    }
    Object.assign(client, { query: adaptedQuery })
  })
}

/**
 * A connection that becomes available only while Kysely is closing is lost, and the pool would wait for it forever. A client that acquires
 * a connection queries it before the next turn of the event loop, so one that is not queried is lost and is released when the pool ends.
 * Returns the connections that are acquired but not queried yet.
 */
function releaseLostOnEnd(pool: pg.Pool): Set<pg.PoolClient> {
  const unqueriedClients = new Set<pg.PoolClient>()
  const releaseLost = () =>
    setImmediate(() => {
      for (const client of unqueriedClients) client.release()
    })
  pool.on('acquire', (client) => {
    unqueriedClients.add(client)
    if (pool.ending) releaseLost()
  })
  pool.on('release', (_error, client) => unqueriedClients.delete(client))
  const end = pool.end.bind(pool)
  const releaseAndEnd = () => {
    releaseLost()
    return end()
  }
  Object.assign(pool, { end: releaseAndEnd })
  return unqueriedClients
}

// A connection whose query timed out is still waiting for its result and would block the next query, so it is closed.
function closeOnQueryTimeout(client: pg.PoolClient, query: (...args: unknown[]) => Promise<unknown>): typeof query {
  return (...args) => {
    const answer = query(...args)
    // A cursor is not a promise and handles its own results.
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') void client.end().catch(() => {})
      })
    return answer
  }
}
