import type { OperationName } from '../../entities/operations/operation-run.ts'
import { withClient } from '../postgres/with-client.ts'

/**
 * Records that an operation has ended, unless a later run is already recorded, for the metrics of every replica
 * (shared/spec/operating.md#metrics).
 */
export async function recordRun(databaseUrl: string, name: OperationName, faults: number, finishedAt = new Date()): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into operation_run (name, finished_at, faults) values ($1, $2, $3)
       on conflict (name) do update set finished_at = excluded.finished_at, faults = excluded.faults
       where operation_run.finished_at <= excluded.finished_at`,
      [name, finishedAt, faults],
    )
  })
}
