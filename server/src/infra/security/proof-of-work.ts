import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { HttpContext } from '../request-context.ts'
import type { Counted, RateLimitName } from './rate-limits.ts'

const goodForMs = 10 * 60_000
const leastBits = 18
const mostBits = 22

/** A call over its limit. */
export interface ProofRequest {
  /** What the proof is for: one for something else is worth nothing here. */
  readonly purpose: string
  readonly proof: string | undefined
  /** In seconds: when the call is taken without a proof again. */
  readonly retryAfter: number
  /** How many times over the limit; the work doubles with it, up to sixteen times. 1 when left out. */
  readonly timesOver?: number
}

/**
 * For calls that are slowed past a limit instead of being refused (shared/spec/contract.md#limits): throws `TOO_MANY_REQUESTS` with a
 * `challenge` unless the call came with the solved `proof` of one.
 *
 * A challenge reads `v1.BITS.EXPIRY.NONCE.SIGNATURE`. A proof is `CHALLENGE:COUNTER` whose SHA-256 begins with BITS zero bits.
 */
export async function requireProof(ctx: HttpContext, { purpose, proof, retryAfter, timesOver = 1 }: ProofRequest): Promise<void> {
  if (proof !== undefined && (await isGood(ctx, purpose, proof))) return
  const bits = Math.min(mostBits, leastBits + Math.floor(Math.log2(Math.max(1, timesOver))))
  throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter, challenge: newChallenge(ctx, purpose, bits) })
}

/** The three limits of something that an outsider could try again and again. */
export interface AttemptLimits {
  readonly perAddress: RateLimitName
  readonly perSubjectAndAddress: RateLimitName
  readonly perSubject: RateLimitName
}

/** One try at a subject: an account, or a respondent. */
export interface SlowedAttempt {
  readonly purpose: string
  readonly subject: string
  readonly proof: string | undefined
}

/**
 * Counts an attempt by address, by subject and address, and by subject: past one of the last two it needs a proof of work, so that no one
 * can lock anyone else out (shared/spec/contract.md#sign-in-attempts). Throws `TOO_MANY_REQUESTS`.
 */
export async function slowAttempts(ctx: HttpContext, limits: AttemptLimits, { purpose, subject, proof }: SlowedAttempt): Promise<void> {
  const { rateLimits } = ctx.services
  const slow = ({ hits, allowed, retryAfter }: Counted) =>
    requireProof(ctx, { purpose: `${purpose}:${subject}`, proof, retryAfter, timesOver: hits / allowed })
  const [address, own, all] = await rateLimits.countInTurn([
    [limits.perAddress, ctx.ipAddress],
    [limits.perSubjectAndAddress, `${subject} ${ctx.ipAddress}`],
    [limits.perSubject, subject],
  ])
  if (!own) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter: address?.retryAfter })
  if (all && !all.within) await slow(all)
  if (all) return
  await slow(own)
  // What is refused above does not count here: one address alone slows no one else down.
  await rateLimits.count(limits.perSubject, subject)
}

/** Forgets the attempts at a subject, which has just proved to be here. */
export async function forgetAttempts(ctx: HttpContext, limits: AttemptLimits, { subject }: Pick<SlowedAttempt, 'subject'>): Promise<void> {
  await ctx.services.rateLimits.reset([
    [limits.perSubjectAndAddress, `${subject} ${ctx.ipAddress}`],
    [limits.perSubject, subject],
  ])
}

function newChallenge(ctx: HttpContext, purpose: string, bits: number): string {
  const body = `v1.${bits}.${ctx.services.clock().getTime() + goodForMs}.${randomBytes(12).toString('base64url')}`
  return `${body}.${sign(ctx, purpose, body)}`
}

function sign(ctx: HttpContext, purpose: string, body: string): string {
  return createHmac('sha256', ctx.services.encryption.signingKey).update(`challenge:${purpose}:${body}`).digest('base64url')
}

async function isGood(ctx: HttpContext, purpose: string, proof: string): Promise<boolean> {
  const [challenge = '', counter = ''] = proof.split(':')
  const [version, bits, expiry, nonce, signature = '', ...more] = challenge.split('.')
  // One challenge with something added would be many, all of them as easy as the first.
  if (more.length > 0) return false
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(ctx, purpose, `${version}.${bits}.${expiry}.${nonce}`))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  if (!/^\d{1,12}$/.test(counter) || Number(expiry) < ctx.services.clock().getTime()) return false
  if (zeroBits(createHash('sha256').update(`${challenge}:${counter}`).digest()) < Number(bits)) return false
  return (await ctx.services.rateLimits.count('proofOnce', challenge)).within
}

function zeroBits(hash: Buffer): number {
  let count = 0
  for (const byte of hash) {
    if (byte !== 0) return count + Math.clz32(byte) - 24
    count += 8
  }
  return count
}
