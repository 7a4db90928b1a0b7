import argon2 from 'argon2'
import { FairQueue, type Turn } from '../turns/fair-queue.ts'
import { memoizeAsync } from '../../memoize-async.ts'
import { lowerPoolPriority } from './pool-priority.ts'

// 19 MiB, two passes, one lane: as strong as 46 MiB with one pass, and 2.7 times cheaper.
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * The thread pool is shared with files, DNS and zlib, so more concurrent hashes would stall the rest of the server. A hall of 300 people
 * may sign in at the same moment.
 */
export const passwordPlaces = { maxRunning: 2, maxWaiting: 400 }

/** The queue in which all hashes of this process wait. */
export const passwordQueue = new FairQueue(passwordPlaces)

/** Returns the argon2id hash of a password, in its standard text form. Throws `QueueFull`. */
export function hashPassword(password: string, turn: Turn): Promise<string> {
  return inPool(turn, () => argon2.hash(password, cost))
}

// A system that refuses it answers other calls more slowly while people sign in, and is otherwise the same.
const yieldToOthers = memoizeAsync(() => lowerPoolPriority().catch(() => {}))

async function inPool<Result>(turn: Turn, hash: () => Promise<Result>): Promise<Result> {
  await yieldToOthers()
  return passwordQueue.run(turn, hash)
}

const decoy = memoizeAsync(() => argon2.hash('nobody has this password', cost))

/**
 * Returns whether the password matches. Without a hash it takes just as long and returns false, so that timing does not reveal unknown
 * addresses. Throws `QueueFull`.
 */
export async function verifyPassword(hash: string | null, password: string, turn: Turn): Promise<boolean> {
  const [stored] = await Promise.all([hash ?? decoy(), decoy()])
  const matches = await inPool(turn, () => argon2.verify(stored, password))
  return hash !== null && matches
}
