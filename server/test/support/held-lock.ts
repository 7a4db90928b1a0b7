import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Portico } from './harness.ts'

/** Something of the database that a test keeps locked, so that calls meet in an order that it chooses. */
export interface HeldLock {
  /** Waits until so many others wait for locks. */
  untilWaiting(many: number): Promise<void>
  release(): Promise<void>
}

/** Runs this statement and keeps the locks that it took, to the end of the test at the latest. */
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
