import * as oidc from 'openid-client'
import { limits } from '@portico/shared/words/limits'
import type { Role } from '@portico/shared/words/roles'
import type { Clock } from '../clock.ts'
import { isLoopback } from './network.ts'

/** The settings of single sign-on (shared/spec/operating.md#single-sign-on). */
export interface IdentityProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The domains whose e-mail addresses may sign in; in lower case. */
  readonly domains: readonly string[]
  readonly label: string
  readonly rolesWithoutPassword: readonly Role[]
}

/** One sign-in at the provider: the values that are sent and must be returned. */
export interface SignOnRequest {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** The person who signed in, according to the provider. */
export interface Identity {
  readonly subject: string
  /** As the provider wrote it; undefined unless the provider states that it verified the address. */
  readonly verifiedEmail: string | undefined
  readonly name: string | undefined
  /** When the person authenticated at the provider; undefined if the provider does not say. */
  readonly authenticatedAt: Date | undefined
}

/** Why a sign-in failed: the provider is unavailable, or its response is not valid. `code` is safe to log. */
export class SignOnError extends Error {
  readonly kind: 'unavailable' | 'refused'
  readonly code: string

  constructor(kind: SignOnError['kind'], code: string) {
    super(`Single sign-on: ${kind} (${code})`)
    this.kind = kind
    this.code = code
  }
}

/** The organization's OpenID Connect provider. Its methods throw `SignOnError` if the provider fails or refuses. */
export interface IdentityProvider {
  readonly settings: IdentityProviderSettings
  authorizationUrl(request: SignOnRequest): Promise<string>
  /** Exchanges an authorization code for the identity of the person; checks state, nonce, issuer, audience, signature and times. */
  redeem(
    request: SignOnRequest,
    answer: { readonly code: string; readonly state: string; readonly iss?: string | undefined },
  ): Promise<Identity>
  /** Returns the URL that ends the browser's session at the provider and redirects back; undefined if the provider has no such page. */
  signOutUrl(returnTo: string): Promise<string | undefined>
}

const timeoutSeconds = 5
const metadataCacheMs = 60 * 60_000
// Failures are cached, so that users cannot make the portal call a broken provider again and again.
const failureCacheMs = 5_000

/** Creates the client without contacting the provider; its metadata is cached for an hour. */
export function openIdentityProvider(settings: IdentityProviderSettings, clock: Clock): IdentityProvider {
  let cached: { readonly found: Promise<oidc.Configuration>; readonly until: number } | undefined
  const configuration = (): Promise<oidc.Configuration> => {
    const now = clock().getTime()
    if (cached && now < cached.until) return cached.found
    const found = discover(settings).catch((error: unknown) => {
      throw new SignOnError('unavailable', codeOf(error))
    })
    cached = { found, until: now + metadataCacheMs }
    found.catch(() => {
      if (cached?.found === found) cached = { found, until: now + failureCacheMs }
    })
    return found
  }
  return {
    settings,
    authorizationUrl: (request) => withSignOnErrors(async () => authorizationUrl(await configuration(), request)),
    redeem: (request, answer) => withSignOnErrors(async () => redeem(await configuration(), request, answer)),
    signOutUrl: (returnTo) =>
      withSignOnErrors(async () => {
        const found = await configuration()
        if (!found.serverMetadata().end_session_endpoint) return undefined
        return oidc.buildEndSessionUrl(found, { post_logout_redirect_uri: returnTo }).href
      }),
  }
}

async function authorizationUrl(
  configuration: oidc.Configuration,
  { state, nonce, codeVerifier, redirectUri }: SignOnRequest,
): Promise<string> {
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Forces a fresh sign-in, so that someone who finds the browser unlocked is not signed in by an existing session at the provider.
    prompt: 'login',
    // Makes the provider return when the person signed in, because someone at the browser can remove both parameters from the URL.
    max_age: String(limits.freshProofMs / 1_000),
  }).href
}

async function redeem(
  configuration: oidc.Configuration,
  { state, nonce, codeVerifier, redirectUri }: SignOnRequest,
  answer: { readonly code: string; readonly state: string; readonly iss?: string | undefined },
): Promise<Identity> {
  const address = new URL(redirectUri)
  address.search = new URLSearchParams({
    code: answer.code,
    state: answer.state,
    ...(answer.iss !== undefined && { iss: answer.iss }),
  }).toString()
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new SignOnError('refused', 'NO_ID_TOKEN')
  const isEmailInToken = claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint
  const {
    email,
    email_verified: verified,
    name,
  } = isEmailInToken ? claims : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return {
    subject: claims.sub,
    verifiedEmail: verified === true && typeof email === 'string' ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
    authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1_000),
  }
}

function discover({ issuer, clientId, clientSecret }: IdentityProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks, ...(isLoopback(server.hostname) ? [oidc.allowInsecureRequests] : [])]
  return oidc.discovery(server, clientId, {}, authentication(clientSecret), {
    execute,
    timeout: timeoutSeconds,
    [oidc.customFetch]: fetchSafely,
  })
}

// Uses the method that the provider supports, or the standard's default if it does not say.
function authentication(clientSecret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret)
    authenticate(server, ...rest)
  }
}

// The library allows plain http for all hosts or for none.
async function fetchSafely(address: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new SignOnError('unavailable', 'INSECURE_ADDRESS')
  return fetch(address, { ...options, body: options.body instanceof URLSearchParams ? options.body : null })
}

// Errors that the provider can recover from; any other fault in a response is a refusal.
const unavailableCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
]

async function withSignOnErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SignOnError) throw error
    if (error instanceof oidc.ResponseBodyError)
      throw new SignOnError(error.error === 'invalid_grant' ? 'refused' : 'unavailable', error.error)
    const code = codeOf(error)
    const isUnavailable = error instanceof TypeError || unavailableCodes.includes(code)
    throw new SignOnError(isUnavailable ? 'unavailable' : 'refused', code)
  }
}

function codeOf(error: unknown): string {
  if (error instanceof SignOnError) return error.code
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNREACHABLE'
}
