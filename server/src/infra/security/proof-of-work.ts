import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { HttpContext } from '../request-context.ts'
import type { Counted, Counter, RateLimitName } from './rate-limits.ts'

const challengeMs = 10 * 60_000
const minBits = 18
const maxBits = 22

/** A call over its limit. */
export interface ProofRequest {
  /** What the proof is for; it is invalid for any other purpose. */
  readonly purpose: string
  readonly proof: string | undefined
  /** When the call is accepted without a proof again, in seconds. */
  readonly retryAfter: number
  /** How many times over the limit the caller is; the work doubles with it, up to sixteen times. Defaults to 1. */
  readonly timesOver?: number
}

/**
 * For calls that are slowed down past a limit instead of being refused (shared/spec/contract.md#limits): throws `TOO_MANY_REQUESTS` with a
 * `challenge` unless the call includes a valid `proof`.
 *
 * A challenge has the form `v1.BITS.EXPIRY.NONCE.SIGNATURE`. A proof is `CHALLENGE:COUNTER` whose SHA-256 begins with BITS zero bits.
 */
export async function requireProof(ctx: HttpContext, { purpose, proof, retryAfter, timesOver }: ProofRequest): Promise<void> {
  if (!(await isProven(ctx, purpose, proof))) throw askForProof(ctx, { purpose, retryAfter, timesOver })
}

/** Returns the `TOO_MANY_REQUESTS` with a challenge that asks for a proof (see `requireProof`). */
export function askForProof(ctx: HttpContext, { purpose, retryAfter, timesOver = 1 }: Omit<ProofRequest, 'proof'>): Failure {
  const bits = Math.min(maxBits, minBits + Math.floor(Math.log2(Math.max(1, timesOver))))
  return new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter, challenge: newChallenge(ctx, purpose, bits) })
}

/** The three limits of something that an attacker could try repeatedly. */
export interface AttemptLimits {
  readonly perAddress: RateLimitName
  readonly perSubjectAndAddress: RateLimitName
  readonly perSubject: RateLimitName
}

/** One attempt on a subject: an account or a respondent. */
export interface ThrottledAttempt {
  readonly purpose: string
  readonly subject: string
  readonly proof: string | undefined
}

/**
 * Counts an attempt by address, by subject and address, and by subject. Past any of these limits it needs a proof of work, so that nobody
 * can lock anyone else out (shared/spec/contract.md#sign-in-attempts). Returns whether it came with a valid proof, needed or not. Throws
 * `TOO_MANY_REQUESTS` with a challenge.
 */
export async function throttleAttempts(
  ctx: HttpContext,
  limits: AttemptLimits,
  { purpose, subject, proof }: ThrottledAttempt,
): Promise<boolean> {
  const { rateLimits } = ctx.services
  const isProved = await isProven(ctx, attemptPurpose(purpose, subject), proof)
  // Counting stops at the first limit that is passed and goes on only with a proof, so that a single address cannot slow down anyone else.
  let left: readonly Counter[] = [[limits.perAddress, ctx.ipAddress], ...attemptCounters(ctx, limits, subject)]
  while (left.length > 0) {
    const counted = await rateLimits.countInOrder(left)
    const over = counted.find(({ within }) => !within)
    if (over && !isProved) throw askForProof(ctx, { purpose: attemptPurpose(purpose, subject), ...excess(over) })
    left = left.slice(counted.length)
  }
  return isProved
}

/** Returns what the proof of an attempt on a subject is for. */
export function attemptPurpose(purpose: string, subject: string): string {
  return `${purpose}:${subject}`
}

function excess({ hits, allowed, retryAfter }: Counted): Pick<ProofRequest, 'retryAfter' | 'timesOver'> {
  return { retryAfter, timesOver: hits / allowed }
}

/** Returns the counters to reset once a subject has proved its identity. */
export function attemptCounters({ ipAddress }: Pick<HttpContext, 'ipAddress'>, limits: AttemptLimits, subject: string): Counter[] {
  return [
    [limits.perSubjectAndAddress, `${subject} ${ipAddress}`],
    [limits.perSubject, subject],
  ]
}

function newChallenge(ctx: HttpContext, purpose: string, bits: number): string {
  const body = `v1.${bits}.${ctx.services.clock().getTime() + challengeMs}.${randomBytes(12).toString('base64url')}`
  return `${body}.${sign(ctx, purpose, body)}`
}

function sign(ctx: HttpContext, purpose: string, body: string): string {
  return createHmac('sha256', ctx.services.encryption.signingKey).update(`challenge:${purpose}:${body}`).digest('base64url')
}

async function isProven(ctx: HttpContext, purpose: string, proof: string | undefined): Promise<boolean> {
  if (proof === undefined) return false
  const [challenge = '', counter = ''] = proof.split(':')
  const [version, bits, expiry, nonce, signature = '', ...more] = challenge.split('.')
  // Appended parts would turn one solved challenge into many.
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
