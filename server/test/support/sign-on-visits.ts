import { openIdentityProvider, type IdentityProviderSettings } from '../../src/infra/security/identity-provider.ts'
import { cookiesOf } from './both-transports.ts'
import type { Portico, RestAnswer } from './harness.ts'
import type { TestProvider } from './identity-provider.ts'

/** What the provider put into the address that it sent a browser back to. */
export interface Returned {
  readonly state: string
  readonly code: string
  readonly iss?: string
}

/** Follows an authorization address through the provider, as the browser of `member` does, to what comes back. */
export async function visitProvider(url: string, publicUrl: string): Promise<Returned> {
  const cookies = new Map<string, string>()
  for (let at = url; ;) {
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    const next = new URL(location, at)
    if (next.origin === publicUrl) return Object.fromEntries(next.searchParams) as unknown as Returned
    at = next.href
  }
}

/** A browser in the middle of a sign-in: the cookie that it was given, and where it was sent. */
export interface Begun {
  readonly cookie: string
  readonly url: string
}

/** Lets the portal sign people in at a provider; settings can be others than the provider's own. */
export function signOnAt(portico: Portico, provider: TestProvider, changes: Partial<IdentityProviderSettings> = {}): void {
  portico.signOnAt(openIdentityProvider({ ...provider.settings, ...changes }, portico.services.clock))
}

export async function beginSignOn(portico: Portico): Promise<Begun> {
  const visitor = await portico.as()
  const answer = await visitor.rest('auth/singleSignOn/begin')
  return { cookie: cookiesOf(answer).find((cookie) => cookie.includes('portico-sign-on=')) ?? '', url: answer.body.data.url }
}

export async function finishSignOn(portico: Portico, cookie: string, returned: object): Promise<RestAnswer> {
  const visitor = await portico.as()
  return visitor.rest('auth/singleSignOn/finish', returned, { cookie })
}

/** The whole way: to the provider and back. */
export async function signOn(portico: Portico, more: object = {}): Promise<RestAnswer> {
  const { cookie, url } = await beginSignOn(portico)
  const { state, code, iss } = await visitProvider(url, portico.services.publicUrl)
  return finishSignOn(portico, cookie, { state, code, iss, ...more })
}
