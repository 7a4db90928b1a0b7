import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MikroORM, UnderscoreNamingStrategy, type EntityManager as SqlEntityManager, type Options } from '@mikro-orm/postgresql'
import pg from 'pg'
import { preparedName } from './prepared.ts'
import { entities } from '../../entities/index.ts'

export type EntityManager = SqlEntityManager
export type Orm = MikroORM

/** Where the migrations are, one file each. */
const migrationsDir = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/** The names of the migrations that this version has. */
export function knownMigrations(): string[] {
  return readdirSync(migrationsDir).map((file) => file.replace(/\.ts$/, ''))
}

/** The schema that the job queue keeps its tables in. */
export const queueSchema = 'jobs'

/**
 * `connectMs`: how long a call may wait for a connection before it fails; 15 s when left out. `queryMs`: how long for the answer to a query; its
 * connection, which may lead nowhere any more, is given up then. For ever when left out. `migrator`: gives the ORM its migrator.
 */
interface Connecting {
  readonly poolSize?: number
  readonly connectMs?: number
  readonly queryMs?: number
  readonly migrator?: boolean
}

const suffixes = { primary: 'pkey', foreign: 'fkey', unique: 'key', index: 'idx', sequence: 'seq', check: 'check', default: 'default' }

/** Constraints are named as PostgreSQL names them when a migration leaves their names out. */
class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(tableName: string, columns: string[], type: keyof typeof suffixes): string {
    return type === 'primary' ? `${tableName}_pkey` : `${tableName}_${columns.join('_')}_${suffixes[type]}`
  }
}

const poolsOf = new WeakMap<Orm, readonly pg.Pool[]>()

/** Connects to PostgreSQL. */
export async function connect(databaseUrl: string, options: Connecting = {}): Promise<Orm> {
  const pools: pg.Pool[] = []
  // A portal that starts seldom has anything to migrate.
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
    // Triggers and their functions are the migrations' alone.
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
        const unasked = endWithoutTheLost(pool)
        adaptClients(pool, unasked)
      },
      // A database that neither answers nor refuses must not keep everyone waiting for ever.
      connectionTimeoutMillis: options.connectMs ?? 15_000,
      ...(options.queryMs && { query_timeout: options.queryMs }),
      keepAlive: true,
    },
    logger: () => {},
  }
  // `init` looks for all extensions that there may be, and with them loads a second ORM beside the one that the program was built with.
  const orm: Orm = options.migrator ? await MikroORM.init(settings) : new MikroORM(settings)
  poolsOf.set(orm, pools)
  return orm
}

/** How many connections there are and may be, and how many calls wait for one. */
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

// Instants leave in UTC. As a local time they would come with an offset in whole minutes, which those before standard time did not have.
pg.defaults.parseInputDatesAsUTC = true

const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.DATE, String],
])

// Rows come back as the entities say: instants as Date, calendar dates as text, 64-bit numbers (all far below 2^53) as number.
function parserOf(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format)
}

// Kysely gives the connection of a transaction back only once its rollback has worked, and never when it could not begin. On one that the
// database has ended neither will, and its place in the pool would be taken for ever: such a rollback has nothing left to do, and such a
// connection leaves the pool. And Kysely has no word for a prepared statement.
function adaptClients(pool: pg.Pool, unasked: Set<pg.PoolClient>): void {
  pool.on('connect', (client) => {
    const query = givingUp(client, client.query.bind(client))
    const adapted = (...given: unknown[]) => {
      unasked.delete(client)
      const [text, values] = given
      if (text === 'rollback') return query(...given).catch(() => ({ command: 'ROLLBACK', rows: [] }))
      if (typeof text === 'string' && /^(begin|start transaction)/.test(text))
        return query(...given).catch((error: unknown) => {
          client.release(true)
          throw error
        })
      const name = typeof text === 'string' ? preparedName(text) : undefined
      return name ? query({ name, text, values }) : query(...given)
    }
    Object.assign(client, { query: adapted })
  })
}

/**
 * Kysely loses a connection that is there only once it is being closed, and the pool would wait for that one for ever. Whoever gets a
 * connection asks it something before the event loop turns: one that nobody asks anything is lost, and goes back when the pool ends. Returns
 * those that were handed out and are not asked yet.
 */
function endWithoutTheLost(pool: pg.Pool): Set<pg.PoolClient> {
  const unasked = new Set<pg.PoolClient>()
  const giveBackLost = () =>
    setImmediate(() => {
      for (const client of unasked) client.release()
    })
  pool.on('acquire', (client) => {
    unasked.add(client)
    if (pool.ending) giveBackLost()
  })
  pool.on('release', (_error, client) => unasked.delete(client))
  const end = pool.end.bind(pool)
  const endWithout = () => {
    giveBackLost()
    return end()
  }
  Object.assign(pool, { end: endWithout })
  return unasked
}

// A connection whose query was given up is still waiting for its answer, and would let the next query wait behind it.
function givingUp(client: pg.PoolClient, query: (...given: unknown[]) => Promise<unknown>): typeof query {
  return (...given) => {
    const answer = query(...given)
    // A cursor is no promise, and answers in its own way.
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') void client.end().catch(() => {})
      })
    return answer
  }
}
