import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Portico } from './harness.ts'

/** A database lock held by a test to control the order of calls. */
export interface HeldLock {
  /** Waits until this many others wait for locks. */
  untilWaiting(many: number): Promise<void>
  release(): Promise<void>
}

/** Runs this statement and holds its locks, at the latest until the end of the test. */
export async function holdLock(portico: Portico, statement: string, values?: unknown[]): Promise<HeldLock> {
  const client = new pg.Client(portico.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(statement, values)
  return {
    async untilWaiting(many) {
      const waiting = `select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (;;) if ((await portico.sql<{ many: number }>(waiting))[0]?.many === many) return
    },
    async release() {
      await client.query('commit')
    },
  }
}
