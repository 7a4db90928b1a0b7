import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@portico/shared/words/limits'
import type { HttpContext } from '../../infra/request-context.ts'

/** What a browser shows of the accounts that have signed in on it. */
type WithDevice = Pick<HttpContext, 'services' | 'deviceCookie'>

/** An account as a mark names it: a new password makes another `passwordHash`, and so ends what was marked before. */
export interface MarkedAccount {
  readonly id: number
  readonly passwordHash: string
}

interface Mark {
  readonly id: string
  readonly text: string
  readonly expires: Date
}

const mostAccounts = 5

/**
 * The id of the mark that this browser got when the account last signed in on it, at most 180 days ago and with the password that it still
 * has; undefined for a browser that is an outsider to the account. It opens nothing: it only keeps outsiders from using up the attempts of
 * its owner.
 */
export function knownDeviceOf(ctx: WithDevice, account: MarkedAccount): string | undefined {
  return marksOf(ctx).find((mark) => isOf(ctx, mark, account))?.id
}

/** Lets the browser be known to this account from now on, beside four other accounts that signed in on it. */
export function rememberDevice(ctx: WithDevice, account: MarkedAccount): void {
  const { clock } = ctx.services
  const expires = new Date(clock().getTime() + limits.knownDeviceMs)
  const id = randomBytes(12).toString('base64url')
  const others = marksOf(ctx).filter((mark) => !isOf(ctx, mark, account))
  const marks = [newMark(ctx, account, id, expires), ...others.map(({ text }) => text)].slice(0, mostAccounts)
  ctx.deviceCookie.set(marks.join('~'), expires)
}

// A mark reads ID.EXPIRY.SIGNATURE; the account is in the signature alone.
function newMark(ctx: WithDevice, account: MarkedAccount, id: string, expires: Date): string {
  const expiry = expires.getTime().toString(36)
  return `${id}.${expiry}.${signatureOf(ctx, account, id, expiry).toString('base64url')}`
}

function marksOf({ deviceCookie, services }: WithDevice): Mark[] {
  const texts = deviceCookie.value?.split('~').slice(0, mostAccounts) ?? []
  return texts
    .map((text) => ({ id: text.split('.')[0] ?? '', text, expires: new Date(Number.parseInt(text.split('.')[1] ?? '', 36)) }))
    .filter(({ expires }) => expires > services.clock())
}

function isOf(ctx: WithDevice, { text }: Mark, account: MarkedAccount): boolean {
  const [id = '', expiry = '', signature = ''] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(ctx, account, id, expiry)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf({ services }: WithDevice, account: MarkedAccount, id: string, expiry: string): Buffer {
  const marked = `device:${account.id}:${account.passwordHash}:${id}:${expiry}`
  return createHmac('sha256', services.encryption.signingKey).update(marked).digest()
}
