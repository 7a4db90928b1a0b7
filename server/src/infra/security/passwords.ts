import argon2 from 'argon2'

// 19 MiB, two passes, one lane: as strong as 46 MiB with one pass, and 2.7 times cheaper.
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 2
// A hall of 300 people may sign in at one moment.
const mayWait = 400

/** More people are signing in than the processor can check. */
export class TooBusy extends Error {}

let running = 0
const waiting: (() => void)[] = []

// The thread pool is shared with files, DNS and zlib: more hashes at once would stall the rest of the server.
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mayWait) throw new TooBusy('Too many passwords are being checked')
    await new Promise<void>((resume) => waiting.push(resume))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The argon2id hash of a password, in its standard text form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password, cost))
}

let decoy: Promise<string> | undefined

/** Whether the password fits. Without a hash it works as long and answers no, so that an unknown address shows no difference. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  decoy ??= argon2.hash('nobody has this password', cost)
  const stored = hash ?? (await decoy)
  const fits = await inTurn(() => argon2.verify(stored, password))
  return hash !== null && fits
}
