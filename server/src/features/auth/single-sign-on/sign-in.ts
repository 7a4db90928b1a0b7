import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AuthorizationResponse, SingleSignOn } from '@portico/shared/contract/single-sign-on'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../../infra/failure.ts'
import { sendInOrder } from '../../../infra/postgres/statements/pipelined-transaction.ts'
import { inAuditedTransaction } from '../../../infra/postgres/transaction.ts'
import { createContext, type HttpContext, type RequestContext } from '../../../infra/request-context.ts'
import { newSecret } from '../../../infra/security/encryption.ts'
import { SignOnError, type Identity, type IdentityProvider, type SignOnRequest } from '../../../infra/security/identity-provider.ts'
import { emailForm } from '../../../infra/security/sealed-respondent.ts'
import { createChallenge, spendChallenge } from '../second-factor/challenges.ts'
import { findFactors } from '../second-factor/factors.ts'
import { sessionOrChallenge, type WaitingSignIn } from '../second-factor/sign-in.ts'
import { setSessionCookie, type Tokens } from '../sessions.ts'
import { findOrLinkAccount } from './link-account.ts'

/** Returns what the sign-in page shows of the organization's identity provider; null if there is none. */
export async function getSingleSignOn({ services }: RequestContext): Promise<SingleSignOn> {
  const settings = services.identityProvider?.settings
  return settings ? { label: settings.label, rolesWithoutPassword: [...settings.rolesWithoutPassword] } : null
}

/**
 * Begins a sign-in at the identity provider: returns where to send the browser, and sets a cookie that it must return with
 * (shared/spec/contract.md#single-sign-on). Throws `SIGN_ON_UNAVAILABLE`.
 */
export async function beginSingleSignOn(http: HttpContext): Promise<{ url: string }> {
  const provider = providerOf(http)
  const codeVerifier = newSecret()
  const ctx = createContext(http, http.services.orm.em.fork())
  const state = await createChallenge(ctx, 'single-sign-on', { accountId: null, boundTo: boundTo(provider, codeVerifier) })
  const url = await askProvider(http, provider.authorizationUrl(requestOf(http, state, codeVerifier)))
  http.signOnCookie.set(codeVerifier, new Date(ctx.now.getTime() + limits.singleSignOnMs))
  return { url }
}

/**
 * Signs in the person asserted by the provider. Each sign-in can be finished once, and only in the browser that began it
 * (shared/spec/contract.md#single-sign-on). Throws `CHALLENGE_EXPIRED` for an unsolicited answer, `SIGN_ON_REFUSED` for any other problem
 * with it or the account, `SIGN_ON_UNAVAILABLE`, and `SECOND_FACTOR_REQUIRED` with a challenge, as after a password.
 */
export async function finishSingleSignOn(http: HttpContext, answer: AuthorizationResponse): Promise<{ accessToken: string }> {
  const provider = providerOf(http)
  const codeVerifier = http.signOnCookie.value ?? ''
  http.signOnCookie.clear()
  // Used up before contacting the provider, so that a replayed answer is redeemed only once.
  await spendChallenge(createContext(http, http.services.orm.em.fork()), 'single-sign-on', answer.state, boundTo(provider, codeVerifier))
  const identity = await askProvider(http, provider.redeem(requestOf(http, answer.state, codeVerifier), answer))
  let subjectsSeen: ReadonlySet<string> = new Set()
  const tokens = await inAuditedTransaction(http, 'auth.singleSignOn.finish', (ctx) => {
    subjectsSeen = ctx.auditSubjects
    return completeSignIn(ctx, http, { provider, identity, sharedDevice: answer.sharedDevice })
  }).catch(async (error: unknown) => {
    if (error instanceof Failure && error.id === 'SIGN_ON_REFUSED') await recordRefusal(http, 'NO_ACCOUNT', subjectsSeen)
    throw error
  })
  if ('challenge' in tokens) throw new Failure('SECOND_FACTOR_REQUIRED', undefined, tokens)
  return setSessionCookie(http, tokens)
}

/**
 * Returns where a browser that has signed out of Portico ends its session at the provider. Never fails: without the provider there is no
 * session to end.
 */
export async function getProviderSignOut({ services }: RequestContext): Promise<{ url: string | null }> {
  const url = await services.identityProvider?.signOutUrl(`${services.publicUrl}/authentication/sign-in`).catch(() => undefined)
  return { url: url ?? null }
}

// If the provider does not say when the person signed in, it may have been long ago, by someone who left this browser unlocked.
const neverProved = new Date(0)

interface ProviderAssertion {
  readonly provider: IdentityProvider
  readonly identity: Identity
  readonly sharedDevice: boolean | undefined
}

async function completeSignIn(
  ctx: RequestContext,
  http: HttpContext,
  { provider, identity, sharedDevice }: ProviderAssertion,
): Promise<Tokens | WaitingSignIn> {
  const { issuer, domains } = provider.settings
  const { subject, name, authenticatedAt } = identity
  const email = allowedEmail(identity, domains)
  const account = email === undefined ? undefined : await findOrLinkAccount(ctx, { issuer, subject, email, name })
  if (!account) throw new Failure('SIGN_ON_REFUSED')
  const browser = { browser: http.browser, ipAddress: http.ipAddress, sharedDevice, provedAt: authenticatedAt ?? neverProved }
  const { result, statements } = sessionOrChallenge(ctx, account, await findFactors(ctx, account.id), browser)
  await sendInOrder(ctx.db, statements)
  return result
}

/** Returns the address in lower case; undefined if the provider has not verified it, or its domain is not allowed. */
function allowedEmail({ verifiedEmail = '' }: Identity, domains: readonly string[]): string | undefined {
  const email = z.email().safeParse(emailForm(verifiedEmail)).data
  return email !== undefined && domains.includes(email.slice(email.lastIndexOf('@') + 1)) ? email : undefined
}

function providerOf({ services }: HttpContext): IdentityProvider {
  if (!services.identityProvider) throw new Failure('SIGN_ON_UNAVAILABLE')
  return services.identityProvider
}

// The cookie binds the provider's answer to the browser that began, and the code to the cookie; the database stores neither.
function boundTo({ settings }: IdentityProvider, codeVerifier: string): string {
  return `${settings.issuer} ${codeVerifier}`
}

function requestOf({ services }: HttpContext, state: string, codeVerifier: string): SignOnRequest {
  const nonce = createHmac('sha256', services.encryption.signingKey).update(`nonce:${codeVerifier}`).digest('base64url')
  return { state, nonce, codeVerifier, redirectUri: `${services.publicUrl}/authentication/single-sign-on` }
}

async function askProvider<Result>(http: HttpContext, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    if (error.kind === 'refused') {
      await recordRefusal(http, error.code)
      throw new Failure('SIGN_ON_REFUSED')
    }
    http.services.log.error({ code: error.code, requestId: http.requestId }, 'the identity provider cannot be used')
    throw new Failure('SIGN_ON_UNAVAILABLE')
  }
}

async function recordRefusal(http: HttpContext, code: string, subjectsSeen: ReadonlySet<string> = new Set()): Promise<void> {
  http.services.log.info({ code, requestId: http.requestId }, 'a single sign-on was refused')
  await inAuditedTransaction(http, 'auth.singleSignOn.finish.denied', async (ctx) => {
    for (const subject of subjectsSeen) ctx.auditSubjects.add(subject)
  })
}
