import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { IdentityProviderSettings } from '../../src/infra/security/identity-provider.ts'

/** A user of the provider. */
export interface Member {
  readonly subject: string
  readonly email: string
  readonly verified: boolean
  readonly name?: string
}

/** A real OpenID Connect provider on this machine; `member` is its current user. */
export interface TestProvider {
  readonly settings: IdentityProviderSettings
  /** The person who currently uses the provider's page. */
  member: Member
  readonly stop: () => Promise<void>
}

const newMember: Member = { subject: 'nobody', email: 'nobody@portico.example', verified: true }

/** Starts a provider with one client, Portico at `publicUrl`. */
export async function startProvider(publicUrl: string, page?: (proceed: string) => string): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    issuer,
    clientId: 'portico',
    clientSecret: randomUUID(),
    domains: ['portico.example'],
    label: 'Sign in with the test provider',
    rolesWithoutPassword: [],
  }
  const stop = async () => {
    server.close().closeAllConnections()
  }
  const started: TestProvider = { settings, member: newMember, stop }
  const provider = configured(started, publicUrl)
  const callback = provider.callback()
  const signIn = async (request: IncomingMessage, response: ServerResponse) => {
    if (page && !request.url?.endsWith('?proceed'))
      return response.setHeader('content-type', 'text/html').end(page(`${request.url}?proceed`))
    await provider.interactionFinished(request, response, { login: { accountId: started.member.subject } })
  }
  server.on('request', (request, response) => void (request.url?.startsWith('/interaction/') ? signIn : callback)(request, response))
  return started
}

function configured(started: TestProvider, publicUrl: string): Provider {
  const { clientId, clientSecret, issuer } = started.settings
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/authentication/single-sign-on`],
        post_logout_redirect_uris: [`${publicUrl}/authentication/sign-in`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, kty: 'EC', use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 600, Session: 600 },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => {
      const { email, verified, name = 'Pat of the Provider' } = started.member
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: verified, name }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}
