import type { Orm } from '../../postgres/orm.ts'
import { FairQueue } from './fair-queue.ts'

/** How many calls of one caller, or with one secret, run at a time in a process: each may hold a connection while it waits for a lock. */
export const callsAtOnce = 2
/** How many more of them may wait for their turn. */
export const callsWaiting = 30

// By the connections that they share, and by whose calls they are.
const queuesOf = new WeakMap<Orm, Map<string, FairQueue>>()

/**
 * Runs a call, before it takes a connection, when its turn comes among the calls of the same account, API token or secret; without any of
 * these (`from`), at once. So nobody can take all connections with calls that wait for one another's locks. Throws `QueueFull` if too many
 * wait (shared/spec/contract.md#limits).
 */
export async function inTurn<Result>(orm: Orm, from: string | undefined, run: () => Promise<Result>): Promise<Result> {
  if (from === undefined) return run()
  const queues = queuesOf.get(orm) ?? new Map<string, FairQueue>()
  queuesOf.set(orm, queues)
  const queue = queues.get(from) ?? new FairQueue({ maxRunning: callsAtOnce, maxWaiting: callsWaiting })
  queues.set(from, queue)
  try {
    return await queue.run({ from }, run)
  } finally {
    if (queue.isIdle) queues.delete(from)
  }
}
