import argon2 from 'argon2'
import { FairQueue, type Turn } from './fair-queue.ts'

// 19 MiB, two passes, one lane: as strong as 46 MiB with one pass, and 2.7 times cheaper.
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The thread pool is shared with files, DNS and zlib: more hashes at once would stall the rest of the server. A hall of 300 people may
// sign in at one moment.
const queue = new FairQueue({ atOnce: 2, mayWait: 400 })

/** The argon2id hash of a password, in its standard text form. Throws `QueueFull`. */
export function hashPassword(password: string, turn: Turn): Promise<string> {
  return queue.run(turn, () => argon2.hash(password, cost))
}

let decoy: Promise<string> | undefined

/**
 * Whether the password fits. Without a hash it works as long and answers no, so that an unknown address shows no difference. Throws
 * `QueueFull`.
 */
export async function verifyPassword(hash: string | null, password: string, turn: Turn): Promise<boolean> {
  decoy ??= argon2.hash('nobody has this password', cost)
  const stored = hash ?? (await decoy)
  const fits = await queue.run(turn, () => argon2.verify(stored, password))
  return hash !== null && fits
}
