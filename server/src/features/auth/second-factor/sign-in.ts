import type { PasskeyOptionsRequest, PasskeySignIn, SecondFactor } from '@portico/shared/contract/sign-in'
import type { PasskeyRequest } from '@portico/shared/contract/passkeys'
import type { SecondFactorMethod } from '@portico/shared/words/second-factors'
import type { HttpContext } from '../../../infra/request-context.ts'
import { inAuditedTransaction, type Outstanding } from '../../../infra/postgres/transaction.ts'
import { Failure } from '../../../infra/failure.ts'
import { createContext, sql as tables, type CallContext, type FromAddress, type RequestContext } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { enqueueSignInNotice } from '../../messages/commands.ts'
import { knownDeviceInSecondStep, type MarkedAccount } from '../known-devices.ts'
import { setSessionCookie, openSession, prepareSession, type SessionBrowser, type Tokens } from '../sessions.ts'
import { mayUseLocalCredentials } from '../single-sign-on/local-sign-in.ts'
import { accountOfChallenge, countTry, createChallenge, prepareChallenge, spendChallenge } from './challenges.ts'
import { isAuthenticatorCode, methodsOf, verifyFactor, type Factors } from './factors.ts'
import { challengeIn, passkeyRequestFor, verifyPasskey } from './passkeys.ts'

/** A sign-in that passed its first step and waits for the second. */
export interface WaitingSignIn {
  readonly challenge: string
  readonly methods: readonly SecondFactorMethod[]
}

/**
 * After the first step of a sign-in: returns a session or, if the account has a second factor, a challenge, and the statements that store
 * it. Lock the account first.
 */
export function sessionOrChallenge(
  ctx: CallContext,
  account: MarkedAccount,
  factors: Factors,
  { ipAddress, ...browser }: SessionBrowser & Pick<HttpContext, 'ipAddress'>,
): Outstanding<Tokens | WaitingSignIn> {
  const methods = methodsOf(factors)
  if (methods.length === 0) return prepareSession(ctx, account, browser)
  auditSubject(ctx, 'account', account.id)
  const { token, insertion } = prepareChallenge(ctx, 'second-factor', { accountId: account.id, boundTo: ipAddress })
  return { result: { challenge: token, methods }, statements: [insertion] }
}

/** After this many wrong codes with the right password, the person is notified: someone may know their password. */
const notifyAfterWrongTries = 3

/**
 * Completes the second step of a sign-in (shared/spec/contract.md#second-factor). Throws `CHALLENGE_EXPIRED`, `WRONG_SECOND_FACTOR` or
 * `PASSKEY_NOT_ACCEPTED`; five wrong answers end the sign-in.
 */
export async function signInWithSecondFactor(http: HttpContext, input: SecondFactor): Promise<{ accessToken: string }> {
  const { rateLimits, orm } = http.services
  const { accountId, tries } = await countTry(createContext(http, orm.em.fork()), input.challenge, http.ipAddress)
  const counter = await codeCounter(http, accountId)
  const codes = 'code' in input ? await rateLimits.count('secondFactorPerAccount', counter) : undefined
  // Only codes of the app can be guessed: neither passkeys nor recovery codes are refused because of somebody else's attempts.
  if (codes && !codes.within && 'code' in input && isAuthenticatorCode(input.code))
    throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter: codes.retryAfter })
  try {
    const tokens = await inAuditedTransaction(http, 'auth.login.secondFactor', (ctx) => completeSignIn(ctx, http, input))
    await rateLimits.reset([['secondFactorPerAccount', counter]])
    return setSessionCookie(http, tokens)
  } catch (error) {
    if (isRefusal(error))
      await inAuditedTransaction(http, 'auth.login.secondFactor.denied', (ctx) => recordDenial(ctx, accountId, codes?.hits ?? tries))
    throw error
  }
}

/**
 * Returns what a browser needs to ask a device for a passkey: one of the account whose sign-in waits for its second step or, without a
 * challenge, any that the device has for this portal. Throws `CHALLENGE_EXPIRED`.
 */
export async function startPasskeySignIn(ctx: FromAddress, { challenge }: PasskeyOptionsRequest): Promise<PasskeyRequest> {
  if (challenge !== undefined) return passkeyRequestFor(ctx, challenge, await accountOfChallenge(ctx, challenge, ctx.ipAddress))
  const made = await createChallenge(ctx, 'passkey-sign-in', { accountId: null, boundTo: ctx.ipAddress })
  return passkeyRequestFor(ctx, made, null)
}

/**
 * Signs in with a passkey alone. Throws `PASSKEY_NOT_ACCEPTED` for any problem with the passkey or its account, and `CHALLENGE_EXPIRED`.
 */
export async function signInWithPasskey(http: HttpContext, { passkey, sharedDevice }: PasskeySignIn): Promise<{ accessToken: string }> {
  const challenge = challengeIn(passkey)
  const tokens = await inAuditedTransaction(http, 'auth.login.passkey', async (ctx) => {
    await spendChallenge(ctx, 'passkey-sign-in', challenge, http.ipAddress)
    const accountId = await verifyPasskey(ctx, passkey, { challenge, accountId: null })
    const account = await lockActive(ctx, accountId)
    if (!account || !mayUseLocalCredentials(ctx.services, account.roles)) throw new Failure('PASSKEY_NOT_ACCEPTED')
    return openSession(ctx, { ...account, passedSecondStep: true }, { browser: http.browser, sharedDevice })
  })
  return setSessionCookie(http, tokens)
}

async function completeSignIn(ctx: RequestContext, http: HttpContext, input: SecondFactor): Promise<Tokens> {
  const accountId = await spendChallenge(ctx, 'second-factor', input.challenge, http.ipAddress)
  const account = accountId === null ? undefined : await lockActive(ctx, accountId)
  if (!account) throw new Failure('CHALLENGE_EXPIRED')
  const method = await verifyFactor(ctx, account.id, input, input.challenge)
  if (method === 'recovery-code') await enqueueSignInNotice(ctx, account, 'recovery-code-used')
  return openSession(ctx, { ...account, passedSecondStep: true }, { browser: http.browser, sharedDevice: input.sharedDevice })
}

// The lock makes a concurrent disable or password change wait, so that it also ends what was begun here.
function lockActive(ctx: RequestContext, accountId: number) {
  return ctx.db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'roles', 'passwordHash'])
    .where('id', '=', accountId)
    .where('disabledAt', 'is', null)
    .where('verifiedAt', 'is not', null)
    .forShare()
    .executeTakeFirst()
}

// Attempts on a device that the account knows are counted apart, so that somebody else with the password cannot use them up.
async function codeCounter(http: HttpContext, accountId: number): Promise<string> {
  const account = await tables(http.services.orm.em.fork())
    .selectFrom('account')
    .select(['id', 'passwordHash'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const device = account?.passwordHash ? knownDeviceInSecondStep(http, { ...account, passwordHash: account.passwordHash }) : undefined
  return device === undefined ? String(accountId) : `${accountId} on ${device}`
}

// Codes are counted per account: anyone who has the password can get new challenges at will.
async function recordDenial(ctx: RequestContext, accountId: number, tries: number): Promise<void> {
  auditSubject(ctx, 'account', accountId)
  if (tries !== notifyAfterWrongTries) return
  const account = await lockActive(ctx, accountId)
  if (account) await enqueueSignInNotice(ctx, account, 'wrong-codes')
}

function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.id === 'WRONG_SECOND_FACTOR' || error.id === 'PASSKEY_NOT_ACCEPTED')
}
