import pg from 'pg'
import type { Portico } from '../support/harness.ts'

/** Makes calls in a certain order, and returns the result of each. */
export type Order = <Result>(calls: readonly (() => Promise<Result>)[]) => Promise<Result[]>

export const atOnce: Order = (calls) => Promise.all(calls.map((call) => call()))

/** Makes the calls one after the other. */
export async function inTurn<Result>(calls: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = []
  for (const call of calls) results.push(await call())
  return results
}

/** The tables whose writes are counted; those of rate limits and the audit trail are not. */
const countedTables = `agency workshop workshop_questionnaire workshop_agency workshop_access
  questionnaire respondent decision account session draft_transfer telephone_call announcement`.split(/\s+/)
const gate = 7_001

/**
 * A reproducible bad interleaving: the first call is held before its `write`-th writing statement; the second one runs until it is done or
 * waits for a lock of the first; the rest begin, and the first continues. Anything not protected by a lock or constraint fails this way.
 * The calls must write to the database of this Portico, through any server.
 */
export function stoppedBefore(portico: Portico, write: number): Order {
  return (calls) => stepped(portico, calls, write)
}

async function stepped<Result>(portico: Portico, calls: readonly (() => Promise<Result>)[], write: number): Promise<Result[]> {
  const client = new pg.Client({ connectionString: portico.databaseUrl })
  await client.connect()
  let running = 0
  const start = (call: () => Promise<Result>) => {
    running += 1
    const result = call().finally(() => (running -= 1))
    result.catch(() => {})
    return result
  }
  const untilAllWait = async () => {
    for (let waiting = -1; waiting !== running;) {
      const { rows } = await client.query<{ n: number }>(
        `select count(distinct pid)::int n from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
      )
      waiting = rows[0]?.n ?? 0
    }
  }
  try {
    await client.query(countingWrites(write))
    await client.query('select pg_advisory_lock($1)', [gate])
    const results: Promise<Result>[] = []
    for (const call of calls.slice(0, 2)) {
      results.push(start(call))
      await untilAllWait()
    }
    results.push(...calls.slice(2).map(start))
    await client.query('select pg_advisory_unlock($1)', [gate])
    const settled = await Promise.all(results)
    const { rows } = await client.query<{ counted: boolean }>('select is_called as counted from counted_writes')
    if (!rows[0]?.counted) throw new Error('None of these calls wrote anything that is counted')
    return settled
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    await client.query('drop sequence if exists counted_writes cascade; drop function if exists count_write cascade')
    await client.end()
  }
}

// Only the first call runs until it is held, so the number of a write is its number in that call.
function countingWrites(held: number): string {
  const triggers = countedTables.map(
    (table) => `create trigger count_write before insert or update or delete on ${table} for each statement execute function count_write()`,
  )
  return [
    'create sequence counted_writes',
    // With the test's privileges, because the server's role may not use the sequence.
    `create function count_write() returns trigger language plpgsql security definer as $$ begin
       if nextval('counted_writes') = ${held} then perform pg_advisory_xact_lock_shared(${gate}); end if;
       return null;
     end $$`,
    ...triggers,
  ].join(';')
}
