import type { Invitation } from '../../src/entities/staff/one-time-token.ts'
import { createLink } from '../../src/features/auth/links.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import { seedCredentials } from '../../src/seed/seed-accounts.ts'
import { cookiesOf } from './both-transports.ts'
import type { Portico, RestAnswer } from './harness.ts'

/** The password of every seed account. */
export const seedPassword = seedCredentials.password

/** The result of signing in or refreshing: the response, and what the browser holds afterwards. */
export interface Visit {
  readonly answer: RestAnswer
  readonly accessToken: string | undefined
  /** The `Cookie` header that it sends from now on; undefined if it was given none. */
  readonly cookie: string | undefined
}

export async function signIn(portico: Portico, email: string, password: string = seedPassword): Promise<Visit> {
  const visitor = await portico.as()
  return visitOf(await visitor.rest('auth/login/local', { email, password }))
}

export async function refresh(portico: Portico, cookie: string | undefined): Promise<Visit> {
  const visitor = await portico.as()
  return visitOf(await visitor.rest('auth/tokens/refresh', undefined, cookie === undefined ? {} : { cookie }))
}

/** Returns the response of `getMyProfile` for this access token. */
export async function profileOf(portico: Portico, accessToken: string | undefined): Promise<RestAnswer> {
  const visitor = await portico.as()
  return visitor.rest('getMyProfile', undefined, { authorization: `Bearer ${accessToken}` })
}

function visitOf(answer: RestAnswer): Visit {
  const cookie = cookiesOf(answer).find((text) => text.includes('portico-session='))
  return { answer, accessToken: answer.body.accessToken, cookie: cookie?.endsWith('=') ? undefined : cookie }
}

/** Returns the secret of the newest link to this page mailed to this address. */
export async function mailedSecret(
  portico: Portico,
  to: string,
  page: 'registration' | 'verify-email' | 'reset-password',
): Promise<string> {
  await portico.drain()
  const pattern = new RegExp(`${portico.services.publicUrl}/authentication/${page}/([\\w-]+)`)
  const secret = portico.outbox.findLast((email) => email.to === to && pattern.test(email.text))?.text.match(pattern)?.[1]
  if (!secret) throw new Error(`No link to ${page} was mailed to ${to}`)
  return secret
}

/** Returns the secret of a registration link, as if Rosa had sent it. */
export async function invite(portico: Portico, invitation: Partial<Invitation> & { readonly email: string }): Promise<string> {
  const [rosa] = await portico.sql<{ id: number }>(`select id from account where email = 'rosa@portico.example'`)
  const whole: Invitation = { account: 'volunteer', purpose: '', agencyId: null, workshopIds: [], invitedBy: rosa?.id ?? 0, ...invitation }
  return secretOf(await inTransaction(portico.services, 'test', (ctx) => createLink(ctx, 'registration', { invitation: whole })))
}

/** Returns the outcomes of several calls, sorted: the id of a refusal, or `won`. */
export function outcomesOf(answers: readonly RestAnswer[]): string[] {
  return answers.map((answer) => String(answer.body.error_id ?? 'won')).toSorted((one, other) => one.localeCompare(other))
}

/** Returns the secret at the end of a link. */
export function secretOf(link: string): string {
  return link.split('/').at(-1) ?? ''
}

/** Returns the input sent by the registration page. */
export function registrationForm(token: string, name: string = 'Noor Newcomer', password: string = 'new-password') {
  return { token, name, password, confirmPassword: password }
}
