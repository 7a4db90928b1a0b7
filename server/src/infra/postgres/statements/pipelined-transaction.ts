import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import type pg from 'pg'
import { withEntityNames, type Database } from '../../request-context.ts'
import { poolOf, type Orm } from '../orm.ts'

/** The result of a transaction, and the statements (`sendInOrder`) that it has sent without waiting for their results. */
export interface Sent<Result> {
  readonly result: Result
  readonly pending: Promise<unknown>
}

/**
 * Runs `run` in a transaction whose statements are pipelined: they run in the order in which they are sent, those sent in one turn of the
 * event loop share a packet, and the commit is sent before the results of `pending` arrive. On few cores, waking the database and this
 * process for each result costs more than a small statement. Returns after the commit. Throws the error of the first statement that failed,
 * and then stores nothing.
 */
export async function inPipelinedTransaction<Result>(orm: Orm, run: (db: Kysely<Database>) => Promise<Sent<Result>>): Promise<Result> {
  const client = await poolOf(orm).connect()
  const { query, db } = pipelineOf(client)
  const beginning = query('begin')
  const hasBegun = beginning.then(
    () => true,
    () => false,
  )
  try {
    const { result, pending } = await run(db)
    const [, , { command }] = await Promise.all([beginning, pending, query('commit')])
    // PostgreSQL answers the commit of a failed transaction with a rollback.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    return result
  } catch (error) {
    await query('rollback')
    throw error
  } finally {
    // A connection that could not begin a transaction has left the pool already (orm.ts).
    if (await hasBegun) client.release()
  }
}

/**
 * Runs statements one after another. In a pipelined transaction, all of them have been sent when this returns. Rejects with the error of the
 * first statement that failed.
 */
export function sendInOrder(db: Kysely<Database>, statements: readonly CompiledQuery[]): Promise<unknown> {
  const query = pipelinedQueries.get(db)
  if (query) return Promise.all(statements.map(({ sql, parameters }) => query(sql, [...parameters])))
  return statements.reduce<Promise<unknown>>((before, statement) => before.then(() => db.executeQuery(statement)), Promise.resolve())
}

interface Pipeline {
  readonly query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  readonly db: Kysely<Database>
}

const pipelines = new WeakMap<pg.PoolClient, Pipeline>()
const pipelinedQueries = new WeakMap<Kysely<Database>, Pipeline['query']>()

// In its own transactions, Kysely waits for the result of each statement before it sends the next one.
function pipelineOf(client: pg.PoolClient): Pipeline {
  const known = pipelines.get(client)
  if (known) return known
  const query = inOnePacketPerTurn(client)
  const connection = Object.create(client, { query: { value: query }, release: { value: () => {} } }) as pg.PoolClient
  const pool = { options: {}, connect: async () => connection, end: async () => {} }
  const db = withEntityNames(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }))
  pipelines.set(client, { query, db })
  pipelinedQueries.set(db, query)
  return { query, db }
}

function inOnePacketPerTurn(client: pg.PoolClient): Pipeline['query'] {
  const { stream } = client.connection
  let isCorked = false
  const send = () => {
    isCorked = false
    stream.uncork()
  }
  return (...args) => {
    if (!isCorked) {
      isCorked = true
      stream.cork()
      process.nextTick(send)
    }
    return client.query(...args)
  }
}
