import { openIdentityProvider, type IdentityProviderSettings } from '../../src/infra/security/identity-provider.ts'
import { cookiesOf } from './both-transports.ts'
import type { Portico, RestAnswer } from './harness.ts'
import type { TestProvider } from './identity-provider.ts'

/** The parameters of the provider's redirect. */
export interface Returned {
  readonly state: string
  readonly code: string
  readonly iss?: string
}

/** Follows an authorization URL through the provider, as the browser of `member`, and returns the parameters of the redirect. */
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

/** A sign-in in progress: the browser's cookie and the URL of the redirect. */
export interface Begun {
  readonly cookie: string
  readonly url: string
}

/** Enables sign-in at a provider; its settings can be overridden. */
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

/** Signs in at the provider and returns. */
export async function signOn(portico: Portico, more: object = {}): Promise<RestAnswer> {
  const { cookie, url } = await beginSignOn(portico)
  const { state, code, iss } = await visitProvider(url, portico.services.publicUrl)
  return finishSignOn(portico, cookie, { state, code, iss, ...more })
}
