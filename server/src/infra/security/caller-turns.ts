import type { HttpContext } from '../request-context.ts'
import type { Orm } from '../postgres/orm.ts'
import { QueueFull } from './passwords/fair-queue.ts'

/** How many calls of one caller run at a time in a process: each may hold a connection while it waits for a lock. */
export const callsAtOnce = 2
/** How many more of them may wait for their turn. */
export const callsWaiting = 30

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

// By the connections that they share.
const linesOf = new WeakMap<Orm, Map<string, Line>>()

/**
 * Runs a call before it takes a connection when its turn comes among the calls of the same account or API token; without a caller, at once.
 * So nobody can take all connections with calls that wait for one another's locks. Throws `QueueFull` if too many wait
 * (shared/spec/contract.md#limits).
 */
export async function inTurn<Result>(
  { caller, services }: Pick<HttpContext, 'caller' | 'services'>,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!caller) return run()
  const lines = linesOf.get(services.orm) ?? new Map<string, Line>()
  linesOf.set(services.orm, lines)
  const who = caller.token ? `token:${caller.token.id}` : `account:${caller.id}`
  const line = lines.get(who) ?? { running: 0, waiting: [] }
  lines.set(who, line)
  if (line.running < callsAtOnce) line.running += 1
  else if (line.waiting.length < callsWaiting) await new Promise<void>((resolve) => line.waiting.push(resolve))
  else throw new QueueFull()
  try {
    return await run()
  } finally {
    const next = line.waiting.shift()
    // The next call takes over the place of this one.
    if (next) next()
    else line.running -= 1
    if (line.running === 0) lines.delete(who)
  }
}
