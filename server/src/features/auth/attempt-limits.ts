import type { HttpContext } from '../../infra/request-context.ts'
import type { Turn } from '../../infra/security/fair-queue.ts'
import { forgetAttempts, slowAttempts } from '../../infra/security/proof-of-work.ts'
import { knownDeviceOf, type MarkedAccount } from './known-devices.ts'

const signInLimits = {
  perAddress: 'signInPerAddress',
  perSubjectAndAddress: 'signInPerAccountAndAddress',
  perSubject: 'signInPerAccount',
} as const

/** Someone's attempt at an account, whether or not there is one. */
export interface Attempt {
  readonly email: string
  readonly account: MarkedAccount | undefined
  readonly proof?: string | undefined
}

/**
 * Counts an attempt to sign in and returns its turn at the password check (shared/spec/contract.md#sign-in-attempts). Outsiders are counted
 * by account and address, and by account: past either, they are asked for a proof of work, so that no one can lock an account. A device
 * that the account knows is counted for itself. Throws `TOO_MANY_REQUESTS`.
 */
export async function countSignIn(ctx: HttpContext, attempt: Attempt): Promise<Turn> {
  const { rateLimits } = ctx.services
  const device = deviceOf(ctx, attempt)
  if (device !== undefined && (await rateLimits.count('signInPerKnownDevice', device)).within) return { from: device, isKnown: true }
  await slowAttempts(ctx, signInLimits, { purpose: 'sign-in', subject: attempt.email, proof: attempt.proof })
  return { from: ctx.ipAddress }
}

/** Forgets the attempts at an account whose owner has just proved to be here. */
export async function forgetSignIns(ctx: HttpContext, attempt: Attempt): Promise<void> {
  const { rateLimits } = ctx.services
  const device = deviceOf(ctx, attempt)
  if (device !== undefined) await rateLimits.reset([['signInPerKnownDevice', device]])
  await forgetAttempts(ctx, signInLimits, { subject: attempt.email })
}

/**
 * Counts a request for a reset link and says whether one may be sent. The windows last as long as a link works: anyone who is past a limit
 * has one in the mailbox that still does.
 */
export async function countReset(ctx: HttpContext, attempt: Attempt): Promise<boolean> {
  const { rateLimits } = ctx.services
  const device = deviceOf(ctx, attempt)
  const own = await rateLimits.count('resetPerAccountAndAddress', device ?? pairOf(ctx, attempt))
  if (!own.within || device !== undefined) return own.within
  return (await rateLimits.count('resetPerAccount', attempt.email)).within
}

const nobody: MarkedAccount = { id: 0, passwordHash: '' }

function deviceOf(ctx: HttpContext, { account = nobody }: Attempt): string | undefined {
  const device = knownDeviceOf(ctx, account)
  return device === undefined ? undefined : `device ${account.id} ${device}`
}

function pairOf(ctx: HttpContext, { email }: Attempt): string {
  return `${email} ${ctx.ipAddress}`
}
