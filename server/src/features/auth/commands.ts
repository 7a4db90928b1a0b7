import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Credentials, Registration, Reset } from '@portico/shared/contract/auth'
import { roleOfAccountType } from '@portico/shared/words/roles'
import type { Context } from '../../api/context.ts'
import { unitOfWork } from '../../api/procedures.ts'
import type { Invitation } from '../../entities/one-time-token.ts'
import { note } from '../../infra/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { hashPassword, verifyPassword } from '../../infra/passwords.ts'
import { emailForm } from '../../infra/person.ts'
import { sql as statements, startWork, type Deps, type Work } from '../../infra/work.ts'
import { enqueueLetter } from '../messages/commands.ts'
import { createAccount, grantWorkshops, joinAgency, mayInvite } from './accounts.ts'
import { addressOfFirst, lockFirstAccount } from './first-account.ts'
import { createLink, isUsable, spendAccountLink, spendLink, voidLinks, type LinkKind } from './links.ts'
import { endAllSessions, endSession, openSession, readRefreshToken, rotate, type Tokens } from './sessions.ts'

/**
 * Signs in. Whatever is wrong (address, password, a disabled or unverified account) is answered with one `INVALID_CREDENTIALS`, after
 * the same work; to an unverified account the right password sends a new link (contract section 4, Sign-in).
 */
export async function signIn(ctx: Context, input: Credentials): Promise<{ accessToken: string }> {
  const { rates } = ctx.deps
  const email = emailForm(input.email)
  await rates.spend('signInPerAddress', ctx.address)
  await rates.spend('signInPerAccount', email)
  const account = await findAccount(ctx.deps, email)
  const fits = await verifyPassword(account?.passwordHash ?? null, input.password)
  if (!account || !fits || account.disabledAt || !account.verifiedAt) {
    await unitOfWork(ctx, 'auth.login.local.denied', (work) => denySignIn(work, { email, account, fits }))
    throw new Failure('INVALID_CREDENTIALS')
  }
  const tokens = await unitOfWork(ctx, 'auth.login.local', (work) => admit(work, account))
  await rates.forget('signInPerAccount', email)
  return handOver(ctx, tokens)
}

/** A new access token for the session of the cookie. Throws `NO_SESSION`. */
export async function refresh(ctx: Context): Promise<{ accessToken: string }> {
  const token = readRefreshToken(ctx.deps, ctx.cookie.value)
  const tokens = token && (await unitOfWork(ctx, 'auth.tokens.refresh', (work) => rotate(work, token)))
  if (tokens) return handOver(ctx, tokens)
  ctx.cookie.clear()
  throw new Failure('NO_SESSION')
}

/** Ends the session of the cookie and that of the access token, if there are any. */
export async function signOut(ctx: Context): Promise<Record<string, never>> {
  const ending = new Set([readRefreshToken(ctx.deps, ctx.cookie.value)?.sessionId, ctx.caller?.sessionId].filter((id) => id !== undefined))
  ctx.cookie.clear()
  if (ending.size > 0) {
    await unitOfWork(ctx, 'auth.sign-out', async (work) => {
      for (const sessionId of ending) await endSession(work, sessionId)
    })
  }
  return {}
}

/**
 * Creates the account that a registration link promises: address, role, agency and workshops are the invitation's. Throws
 * `INVALID_CODE` for a link that does not work, or whose sender may no longer invite, and `INVALID_REQUEST` for a password that anybody would try first.
 */
export async function register(ctx: Context, input: Registration): Promise<Record<string, never>> {
  await requireUsable(ctx, 'registration', input.token)
  const passwordHash = await hashPassword(input.password)
  await unitOfWork(ctx, 'auth.register.local', async (work) => {
    const { invitation } = await spendLink(work, 'registration', input.token)
    if (!invitation) throw new Error('A registration link holds no invitation')
    await requireInviter(work, invitation)
    const email = invitation.email || addressIn(input.name)
    refuseObvious(input.password, [email, input.name])
    const verifiedAt = email === addressOfFirst ? work.now : null
    const { purpose } = invitation
    const id = await createAccount(work, {
      email,
      name: input.name,
      passwordHash,
      role: roleOfAccountType[invitation.account],
      purpose,
      verifiedAt,
    })
    if (id === undefined) throw new Failure('INVALID_CODE')
    note(work, 'account', id)
    if (invitation.agencyId !== null) await joinAgency(work, id, invitation.agencyId)
    await grantWorkshops(work, id, invitation.workshopIds)
    if (!verifiedAt) await sendLink(work, 'verify', { id, email, name: input.name })
  })
  return {}
}

/** Confirms the address of an account. Throws `INVALID_CODE`. */
export async function verify(ctx: Context, input: { readonly code: string }): Promise<Record<string, never>> {
  await ctx.deps.rates.spend('linkPerAddress', ctx.address)
  await unitOfWork(ctx, 'auth.register.verify', async (work) => {
    const id = await spendAccountLink(work, 'verify', input.code)
    await markVerified(work, id)
    await voidLinks(work, id, ['verify'])
    note(work, 'account', id)
  })
  return {}
}

// Without a password to check, a millisecond would show: the answer waits for longer than the work takes.
const resetAnswerMs = 50

/** Sends a link to set a new password, where the address has an account that is not disabled; neither answer nor time tells. */
export async function beginResetPassword(ctx: Context, input: { readonly email: string }): Promise<Record<string, never>> {
  const answerTime = delay(resetAnswerMs)
  const email = emailForm(input.email)
  await ctx.deps.rates.spend('resetPerAddress', ctx.address)
  await ctx.deps.rates.spend('resetPerAccount', email)
  const account = await findAccount(ctx.deps, email)
  await unitOfWork(ctx, 'auth.beginResetPassword', (work) =>
    sendOrRehearse(work, 'reset', email, account?.disabledAt ? undefined : account),
  )
  await answerTime
  return {}
}

/**
 * Sets a new password and ends all sessions of the account. The link came by mail, so it confirms the address as well. Throws
 * `INVALID_CODE`, and `INVALID_REQUEST` for a password that anybody would try first.
 */
export async function finishResetPassword(ctx: Context, input: Reset): Promise<Record<string, never>> {
  await requireUsable(ctx, 'reset', input.token)
  const passwordHash = await hashPassword(input.password)
  const email = await unitOfWork(ctx, 'auth.finishResetPassword', async (work) => {
    const id = await spendAccountLink(work, 'reset', input.token)
    const changed = await work.db
      .updateTable('account')
      .set({ passwordHash })
      .where('id', '=', id)
      .where('disabledAt', 'is', null)
      .returning(['email', 'name'])
      .executeTakeFirst()
    if (!changed) throw new Failure('INVALID_CODE')
    refuseObvious(input.password, [changed.email, changed.name])
    await markVerified(work, id)
    await voidLinks(work, id, ['reset', 'verify'])
    await endAllSessions(work, id)
    note(work, 'account', id)
    return changed.email
  })
  await ctx.deps.rates.forget('signInPerAccount', email)
  return {}
}

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

function findAccount(deps: Deps, email: string) {
  return statements(deps.orm.em.fork())
    .selectFrom('account')
    .select(['id', 'email', 'name', 'passwordHash', 'disabledAt', 'verifiedAt'])
    .where('email', '=', email)
    .executeTakeFirst()
}

// The account may have been disabled, or got a new password, while its old one was being checked; the lock makes whoever does that wait.
async function admit(work: Work, account: FoundAccount): Promise<Tokens> {
  const unchanged = await work.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', account.id)
    .where('passwordHash', '=', account.passwordHash)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!unchanged) throw new Failure('INVALID_CREDENTIALS')
  return openSession(work, account.id)
}

interface Attempt {
  readonly email: string
  readonly account: FoundAccount | undefined
  readonly fits: boolean
}

async function denySignIn(work: Work, { email, account, fits }: Attempt): Promise<void> {
  const waiting = fits && account && !account.disabledAt && !account.verifiedAt
  await sendOrRehearse(work, 'verify', email, waiting ? account : undefined)
  if (account) note(work, 'account', account.id)
}

function handOver(ctx: Context, { accessToken, refreshToken, expires }: Tokens): { accessToken: string } {
  ctx.cookie.set(refreshToken, expires)
  return { accessToken }
}

// Hashing costs much more than looking: nobody without a link makes the server do it.
async function requireUsable(ctx: Context, kind: LinkKind, secret: string): Promise<void> {
  await ctx.deps.rates.spend('linkPerAddress', ctx.address)
  const work = startWork(ctx.deps, ctx.deps.orm.em.fork(), ctx)
  if (!(await isUsable(work, kind, secret))) throw new Failure('INVALID_CODE')
}

// An invitation is as good as its sender still is; that of the first account, as long as there is none.
async function requireInviter(work: Work, { invitedBy, account }: Invitation): Promise<void> {
  if (invitedBy === null) {
    if (await lockFirstAccount(work)) throw new Failure('INVALID_CODE')
    return
  }
  const inviter = await work.db
    .selectFrom('account')
    .select('roles')
    .where('id', '=', invitedBy)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!inviter || !mayInvite(inviter.roles, account)) throw new Failure('INVALID_CODE')
}

function addressIn(name: string): string {
  const address = z.email().safeParse(emailForm(name))
  return address.data ?? addressOfFirst
}

function refuseObvious(password: string, known: readonly string[]): void {
  const obvious = known.some((text) => text.toLowerCase() === password.trim().toLowerCase())
  if (obvious) throw new Failure('INVALID_REQUEST', 'Choose a password that is not your name or your email address.')
}

async function markVerified(work: Work, accountId: number): Promise<void> {
  await work.db.updateTable('account').set({ verifiedAt: work.now }).where('id', '=', accountId).where('verifiedAt', 'is', null).execute()
}

interface Reader {
  readonly id: number | null
  readonly email: string
  readonly name: string
}

async function sendLink(work: Work, kind: 'verify' | 'reset', { id, email, name }: Reader): Promise<void> {
  const link = await createLink(work, kind, { accountId: id })
  await enqueueLetter(work, { kind, to: email, link, name })
}

// Where nobody is to get the link, the same work is done and taken back: the time must not tell whether an address is known.
async function sendOrRehearse(work: Work, kind: 'verify' | 'reset', email: string, reader: Reader | undefined): Promise<void> {
  await sql`savepoint letter`.execute(work.db)
  await sendLink(work, kind, reader ?? { id: null, email, name: email })
  if (reader) await sql`release savepoint letter`.execute(work.db)
  else await sql`rollback to savepoint letter`.execute(work.db)
  if (reader?.id) note(work, 'account', reader.id)
}
