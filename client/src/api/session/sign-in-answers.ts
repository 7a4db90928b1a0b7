import { CallError } from '../rest.ts'

/** Returns the access token of a response. Throws if there is none, as when a captive portal or proxy answered. */
export function tokenIn({ accessToken }: { readonly accessToken: unknown }): string {
  if (typeof accessToken !== 'string') throw new Error('Unexpected response from api')
  return accessToken
}

/** Returns the session id in an access token; undefined if it is not one of Portico's tokens. */
export function sessionIn(accessToken: string): unknown {
  try {
    const [, claims = ''] = accessToken.split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sid
  } catch {
    return undefined
  }
}

/** Whether Portico itself refused. Proxies, rate limits and server errors do not count. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const { body, status } = error
  return typeof body === 'object' && body !== null && 'error_id' in body && status < 500 && status !== 429
}

/** Returns the challenge of a rate-limited sign-in, to be solved and sent with the next attempt. */
export function challengeIn(error: unknown): string | undefined {
  const body = error instanceof CallError && error.status === 429 ? error.body : undefined
  const carried = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  return typeof carried === 'string' ? carried : undefined
}
