import type { FailureId } from '@portico/shared/words/failures'
import type { z } from 'zod'
import { Failure } from '../infra/failure.ts'
import type { HttpContext } from '../infra/request-context.ts'
import { requireProof } from '../infra/security/proof-of-work.ts'
import type { RateLimitName } from '../infra/security/rate-limits.ts'

/** The rate limit of a call (shared/spec/contract.md#limits). */
export interface CallLimit {
  readonly name: RateLimitName
  /** Which calls are counted together: those of an address, those of an address without a session, or those of an account. */
  readonly by: 'address' | 'visitor' | 'account'
  /** A text of the input that makes a call free: whoever has it was counted when they got it, and it has limits of its own. */
  readonly unless?: string
  /**
   * Every call is made, and counted only if it is refused with this; past the limit it gets `TOO_MANY_REQUESTS` instead. No number of wrong
   * secrets stops a right one, so this is only for secrets that nobody can guess: it does not keep anybody from trying more.
   */
  readonly onlyRefused?: FailureId
  /**
   * Finds the secret in the input of such a call. Calls with a right one are counted by it, even if they are refused for another reason, and
   * past `callsPerLink` refused before anything else. Wrong ones get no counter, because anybody can make up any number of them.
   */
  readonly link?: z.ZodType<string>
  /**
   * Past the limit, the call is not refused but requires a proof of work, given as `proof` in its input; the work grows with the excess.
   */
  readonly past?: 'proof'
  /** A second limit for the calls that this limit lets through, with or without a proof: past it they are refused. */
  readonly atMost?: RateLimitName
}

/** What is known about a call before it runs. */
export interface CountedCall {
  readonly path: string
  readonly input: () => Promise<unknown>
}

/**
 * Counts a call before or after its transaction: counting needs a connection of its own, so during it, under load, it could deadlock on an
 * exhausted pool. Throws `TOO_MANY_REQUESTS` past the limit.
 */
export async function countCall(ctx: HttpContext, limit: CallLimit, { path, input }: CountedCall): Promise<void> {
  const { rateLimits } = ctx.services
  const who = countedBy(ctx, limit)
  if (who === undefined || (limit.unless !== undefined && textIn(await input(), limit.unless) !== undefined)) return
  const { within, hits, allowed, retryAfter } = await rateLimits.count(limit.name, who)
  if (!within && limit.past !== 'proof') throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
  if (!within) await requireProof(ctx, { purpose: path, proof: textIn(await input(), 'proof'), retryAfter, timesOver: hits / allowed })
  if (limit.atMost) await rateLimits.consume(limit.atMost, who)
}

/** Throws `TOO_MANY_REQUESTS` if the link of a call was used as often as it may be. */
export async function refuseSpentLink(ctx: HttpContext, limit: CallLimit, call: CountedCall): Promise<void> {
  const link = await linkOf(ctx, limit, call)
  if (link !== undefined) await ctx.services.rateLimits.requireRest('callsPerLink', link)
}

/** Counts a call whose link was right. */
export async function countLink(ctx: HttpContext, limit: CallLimit, call: CountedCall): Promise<void> {
  const link = await linkOf(ctx, limit, call)
  if (link !== undefined) await ctx.services.rateLimits.count('callsPerLink', link)
}

/** Returns the link of a call as the call itself reads it, so that other spellings of a link are the same one; undefined without one. */
export async function linkOf(ctx: HttpContext, limit: CallLimit, { input }: CountedCall): Promise<string | undefined> {
  if (!limit.link || countedBy(ctx, limit) === undefined) return undefined
  return limit.link.safeParse(await input()).data
}

/**
 * Counts a call of an API token, which has its own limit, and reports it in the `RateLimit` headers (shared/spec/contract.md#api-tokens).
 * Throws `TOO_MANY_REQUESTS`.
 */
export async function countTokenCall(ctx: HttpContext, tokenId: number): Promise<void> {
  const { within, hits, allowed, seconds, retryAfter } = await ctx.services.rateLimits.count('callsPerToken', String(tokenId))
  ctx.header('ratelimit-policy', `"token";q=${allowed};w=${seconds}`)
  ctx.header('ratelimit', `"token";r=${Math.max(0, allowed - hits)};t=${retryAfter}`)
  if (!within) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
}

function countedBy({ caller, ipAddress }: HttpContext, { by }: CallLimit): string | undefined {
  switch (by) {
    case 'address':
      return ipAddress
    case 'visitor':
      return caller ? undefined : ipAddress
    case 'account':
      return caller && String(caller.id)
  }
}

/** Returns a text of the input of a call; undefined if there is none of this name. */
export function textIn(input: unknown, name: string): string | undefined {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
  return typeof value === 'string' ? value.trim() : undefined
}
