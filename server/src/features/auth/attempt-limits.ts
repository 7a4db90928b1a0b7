import type { HttpContext } from '../../infra/request-context.ts'
import { QueueFull, type Turn } from '../../infra/security/turns/fair-queue.ts'
import type { Counter } from '../../infra/security/rate-limits.ts'
import { askForProof, attemptCounters, attemptPurpose, throttleAttempts } from '../../infra/security/proof-of-work.ts'
import { knownDeviceOf, type MarkedAccount } from './known-devices.ts'

const signInLimits = {
  perAddress: 'signInPerAddress',
  perSubjectAndAddress: 'signInPerAccountAndAddress',
  perSubject: 'signInPerAccount',
} as const

/** An attempt to sign in to an account, whether or not the account exists. */
export interface Attempt {
  readonly email: string
  readonly account: MarkedAccount | undefined
  readonly proof?: string | undefined
}

/** What the proof of a sign-in is for, before its e-mail address. */
const purpose = 'sign-in'

// How long it takes until a full queue has places again, in seconds.
const queueSeconds = 5

/**
 * Counts a sign-in attempt and checks its password when its turn comes (shared/spec/contract.md#sign-in-attempts). Unknown devices are
 * counted per address, per account and address, and per account: past any of these limits, or without a place in the queue, a proof of work
 * is required, so that nobody can lock an account. A device that the account knows has its own count. Throws `TOO_MANY_REQUESTS`.
 */
export async function checkInTurn<Result>(ctx: HttpContext, attempt: Attempt, check: (turn: Turn) => Promise<Result>): Promise<Result> {
  const turn = await countSignIn(ctx, attempt)
  try {
    return await check(turn)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw askForProof(ctx, { purpose: attemptPurpose(purpose, attempt.email), retryAfter: queueSeconds })
  }
}

async function countSignIn(ctx: HttpContext, attempt: Attempt): Promise<Turn> {
  const { rateLimits } = ctx.services
  const device = deviceKey(ctx, attempt)
  if (device !== undefined && (await rateLimits.count('signInPerKnownDevice', device)).within) return { from: device, standing: 'trusted' }
  const isProved = await throttleAttempts(ctx, signInLimits, { purpose, subject: attempt.email, proof: attempt.proof })
  return { from: ctx.ipAddress, standing: isProved ? 'proven' : 'stranger' }
}

/** Returns the counters to reset once the owner of an account has proved their identity. */
export function signInCounters(ctx: HttpContext, attempt: Attempt): Counter[] {
  const device = deviceKey(ctx, attempt)
  return [
    ...(device === undefined ? [] : [['signInPerKnownDevice', device] as const]),
    ...attemptCounters(ctx, signInLimits, attempt.email),
  ]
}

/**
 * Counts a request for a reset link and returns whether one may be sent (shared/spec/contract.md#sign-in-attempts). The shorter windows
 * last as long as a link is valid, so anyone past such a limit already has a valid link in their mailbox; past a limit of a day, one more is
 * sent in each such window. A device that the account knows has its own count and is not subject to the limits of the account.
 */
export async function countReset(ctx: HttpContext, attempt: Attempt): Promise<boolean> {
  const { rateLimits } = ctx.services
  const device = deviceKey(ctx, attempt)
  if (device !== undefined) return (await rateLimits.count('resetPerAccountAndAddress', device)).within
  // Counting stops at the first limit that is passed, so that one address cannot use up what the account has for all.
  const counted = await rateLimits.countInOrder([
    ['resetPerAccountAndAddress', accountAndAddressKey(ctx, attempt)],
    ['resetPerAccountAddressAndDay', accountAndAddressKey(ctx, attempt)],
    ['resetPerAccount', attempt.email],
    ['resetPerAccountAndDay', attempt.email],
  ])
  const over = counted.find(({ within }) => !within)
  if (!over || over.seconds < dayInSeconds) return !over
  return (await rateLimits.count('resetPerAccountPastDay', attempt.email)).within
}

const dayInSeconds = 86_400
const nobody: MarkedAccount = { id: 0, passwordHash: '' }

function deviceKey(ctx: HttpContext, { account = nobody }: Attempt): string | undefined {
  const device = knownDeviceOf(ctx, account)
  return device === undefined ? undefined : `device ${account.id} ${device}`
}

function accountAndAddressKey(ctx: HttpContext, { email }: Attempt): string {
  return `${email} ${ctx.ipAddress}`
}
