import { createHash, createHmac, createSecretKey, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { limits } from '@portico/shared/words/limits'
import { note } from '../../infra/audit.ts'
import { newSecret, seal, unseal } from '../../infra/vault.ts'
import { inTransaction, sql, startWork, type Caller, type Deps, type Work } from '../../infra/work.ts'

/** What a signed-in browser holds. `expires` is when the session ends, however it is used. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expires: Date
}

/** A refresh token that Portico once gave to somebody; whether it is still good, its session says. */
export interface RefreshToken {
  readonly sessionId: string
  readonly text: string
}

/** Starts a session for an account that may sign in. It lasts 12 hours; quality.md section 3 says how its tokens live. */
export function startSession(deps: Deps, accountId: number): Promise<Tokens> {
  return openSession(startWork(deps, deps.orm.em.fork(), { requestId: 'session' }), accountId)
}

/** Starts a session in the transaction of this work, and names it in the audit trail. */
export async function openSession(work: Work, accountId: number): Promise<Tokens> {
  const { deps, now } = work
  const id = randomUUID()
  const refreshToken = newRefreshToken(deps, id)
  const expires = new Date(now.getTime() + limits.refreshSessionMs)
  await work.db
    .insertInto('session')
    .values({ id, accountId, tokenHash: hashOf(refreshToken), createdAt: now, rotatedAt: now, expiresAt: expires })
    .execute()
  note(work, 'account', accountId)
  note(work, 'session', id)
  return { accessToken: await newAccessToken(deps, id), refreshToken, expires }
}

/**
 * Who holds this access token: their account and roles as they are now. Nobody when the token is forged or older than ten
 * minutes, its session has ended, or the account may not sign in (any more): revoking acts on the next request.
 */
export async function findCaller(deps: Deps, accessToken: string): Promise<Caller | undefined> {
  const sessionId = await readAccessToken(deps, accessToken)
  if (sessionId === undefined) return undefined
  return sql(deps.orm.em.fork())
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['account.id', 'account.name', 'account.email', 'account.roles', 'session.id as sessionId'])
    .where('session.id', '=', sessionId)
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', deps.clock())
    .where('account.disabledAt', 'is', null)
    .where('account.verifiedAt', 'is not', null)
    .executeTakeFirst()
}

/** Reads a refresh token; undefined for one that Portico never gave to anybody, which therefore ends no session either. */
export function readRefreshToken(deps: Deps, text: string | undefined): RefreshToken | undefined {
  const [sessionId = '', secret = '', mark = ''] = text?.split('.') ?? []
  const given = Buffer.from(mark, 'base64url')
  const wanted = markOf(deps, sessionId, secret)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return { sessionId, text: `${sessionId}.${secret}.${mark}` }
}

/**
 * Exchanges a refresh token for its successor. For ten seconds the token before is answered with the same successor, so that two
 * tabs do not throw each other out; after that, and for any older token, somebody has a copy: the session ends. Undefined when
 * there is no session to go on with.
 */
export async function rotate(work: Work, token: RefreshToken): Promise<Tokens | undefined> {
  const session = await lockSession(work, token.sessionId)
  if (!session) return undefined
  const shown = hashOf(token.text)
  if (session.tokenHash.equals(shown)) return turn(work, token, session.expiresAt)
  const inGrace = work.now.getTime() - session.rotatedAt.getTime() <= limits.refreshGraceMs
  if (inGrace && session.previousHash?.equals(shown) && session.successorSealed) {
    const refreshToken = unseal(successorKey(token), successorPlace(token), session.successorSealed).toString()
    return { accessToken: await newAccessToken(work.deps, session.id), refreshToken, expires: session.expiresAt }
  }
  await endSession(work, session.id)
  return undefined
}

/** Ends one session; nothing happens when it has ended already. */
export async function endSession(work: Work, sessionId: string): Promise<void> {
  note(work, 'session', sessionId)
  await work.db.updateTable('session').set({ revokedAt: work.now }).where('id', '=', sessionId).where('revokedAt', 'is', null).execute()
}

/** Ends every session of an account, as after a new password. Lock the account's row before, or a sign-in may slip through. */
export async function endAllSessions(work: Work, accountId: number): Promise<void> {
  await work.db
    .updateTable('session')
    .set({ revokedAt: work.now })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute()
}

async function lockSession(work: Work, sessionId: string) {
  note(work, 'session', sessionId)
  const session = await work.db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['session.id', 'accountId', 'tokenHash', 'previousHash', 'successorSealed', 'rotatedAt', 'expiresAt'])
    .where('session.id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', work.now)
    .where('account.disabledAt', 'is', null)
    .where('account.verifiedAt', 'is not', null)
    .forUpdate('session')
    .executeTakeFirst()
  if (session) note(work, 'account', session.accountId)
  return session
}

async function turn(work: Work, token: RefreshToken, expires: Date): Promise<Tokens> {
  const refreshToken = newRefreshToken(work.deps, token.sessionId)
  await work.db
    .updateTable('session')
    .set({
      tokenHash: hashOf(refreshToken),
      previousHash: hashOf(token.text),
      successorSealed: seal(successorKey(token), successorPlace(token), refreshToken),
      rotatedAt: work.now,
    })
    .where('id', '=', token.sessionId)
    .execute()
  return { accessToken: await newAccessToken(work.deps, token.sessionId), refreshToken, expires }
}

const algorithm = 'HS256'
const audience = 'portico'

function newAccessToken(deps: Deps, sessionId: string): Promise<string> {
  const now = deps.clock().getTime()
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
    .setAudience(audience)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + limits.accessTokenMs))
    .sign(deps.vault.signingKey)
}

async function readAccessToken(deps: Deps, accessToken: string): Promise<string | undefined> {
  const options = { algorithms: [algorithm], typ: 'at+jwt', audience, requiredClaims: ['exp', 'sid'], currentDate: deps.clock() }
  const payload = await jwtVerify(accessToken, deps.vault.signingKey, options).then(
    (verified) => verified.payload,
    () => undefined,
  )
  return typeof payload?.['sid'] === 'string' ? payload['sid'] : undefined
}

function newRefreshToken(deps: Deps, sessionId: string): string {
  const secret = newSecret()
  return `${sessionId}.${secret}.${markOf(deps, sessionId, secret).toString('base64url')}`
}

// Tells a token that was once good, whose return is an alarm, from one that somebody made up.
function markOf(deps: Deps, sessionId: string, secret: string): Buffer {
  return createHmac('sha256', deps.vault.signingKey).update(`refresh:${sessionId}:${secret}`).digest().subarray(0, 16)
}

// 256 random bits need no slow hash.
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

// Only who holds the token before can open its successor: neither the database nor the keyring is enough.
function successorKey(token: RefreshToken): KeyObject {
  return createSecretKey(createHash('sha256').update(`successor:${token.text}`).digest())
}

function successorPlace(token: RefreshToken): string {
  return `session:${token.sessionId}:successor`
}

const keptMs = 30 * 24 * 60 * 60 * 1000

/** Deletes sessions and links a month after their end; until then, a reused one can still be told from an unknown one. */
export async function sweepEnded(deps: Deps): Promise<void> {
  await inTransaction(deps, 'sweep', async ({ db, now }) => {
    const before = new Date(now.getTime() - keptMs)
    await db.deleteFrom('session').where('expiresAt', '<', before).execute()
    await db.deleteFrom('one_time_token').where('expiresAt', '<', before).execute()
    await db.deleteFrom('rate_counter').where('windowStart', '<', before).execute()
  })
}
