import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@portico/shared/words/limits'
import type { HttpContext } from '../../infra/request-context.ts'

/** The part of the request context that holds the browser's device cookie. */
type WithDevice = Pick<HttpContext, 'services' | 'deviceCookie'>

/** The account that a mark is bound to: a new password changes `passwordHash` and so invalidates earlier marks. */
export interface MarkedAccount {
  readonly id: number
  readonly passwordHash: string
  /** Whether the sign-in had a second step. */
  readonly passedSecondStep?: boolean
}

interface Mark {
  readonly id: string
  readonly text: string
  readonly expires: Date
}

const maxAccounts = 5

/**
 * Returns the id of the mark set when the account last signed in on this browser, within the last 180 days and with its current password;
 * undefined if the account does not know this browser. A mark grants no access: it only keeps outsiders from using up the owner's attempts.
 */
export function knownDeviceOf(ctx: WithDevice, account: MarkedAccount): string | undefined {
  return marksOf(ctx).find((mark) => isMarkFor(ctx, mark, account))?.id
}

/**
 * The same as `knownDeviceOf`, for the second step: only of a sign-in that passed one. Others can be had with the password alone, any number
 * of them while the account has no second factor.
 */
export function knownDeviceInSecondStep(ctx: WithDevice, account: MarkedAccount): string | undefined {
  return marksOf(ctx).find((mark) => isSignedFor(ctx, mark, { ...account, passedSecondStep: true }))?.id
}

/** Marks the browser as known to this account, and keeps up to four other accounts that signed in on it. */
export function rememberDevice(ctx: WithDevice, account: MarkedAccount): void {
  const { clock } = ctx.services
  const expires = new Date(clock().getTime() + limits.knownDeviceMs)
  const id = randomBytes(12).toString('base64url')
  const others = marksOf(ctx).filter((mark) => !isMarkFor(ctx, mark, account))
  const marks = [newMark(ctx, account, id, expires), ...others.map(({ text }) => text)].slice(0, maxAccounts)
  ctx.deviceCookie.set(marks.join('~'), expires)
}

// A mark is ID.EXPIRY.SIGNATURE; the account is only part of what is signed.
function newMark(ctx: WithDevice, account: MarkedAccount, id: string, expires: Date): string {
  const expiry = expires.getTime().toString(36)
  return `${id}.${expiry}.${signatureOf(ctx, account, id, expiry).toString('base64url')}`
}

function marksOf({ deviceCookie, services }: WithDevice): Mark[] {
  const texts = deviceCookie.value?.split('~').slice(0, maxAccounts) ?? []
  return texts
    .map((text) => ({ id: text.split('.')[0] ?? '', text, expires: new Date(Number.parseInt(text.split('.')[1] ?? '', 36)) }))
    .filter(({ expires }) => expires > services.clock())
}

function isMarkFor(ctx: WithDevice, mark: Mark, account: MarkedAccount): boolean {
  return [true, false].some((passedSecondStep) => isSignedFor(ctx, mark, { ...account, passedSecondStep }))
}

function isSignedFor(ctx: WithDevice, { text }: Mark, account: MarkedAccount): boolean {
  const [id = '', expiry = '', signature = ''] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(ctx, account, id, expiry)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf({ services }: WithDevice, account: MarkedAccount, id: string, expiry: string): Buffer {
  const kind = account.passedSecondStep ? 'device-in-second-step' : 'device'
  const marked = `${kind}:${account.id}:${account.passwordHash}:${id}:${expiry}`
  return createHmac('sha256', services.encryption.signingKey).update(marked).digest()
}
