import { createHash, createHmac, createSecretKey, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto'
import { sql as expression, type ExpressionBuilder, type Insertable, type Kysely } from 'kysely'
import { limits } from '@portico/shared/words/limits'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { hashOfSecret, newSecret, seal, unseal } from '../../infra/security/encryption.ts'
import { prepared, preparedStatement } from '../../infra/postgres/statements/prepared.ts'
import { sendInOrder } from '../../infra/postgres/statements/pipelined-transaction.ts'
import { inTransaction, type Outstanding } from '../../infra/postgres/transaction.ts'
import {
  sql,
  type CallContext,
  type Caller,
  type Database,
  type HttpContext,
  type RequestContext,
  type Services,
} from '../../infra/request-context.ts'
import { newAccessToken, readAccessToken } from './access-tokens.ts'
import { rememberDevice, type MarkedAccount } from './known-devices.ts'
import { isIdle, recordUse } from './shared-devices.ts'
import { voidChallenges } from './second-factor/challenges.ts'

/** The tokens of a signed-in browser. `expires` is when the session ends, regardless of use. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expires: Date
  /** The account, if it has just signed in on a device that is not shared; undefined when a session is renewed or the device is shared. */
  readonly deviceOwner?: MarkedAccount | undefined
}

/** A refresh token that Portico issued; whether it is still valid depends on its session. */
export interface RefreshToken {
  readonly sessionId: string
  readonly text: string
}

/** The browser that a session belongs to. */
export interface SessionBrowser {
  readonly browser: string
  readonly sharedDevice?: boolean | undefined
  /** When the person last proved their identity; defaults to now. */
  readonly provedAt?: Date | undefined
}

/**
 * Starts a 12-hour session in the current transaction and records it in the audit trail
 * (shared/spec/contract.md#sign-in-and-sessions). On a shared device it ends after 60 idle minutes, and the
 * device is not remembered for the account.
 */
export async function openSession(ctx: RequestContext, account: MarkedAccount, browser: SessionBrowser): Promise<Tokens> {
  const { result, statements } = prepareSession(ctx, account, browser)
  await sendInOrder(ctx.db, statements)
  return result
}

/** The same as `openSession`, but returns the statement that starts the session instead of running it. */
export function prepareSession(
  ctx: CallContext,
  account: MarkedAccount,
  { browser, sharedDevice = false, provedAt = ctx.now }: SessionBrowser,
): Outstanding<Tokens> {
  const { services, now } = ctx
  const id = randomUUID()
  const refreshToken = newRefreshToken(services, id)
  const expires = new Date(now.getTime() + limits.refreshSessionMs)
  const insertion = insertSession(ctx.db, {
    id,
    accountId: account.id,
    browser,
    sharedDevice,
    tokenHash: hashOfSecret(refreshToken),
    createdAt: now,
    provedAt: provedAt < now ? provedAt : now,
    expiresAt: expires,
  })
  auditSubject(ctx, 'account', account.id)
  auditSubject(ctx, 'session', id)
  const deviceOwner = sharedDevice ? undefined : account
  return { result: { accessToken: newAccessToken(services, id), refreshToken, expires, deviceOwner }, statements: [insertion] }
}

const insertSession = preparedStatement<Omit<Insertable<Database['session']>, 'rotatedAt' | 'usedAt'>>()((db: Kysely<Database>, place) =>
  db.insertInto('session').values({
    id: place('id'),
    accountId: place('accountId'),
    browser: place('browser'),
    sharedDevice: place('sharedDevice'),
    tokenHash: place('tokenHash'),
    createdAt: place('createdAt'),
    provedAt: place('provedAt'),
    rotatedAt: place('createdAt'),
    usedAt: place('createdAt'),
    expiresAt: place('expiresAt'),
  }),
)

/**
 * Returns the holder of an access token, with the account's current roles. Undefined if the token is forged or older than ten minutes, its
 * session has ended, or the account may not sign in (any more), so that revoking takes effect on the next request.
 */
export async function findCaller(services: Services, accessToken: string): Promise<Caller | undefined> {
  const sessionId = await readAccessToken(services, accessToken)
  if (sessionId === undefined) return undefined
  const [found] = await selectCaller(sql(services.orm.em.fork()), { sessionId, now: services.clock() })
  if (!found || isIdle(found, services.clock())) return undefined
  const { hasSecondFactor: satisfied, requiredFrom: dueAt, sharedDevice, usedAt, ...caller } = found
  if (sharedDevice) await recordUse(services, sessionId, usedAt)
  return { ...caller, secondFactorDueAt: satisfied ? null : dueAt }
}

const selectCaller = prepared<{ sessionId: string; now: Date }>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.roles',
      'account.translates',
      'account.signsOffTranslations',
      'session.id as sessionId',
      'session.provedAt',
      'session.sharedDevice',
      'session.usedAt',
    ])
    .select((account) => [hasSecondFactor(account).as('hasSecondFactor'), requiredFrom(account).as('requiredFrom')])
    .where('session.id', '=', place('sessionId'))
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', place('now'))
    .where('account.disabledAt', 'is', null)
    .where('account.verifiedAt', 'is not', null),
)

type AccountRow = ExpressionBuilder<Database, 'account'>

/** SQL expression: whether an account has a second factor. */
export function hasSecondFactor(account: AccountRow) {
  const passkey = account.selectFrom('passkey').select('id').whereRef('passkey.accountId', '=', 'account.id')
  const app = account
    .selectFrom('authenticator_app')
    .select('id')
    .whereRef('accountId', '=', 'account.id')
    .where('confirmedAt', 'is not', null)
  return account.or([account.exists(passkey), account.exists(app)])
}

/**
 * SQL expression: when an account starts to need a second factor. The strictest policy of its roles applies, counted from the start of the
 * policy or the creation of the account, whichever is later.
 */
export function requiredFrom(account: AccountRow) {
  return account
    .selectFrom('sign_in_policy')
    .select(expression<Date | null>`min(greatest(required_since, account.created_at) + make_interval(days => grace_days))`.as('due'))
    .where(expression<boolean>`role = any(account.roles)`)
}

/** Parses a refresh token; undefined if Portico never issued it, so a made-up token cannot end a session. */
export function readRefreshToken(services: Services, text: string | undefined): RefreshToken | undefined {
  const [sessionId = '', secret = '', mark = ''] = text?.split('.') ?? []
  const given = Buffer.from(mark, 'base64url')
  const wanted = tokenMac(services, sessionId, secret)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return { sessionId, text: `${sessionId}.${secret}.${mark}` }
}

/**
 * Exchanges a refresh token for its successor. For ten seconds the previous token returns the same successor, so that two tabs do not sign
 * each other out; after that, or with any older token, the token must have been copied and the session ends. Undefined if there is no
 * session to continue.
 */
export async function rotate(ctx: RequestContext, token: RefreshToken): Promise<Tokens | undefined> {
  const session = await lockSession(ctx, token.sessionId)
  if (!session || isIdle(session, ctx.now)) return undefined
  const presentedHash = hashOfSecret(token.text)
  if (session.tokenHash.equals(presentedHash)) return issueSuccessor(ctx, token, session.expiresAt)
  const inGrace = ctx.now.getTime() - session.rotatedAt.getTime() <= limits.refreshGraceMs
  if (inGrace && session.previousHash?.equals(presentedHash) && session.successorSealed) {
    const refreshToken = unseal(successorKey(token), successorAssociatedData(token), session.successorSealed).toString()
    return { accessToken: newAccessToken(ctx.services, session.id), refreshToken, expires: session.expiresAt }
  }
  await endSession(ctx, session.id)
  return undefined
}

/** Hands the tokens to the browser: the refresh token as a cookie, the access token as the response. */
export function setSessionCookie(ctx: HttpContext, { accessToken, refreshToken, expires, deviceOwner }: Tokens): { accessToken: string } {
  if (deviceOwner !== undefined) rememberDevice(ctx, deviceOwner)
  ctx.cookie.set(refreshToken, expires)
  return { accessToken }
}

/** Ends one session; does nothing if it has already ended. */
export async function endSession(ctx: RequestContext, sessionId: string): Promise<void> {
  auditSubject(ctx, 'session', sessionId)
  await ctx.db.updateTable('session').set({ revokedAt: ctx.now }).where('id', '=', sessionId).where('revokedAt', 'is', null).execute()
}

/** Ends sessions of an account, either `only` one or all `except` one, and returns how many ended. */
export async function endSessions(
  ctx: RequestContext,
  accountId: number,
  which: { readonly only: string } | { readonly except: string },
): Promise<number> {
  const [operator, id] = 'only' in which ? (['=', which.only] as const) : (['!=', which.except] as const)
  const ended = await ctx.db
    .updateTable('session')
    .set({ revokedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('id', operator, id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  for (const session of ended) auditSubject(ctx, 'session', session.id)
  return ended.length
}

/**
 * Ends every session of an account and every sign-in that waits for its second step, for example after a password change. Lock the
 * account's row first, or a concurrent sign-in may slip through.
 */
export async function endAllSessions(ctx: RequestContext, accountId: number): Promise<void> {
  await voidChallenges(ctx, accountId)
  await ctx.db
    .updateTable('session')
    .set({ revokedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute()
}

async function lockSession(ctx: RequestContext, sessionId: string) {
  auditSubject(ctx, 'session', sessionId)
  const session = await ctx.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['session.id', 'accountId', 'tokenHash', 'previousHash', 'successorSealed', 'rotatedAt', 'usedAt', 'sharedDevice', 'expiresAt'])
    .where('session.id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('account.disabledAt', 'is', null)
    .where('account.verifiedAt', 'is not', null)
    .forUpdate('session')
    .executeTakeFirst()
  if (session) auditSubject(ctx, 'account', session.accountId)
  return session
}

async function issueSuccessor(ctx: RequestContext, token: RefreshToken, expires: Date): Promise<Tokens> {
  const refreshToken = newRefreshToken(ctx.services, token.sessionId)
  await ctx.db
    .updateTable('session')
    .set({
      tokenHash: hashOfSecret(refreshToken),
      previousHash: hashOfSecret(token.text),
      successorSealed: seal(successorKey(token), successorAssociatedData(token), refreshToken),
      rotatedAt: ctx.now,
      usedAt: ctx.now,
    })
    .where('id', '=', token.sessionId)
    .execute()
  return { accessToken: newAccessToken(ctx.services, token.sessionId), refreshToken, expires }
}

function newRefreshToken(services: Services, sessionId: string): string {
  const secret = newSecret()
  return `${sessionId}.${secret}.${tokenMac(services, sessionId, secret).toString('base64url')}`
}

// Distinguishes a token that was once valid, whose reuse is an alarm, from one that was made up.
function tokenMac(services: Services, sessionId: string, secret: string): Buffer {
  return createHmac('sha256', services.encryption.signingKey).update(`refresh:${sessionId}:${secret}`).digest().subarray(0, 16)
}

// Only the holder of the previous token can open its successor: neither the database nor the keyring is enough.
function successorKey(token: RefreshToken): KeyObject {
  return createSecretKey(createHash('sha256').update(`successor:${token.text}`).digest())
}

function successorAssociatedData(token: RefreshToken): string {
  return `session:${token.sessionId}:successor`
}

const retentionMs = 30 * 24 * 60 * 60 * 1000

/** Deletes sessions and links a month after they expire; until then, a reused one can be told from an unknown one. */
export async function sweepExpiredSessions(services: Services): Promise<void> {
  await inTransaction(services, 'sweep', async ({ db, now }) => {
    const before = new Date(now.getTime() - retentionMs)
    await db.deleteFrom('session').where('expiresAt', '<', before).execute()
    await db.deleteFrom('one_time_token').where('expiresAt', '<', before).execute()
    await db.deleteFrom('sign_in_challenge').where('expiresAt', '<', now).execute()
    await db.deleteFrom('rate_counter').where('windowStart', '<', before).execute()
  })
}
