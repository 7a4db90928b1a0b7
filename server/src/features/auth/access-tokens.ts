import { createHmac, type KeyObject } from 'node:crypto'
import { limits } from '@portico/shared/words/limits'
import type { Services } from '../../infra/request-context.ts'

const algorithm = 'HS256'
const audience = 'portico'

const header = base64url({ alg: algorithm, typ: 'at+jwt' })

/**
 * Returns an access token for a session, valid for ten minutes. Not signed by jose, which signs in the thread pool, where passwords are
 * hashed as well.
 */
export function newAccessToken({ clock, encryption }: Pick<Services, 'clock' | 'encryption'>, sessionId: string): string {
  const now = clock().getTime()
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  const signed = `${header}.${base64url({ sid: sessionId, aud: audience, iat: seconds(now), exp: seconds(now + limits.accessTokenMs) })}`
  return `${signed}.${createHmac('sha256', encryption.signingKey).update(signed).digest('base64url')}`
}

function base64url(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

interface Verified {
  readonly sessionId: string
  /** Unix time in seconds. */
  readonly expires: number
}

const maxCachedTokens = 10_000
const verifiedTokenCaches = new WeakMap<KeyObject, Map<string, Verified>>()

/**
 * Returns the session id of an access token; undefined if it is forged or expired. A browser sends the same token for ten minutes, and
 * verifying its signature takes longer than reading the account, so verified tokens are cached. Whether the session is still valid is read
 * from its row each time.
 */
export async function readAccessToken(services: Services, accessToken: string): Promise<string | undefined> {
  const { signingKey } = services.encryption
  const now = services.clock()
  const cache = verifiedTokenCaches.get(signingKey) ?? new Map<string, Verified>()
  verifiedTokenCaches.set(signingKey, cache)
  const known = cache.get(accessToken)
  const verified = known ?? (await verify(signingKey, accessToken, now))
  if (!verified || verified.expires <= Math.floor(now.getTime() / 1000)) {
    cache.delete(accessToken)
    return undefined
  }
  if (known) return known.sessionId
  if (cache.size >= maxCachedTokens) for (const oldest of cache.keys()) if (cache.delete(oldest)) break
  cache.set(accessToken, verified)
  return verified.sessionId
}

async function verify(signingKey: KeyObject, accessToken: string, now: Date): Promise<Verified | undefined> {
  // Loaded on first use to keep server start fast.
  const { jwtVerify } = await import('jose')
  const options = { algorithms: [algorithm], typ: 'at+jwt', audience, requiredClaims: ['exp', 'sid'], currentDate: now }
  const payload = await jwtVerify(accessToken, signingKey, options).then(
    (verified) => verified.payload,
    () => undefined,
  )
  return typeof payload?.['sid'] === 'string' ? { sessionId: payload['sid'], expires: payload.exp ?? 0 } : undefined
}
