import type { KeyObject } from 'node:crypto'
import { limits } from '@portico/shared/words/limits'
import type { Services } from '../../infra/request-context.ts'

const algorithm = 'HS256'
const audience = 'portico'

/** A token of ten minutes for a session. */
export async function newAccessToken(services: Services, sessionId: string): Promise<string> {
  const { SignJWT } = await jose()
  const now = services.clock().getTime()
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
    .setAudience(audience)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + limits.accessTokenMs))
    .sign(services.encryption.signingKey)
}

// Loaded when the first person comes: a server that starts has no time for it.
const jose = () => import('jose')

interface Verified {
  readonly sessionId: string
  /** Seconds since 1970. */
  readonly expires: number
}

const keptAtMost = 10_000
const verifiedWith = new WeakMap<KeyObject, Map<string, Verified>>()

/**
 * The session of an access token; undefined for one that is forged or has run out. A browser sends one token for ten minutes, and checking its
 * signature takes longer than reading the account: what was checked is kept. Whether the session is good, its row says each time.
 */
export async function readAccessToken(services: Services, accessToken: string): Promise<string | undefined> {
  const { signingKey } = services.encryption
  const now = services.clock()
  const kept = verifiedWith.get(signingKey) ?? new Map<string, Verified>()
  verifiedWith.set(signingKey, kept)
  const known = kept.get(accessToken)
  const verified = known ?? (await verify(signingKey, accessToken, now))
  if (!verified || verified.expires <= Math.floor(now.getTime() / 1000)) {
    kept.delete(accessToken)
    return undefined
  }
  if (known) return known.sessionId
  if (kept.size >= keptAtMost) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
  kept.set(accessToken, verified)
  return verified.sessionId
}

async function verify(signingKey: KeyObject, accessToken: string, now: Date): Promise<Verified | undefined> {
  const { jwtVerify } = await jose()
  const options = { algorithms: [algorithm], typ: 'at+jwt', audience, requiredClaims: ['exp', 'sid'], currentDate: now }
  const payload = await jwtVerify(accessToken, signingKey, options).then(
    (verified) => verified.payload,
    () => undefined,
  )
  return typeof payload?.['sid'] === 'string' ? { sessionId: payload['sid'], expires: payload.exp ?? 0 } : undefined
}
