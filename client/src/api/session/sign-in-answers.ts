import { CallError } from '../rest.ts'

/** The access token of an answer. Throws without one: whatever stands between the browser and Portico may answer in its stead. */
export function tokenIn({ accessToken }: { readonly accessToken: unknown }): string {
  if (typeof accessToken !== 'string') throw new Error('Unexpected response from api')
  return accessToken
}

/** The session that an access token is of; undefined for what is no token of Portico. */
export function sessionIn(accessToken: string): unknown {
  try {
    const [, claims = ''] = accessToken.split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sid
  } catch {
    return undefined
  }
}

/** Whether Portico refused; anything else may have answered in its stead, or too soon. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  const { body, status } = error
  return typeof body === 'object' && body !== null && 'error_id' in body && status < 500 && status !== 429
}

/** The challenge of a sign-in past its limit, to be solved and tried again. */
export function challengeIn(error: unknown): string | undefined {
  const body = error instanceof CallError && error.status === 429 ? error.body : undefined
  const carried = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  return typeof carried === 'string' ? carried : undefined
}
