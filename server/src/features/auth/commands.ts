import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Credentials, Registration, Reset } from '@portico/shared/contract/auth'
import { firstAccountAddress } from '@portico/shared/rules/managed-accounts'
import { passwordFault } from '@portico/shared/rules/passwords'
import { prepared } from '../../infra/postgres/statements/prepared.ts'
import { inAuditedPipeline, inAuditedTransaction, type Outstanding } from '../../infra/postgres/transaction.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { Turn } from '../../infra/security/turns/fair-queue.ts'
import { commonPasswords } from '../../infra/security/passwords/common-passwords.ts'
import { hashPassword, verifyPassword } from '../../infra/security/passwords/passwords.ts'
import { emailForm } from '../../infra/security/sealed-respondent.ts'
import {
  type CallContext,
  type Database,
  type HttpContext,
  sql as statements,
  createContext,
  type Services,
  type RequestContext,
} from '../../infra/request-context.ts'
import { enqueueEmail } from '../messages/commands.ts'
import { checkInTurn, countReset, signInCounters } from './attempt-limits.ts'
import { createInvited } from './accounts.ts'
import { isInviterEntitled } from './first-account.ts'
import { createLink, readLink, spendAccountLink, spendLink, voidLinks, type LinkKind } from './links.ts'
import { findFactors } from './second-factor/factors.ts'
import { sessionOrChallenge, type WaitingSignIn } from './second-factor/sign-in.ts'
import { mayUseLocalCredentials } from './single-sign-on/local-sign-in.ts'
import { isRecorded } from './queries.ts'
import { isForbiddenSeedPassword } from './seed-credentials.ts'
import { endAllSessions, endSession, setSessionCookie, readRefreshToken, rotate, type SessionBrowser, type Tokens } from './sessions.ts'

// Responses are delayed by a fixed time, longer than the work takes, so that timing does not reveal whether a message was sent.
const answerDelayMs = 100

/**
 * Signs in. Every failure (address, password, a disabled or unverified account) throws the same `INVALID_CREDENTIALS` after the same work;
 * for an unverified account the right password also sends a new link (shared/spec/contract.md#sign-in-and-sessions). Throws
 * `SECOND_FACTOR_REQUIRED` with a challenge if the account has a second factor.
 */
export async function signIn(ctx: HttpContext, input: Credentials): Promise<{ accessToken: string }> {
  const email = emailForm(input.email)
  const account = await findAccount(ctx.services, email)
  const attempt = { email, account, proof: input.proof }
  const matches = await checkInTurn(ctx, attempt, (turn) => verifyPassword(account?.passwordHash ?? null, input.password, turn))
  const isPasswordAccepted =
    matches && !isForbiddenSeedPassword(ctx, input.password) && mayUseLocalCredentials(ctx.services, account?.roles)
  if (!account || !isPasswordAccepted || account.disabledAt || !account.verifiedAt) {
    const answerTime = delay(answerDelayMs)
    await inAuditedTransaction(ctx, 'auth.login.local.denied', (ctx) => denySignIn(ctx, { email, account, isPasswordAccepted }))
    await answerTime
    throw new Failure('INVALID_CREDENTIALS')
  }
  const browser = { browser: ctx.browser, ipAddress: ctx.ipAddress, sharedDevice: input.sharedDevice }
  const tokens = await inAuditedPipeline(ctx, 'auth.login.local', async (work) => {
    const { result, statements } = await completeSignIn(work, account, browser)
    return { result, statements: [...statements, ctx.services.rateLimits.resetStatement(signInCounters(ctx, attempt))] }
  })
  if ('challenge' in tokens) throw new Failure('SECOND_FACTOR_REQUIRED', undefined, tokens)
  return setSessionCookie(ctx, tokens)
}

/** Returns a new access token for the cookie's session. Throws `NO_SESSION`. */
export async function refresh(ctx: HttpContext): Promise<{ accessToken: string }> {
  const token = readRefreshToken(ctx.services, ctx.cookie.value)
  const isKnown = token !== undefined && (await isRecorded(ctx, token.sessionId))
  const tokens = isKnown && (await inAuditedTransaction(ctx, 'auth.tokens.refresh', (ctx) => rotate(ctx, token)))
  if (tokens) return setSessionCookie(ctx, tokens)
  ctx.cookie.clear()
  throw new Failure('NO_SESSION')
}

/**
 * Ends the sessions of the cookie and of the access token, if any. The cookie is cleared only after the session has ended, so that a
 * sign-out can be retried if the database was unavailable.
 */
export async function signOut(ctx: HttpContext): Promise<Record<string, never>> {
  const named = [readRefreshToken(ctx.services, ctx.cookie.value)?.sessionId, ctx.caller?.sessionId]
  const ending = new Set<string>()
  for (const id of named) if (id !== undefined && !ending.has(id) && (await isRecorded(ctx, id))) ending.add(id)
  if (ending.size > 0) {
    await inAuditedTransaction(ctx, 'auth.sign-out', async (ctx) => {
      for (const sessionId of ending) await endSession(ctx, sessionId)
    })
  }
  ctx.cookie.clear()
  return {}
}

/**
 * Creates the account of a registration link, with the invitation's address, role, agency and workshops. Throws `INVALID_CODE` if the link
 * is invalid or its sender may no longer invite, `INVALID_REQUEST` if the password is too easy to guess, and `TOO_MANY_REQUESTS` after too
 * many attempts with the link (shared/spec/contract.md#limits).
 */
export async function register(ctx: HttpContext, input: Registration): Promise<Record<string, never>> {
  await judgePassword(ctx, 'registration', input)
  const passwordHash = await hashPassword(input.password, turnOf(input.token))
  await inAuditedTransaction(ctx, 'auth.register.local', async (ctx) => {
    const { invitation } = await spendLink(ctx, 'registration', input.token)
    if (!invitation) throw new Error('A registration link holds no invitation')
    if (!(await isInviterEntitled(ctx, invitation))) throw new Failure('INVALID_CODE')
    const email = invitation.email || addressFromName(input.name)
    const verifiedAt = email === firstAccountAddress ? ctx.now : null
    const id = await createInvited(ctx, invitation, { email, name: input.name, passwordHash, verifiedAt })
    if (id === undefined) throw new Failure('INVALID_CODE')
    auditSubject(ctx, 'account', id)
    if (!verifiedAt) await sendLink(ctx, 'verify', { id, email, name: input.name })
  })
  return {}
}

/** Confirms the e-mail address of an account. Throws `INVALID_CODE`. */
export async function verify(ctx: RequestContext, input: { readonly code: string }): Promise<Record<string, never>> {
  const id = await spendAccountLink(ctx, 'verify', input.code)
  await markVerified(ctx, id)
  await voidLinks(ctx, id, ['verify'])
  auditSubject(ctx, 'account', id)
  return {}
}

/**
 * Sends a link to set a new password if the address has an account that is not disabled; the response and its timing are always the same.
 */
export async function beginResetPassword(ctx: HttpContext, input: { readonly email: string }): Promise<Record<string, never>> {
  const answerTime = delay(answerDelayMs)
  const email = emailForm(input.email)
  const account = await findAccount(ctx.services, email)
  const maySend = await countReset(ctx, { email, account })
  const isOpen = !account?.disabledAt && mayUseLocalCredentials(ctx.services, account?.roles)
  await inAuditedTransaction(ctx, 'auth.beginResetPassword', (ctx) =>
    sendOrSimulate(ctx, 'reset', email, maySend && isOpen ? account : undefined),
  )
  await answerTime
  return {}
}

/**
 * Sets a new password and ends all sessions of the account. The link came by e-mail, so it also confirms the address. Throws
 * `INVALID_CODE`, `INVALID_REQUEST` if the password is too easy to guess, and `TOO_MANY_REQUESTS` after too many attempts with the link
 * (shared/spec/contract.md#limits).
 */
export async function finishResetPassword(ctx: HttpContext, input: Reset): Promise<Record<string, never>> {
  await judgePassword(ctx, 'reset', input)
  const passwordHash = await hashPassword(input.password, turnOf(input.token))
  const account = await inAuditedTransaction(ctx, 'auth.finishResetPassword', async (ctx) => {
    const id = await spendAccountLink(ctx, 'reset', input.token)
    const changed = await ctx.db
      .updateTable('account')
      .set({ passwordHash })
      .where('id', '=', id)
      .where('disabledAt', 'is', null)
      .returning(['id', 'email', 'passwordHash'])
      .executeTakeFirst()
    if (!changed) throw new Failure('INVALID_CODE')
    await markVerified(ctx, id)
    await voidLinks(ctx, id, ['reset', 'verify'])
    await endAllSessions(ctx, id)
    auditSubject(ctx, 'account', id)
    return changed
  })
  await ctx.services.rateLimits.reset(signInCounters(ctx, { email: account.email, account }))
  return {}
}

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

async function findAccount(services: Services, email: string) {
  const [account] = await selectAccount(statements(services.orm.em.fork()), { email })
  return account
}

const selectAccount = prepared<{ email: string }>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'passwordHash', 'roles', 'disabledAt', 'verifiedAt'])
    .where('email', '=', place('email')),
)

// The account may have been disabled, or its password changed, while the old password was being checked; the lock makes such changes wait.
// Its second factors are read after the lock, although both statements are sent at once.
async function completeSignIn(
  ctx: CallContext,
  account: FoundAccount,
  browser: SessionBrowser & Pick<HttpContext, 'ipAddress'>,
): Promise<Outstanding<Tokens | WaitingSignIn>> {
  const [[unchanged], factors] = await Promise.all([lockUnchanged(ctx.db, account), findFactors(ctx, account.id)])
  if (!unchanged) throw new Failure('INVALID_CREDENTIALS')
  return sessionOrChallenge(ctx, account, factors, browser)
}

const lockUnchanged = prepared<Pick<FoundAccount, 'id' | 'passwordHash'>>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', place('id'))
    .where('passwordHash', '=', place('passwordHash'))
    .where('disabledAt', 'is', null)
    .forShare(),
)

interface DeniedSignIn {
  readonly email: string
  readonly account: FoundAccount | undefined
  readonly isPasswordAccepted: boolean
}

async function denySignIn(ctx: RequestContext, { email, account, isPasswordAccepted }: DeniedSignIn): Promise<void> {
  const waiting = isPasswordAccepted && account && !account.disabledAt && !account.verifiedAt
  await sendOrSimulate(ctx, 'verify', email, waiting ? account : undefined)
  if (account) auditSubject(ctx, 'account', account.id)
}

// Done before hashing, which is expensive, so that nobody can have passwords hashed without a valid link, or without end with one.
async function judgePassword(
  ctx: HttpContext,
  kind: LinkKind,
  { token, password, name = '' }: { readonly token: string; readonly password: string; readonly name?: string },
): Promise<void> {
  const reading = createContext(ctx, ctx.services.orm.em.fork())
  const { accountId, invitation } = await readLink(reading, kind, token)
  await ctx.services.rateLimits.consume('passwordsPerLink', token)
  const account = await reading.db.selectFrom('account').select(['email', 'name']).where('id', '=', accountId).executeTakeFirst()
  await refuseGuessable(password, account ? [account.email, account.name] : [invitation?.email || addressFromName(name), name])
}

// Whoever holds a usable link goes before strangers, and waits only for others with the same link.
function turnOf(token: string): Turn {
  return { from: `link ${token}`, standing: 'trusted' }
}

function addressFromName(name: string): string {
  const address = z.email().safeParse(emailForm(name))
  return address.data ?? firstAccountAddress
}

async function refuseGuessable(password: string, known: readonly string[]): Promise<void> {
  const fault = passwordFault(password, { common: await commonPasswords(), known })
  if (fault !== undefined) throw new Failure('INVALID_REQUEST', fault)
}

async function markVerified(ctx: RequestContext, accountId: number): Promise<void> {
  await ctx.db.updateTable('account').set({ verifiedAt: ctx.now }).where('id', '=', accountId).where('verifiedAt', 'is', null).execute()
}

interface LinkRecipient {
  readonly id: number | null
  readonly email: string
  readonly name: string
}

async function sendLink(ctx: RequestContext, kind: 'verify' | 'reset', { id, email, name }: LinkRecipient): Promise<void> {
  const link = await createLink(ctx, kind, { accountId: id })
  await enqueueEmail(ctx, { kind, to: email, link, name })
}

// If no link is to be sent, the same work is done and rolled back, so that timing does not reveal whether an address is known.
async function sendOrSimulate(
  ctx: RequestContext,
  kind: 'verify' | 'reset',
  email: string,
  recipient: LinkRecipient | undefined,
): Promise<void> {
  await sql`savepoint email`.execute(ctx.db)
  await sendLink(ctx, kind, recipient ?? { id: null, email, name: email })
  if (recipient) await sql`release savepoint email`.execute(ctx.db)
  else await sql`rollback to savepoint email`.execute(ctx.db)
  if (recipient?.id) auditSubject(ctx, 'account', recipient.id)
}
