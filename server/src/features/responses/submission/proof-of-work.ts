import type { HttpContext } from '../../../infra/request-context.ts'
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../../infra/failure.ts'

const goodForMs = 10 * 60_000
const bits = 18

/**
 * Counts a submission by address. Past the limit, which a crowded workshop hall never reaches, it asks for a quiet proof of work:
 * the refusal carries a `challenge`, and the same call with its solved `proof` is taken (shared/spec/contract.md#submission).
 *
 * A challenge reads `v1.BITS.EXPIRY.NONCE.SIGNATURE`. A proof is `CHALLENGE:COUNTER` whose SHA-256 begins with BITS zero bits.
 */
export async function requireProof(ctx: HttpContext, proof: string | undefined): Promise<void> {
  const { within, retryAfter } = await ctx.services.rateLimits.countApproximately('submissionPerAddress', ctx.ipAddress)
  if (within || (proof !== undefined && (await isGood(ctx, proof)))) return
  throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter, challenge: newChallenge(ctx) })
}

function newChallenge(ctx: HttpContext): string {
  const body = `v1.${bits}.${ctx.services.clock().getTime() + goodForMs}.${randomBytes(12).toString('base64url')}`
  return `${body}.${sign(ctx, body)}`
}

function sign(ctx: HttpContext, body: string): string {
  return createHmac('sha256', ctx.services.encryption.signingKey).update(`challenge:${body}`).digest('base64url')
}

async function isGood(ctx: HttpContext, proof: string): Promise<boolean> {
  const [challenge = '', counter = ''] = proof.split(':')
  const [version, asked, expiry, nonce, signature = ''] = challenge.split('.')
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(ctx, `${version}.${asked}.${expiry}.${nonce}`))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  if (!/^\d{1,12}$/.test(counter) || Number(expiry) < ctx.services.clock().getTime()) return false
  if (zeroBits(createHash('sha256').update(`${challenge}:${counter}`).digest()) < Number(asked)) return false
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
