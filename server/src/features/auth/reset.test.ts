import { beforeEach, expect, test, vi } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { mailedSecret, profileOf, refresh, seedPassword, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { hashPassword, passwordQueue } from '../../infra/security/passwords/passwords.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'

const portico = await openPortico({ rateLimits: { passwordsPerLink: defaultRateLimits.passwordsPerLink } })
const invalidCode = { success: false, error_id: 'INVALID_CODE', message: expect.any(String) }
const done = { success: true, data: {} }
const form = (token: string, password = 'another-password') => ({ token, password, confirmPassword: password })

// Each test starts with the seed passwords.
const [seeded] = await portico.sql<{ hash: string }>(`select password_hash as hash from account where email = 'ana@portico.example'`)
beforeEach(() => portico.sql(`update account set password_hash = $1, disabled_at = null`, [seeded?.hash]))

async function resetLink(email: string): Promise<string> {
  const visitor = await portico.as()
  expect((await visitor.rest('auth/beginResetPassword', { email })).body).toEqual(done)
  return mailedSecret(portico, email.toLowerCase(), 'reset-password')
}

test('a reset changes the password and ends every session', async () => {
  const [laptop, phone] = [await signIn(portico, 'ana@portico.example'), await signIn(portico, 'ana@portico.example')]
  const bystander = await signIn(portico, 'rosa@portico.example')
  const token = await resetLink('Ana@portico.example')
  const visitor = await portico.as()
  expect((await visitor.rest('auth/finishResetPassword', form(token))).body).toEqual(done)
  for (const { accessToken, cookie } of [laptop, phone]) {
    expect((await profileOf(portico, accessToken)).status).toBe(401)
    expect((await refresh(portico, cookie)).answer.body.error_id).toBe('NO_SESSION')
  }
  expect((await profileOf(portico, bystander.accessToken)).status).toBe(200)
  expect((await signIn(portico, 'ana@portico.example')).answer.status).toBe(401)
  expect((await signIn(portico, 'ana@portico.example', 'another-password')).answer.status).toBe(200)
})

test('an unknown address gets the same response and stores nothing', async () => {
  const count = async () =>
    (
      await portico.sql(
        `select (select count(*) from one_time_token) as tokens, (select count(*) from message) as emails, (select count(*) from message where due_at is not null) as due`,
      )
    )[0]
  const before = await count()
  const visitor = await portico.as()
  const [unknown, known] = [
    await visitor.rest('auth/beginResetPassword', { email: 'nobody@portico.example' }),
    await visitor.rest('auth/beginResetPassword', { email: 'adam@portico.example' }),
  ]
  expect(unknown.status).toBe(known.status)
  expect(unknown.body).toEqual(known.body)
  const { tokens, emails } = before as { tokens: number; emails: number }
  expect(await count()).toMatchObject({ tokens: String(Number(tokens) + 1), emails: String(Number(emails) + 1) })
})

test('a disabled account gets no link, and its existing link no longer works', async () => {
  const token = await resetLink('vera@portico.example')
  await portico.sql(`update account set disabled_at = now() where email = 'vera@portico.example'`)
  const visitor = await portico.as()
  expect((await visitor.rest('auth/finishResetPassword', form(token))).body).toEqual(invalidCode)
  const sent = portico.outbox.length
  expect((await visitor.rest('auth/beginResetPassword', { email: 'vera@portico.example' })).body).toEqual(done)
  await portico.drain()
  expect(portico.outbox).toHaveLength(sent)
})

test('a link works once, and using it voids every other reset link of the account', async () => {
  const [first, second] = [await resetLink('ben@portico.example'), await resetLink('ben@portico.example')]
  const visitor = await portico.as()
  expect((await visitor.rest('auth/finishResetPassword', form(second))).body).toEqual(done)
  for (const token of [first, second]) expect((await visitor.rest('auth/finishResetPassword', form(token))).body).toEqual(invalidCode)
})

test('a link works for 30 minutes', async () => {
  const token = await resetLink('rosa@portico.example')
  const visitor = await portico.as()
  portico.setTime('2026-11-21T20:30:01Z')
  const late = await visitor.rest('auth/finishResetPassword', form(token))
  portico.setTime('2026-11-21T20:29:59Z')
  const inTime = await visitor.rest('auth/finishResetPassword', form(token))
  portico.setTime('2026-11-21T20:00:00Z')
  expect(late.body).toEqual(invalidCode)
  expect(inTime.body).toEqual(done)
})

test('a reset confirms the address, because the link came by e-mail', async () => {
  await portico.sql(`update account set verified_at = null where email = 'victor@portico.example'`)
  const token = await resetLink('victor@portico.example')
  const visitor = await portico.as()
  await visitor.rest('auth/finishResetPassword', form(token))
  expect((await signIn(portico, 'victor@portico.example', 'another-password')).answer.status).toBe(200)
})

test('the audit trail names the account that was reset, without its address', async () => {
  const trail = await auditTrail(portico)
  expect(
    trail.some(
      ({ action, subjects }) => action === 'auth.finishResetPassword' && subjects.some((subject) => /^account:\d+$/.test(subject)),
    ),
  ).toBe(true)
  expect(trail.some(({ action }) => action === 'auth.beginResetPassword')).toBe(true)
  expect(JSON.stringify(trail)).not.toContain('@')
})

test('a concurrent sign-in with the old password does not survive a reset', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const email = `between-${round}@portico.example`
    await portico.sql(
      `insert into account (email, name, password_hash, roles, created_at, verified_at) select $1, name, (select password_hash from account where email = 'adam@portico.example'), roles, created_at, now() from account where email = 'adam@portico.example'`,
      [email],
    )
    const token = await resetLink(email)
    const visitor = await portico.as()
    const [signedIn] = await Promise.all([signIn(portico, email), visitor.rest('auth/finishResetPassword', form(token))])
    expect((await profileOf(portico, signedIn.accessToken)).status).toBe(401)
  }
})

test.each([
  ['a common password', 'baseball'],
  ['only spaces', '        '],
  ['a repeated pattern', 'abababab'],
  ['a sequence of digits', '12345678'],
  ['the seed password', seedPassword],
])('refuses %s, keeps the old password and leaves the link usable', async (_name, password) => {
  const hash = await hashPassword('as it was before', { from: 'test' })
  await portico.sql(`update account set password_hash = $1 where email = 'rosa@portico.example'`, [hash])
  const token = await resetLink('rosa@portico.example')
  const visitor = await portico.as()
  const answer = await visitor.rest('auth/finishResetPassword', form(token, password))
  expect(answer.body).toEqual({ success: false, error_id: 'INVALID_REQUEST', message: expect.stringMatching(/^Choose /) })
  expect((await signIn(portico, 'rosa@portico.example', password)).answer.status).toBe(401)
  expect((await signIn(portico, 'rosa@portico.example', 'as it was before')).answer.status).toBe(200)
  expect((await visitor.rest('auth/finishResetPassword', form(token))).body).toEqual(done)
})

test.each([
  ['at most 20 guessable passwords', 'baseball', [...Array.from({ length: 20 }, () => 'INVALID_REQUEST'), 'TOO_MANY_REQUESTS']],
  ['control: any number with a wrong link', undefined, Array.from({ length: 21 }, () => 'INVALID_CODE')],
])('a link takes %s an hour, and none of them is hashed', async (_what, password, wanted) => {
  await portico.sql('delete from rate_counter')
  const token = password === undefined ? 'wrong' : await resetLink('rosa@portico.example')
  const hashed = vi.spyOn(passwordQueue, 'run')
  const visitor = await portico.as()
  const answers: string[] = []
  for (const _ of wanted) answers.push((await visitor.rest('auth/finishResetPassword', form(token, password))).body.error_id)
  expect(answers).toEqual(wanted)
  expect(hashed).not.toHaveBeenCalled()
  await portico.sql('delete from rate_counter')
  if (password !== undefined) expect((await visitor.rest('auth/finishResetPassword', form(token))).body).toEqual(done)
  expect(hashed).toHaveBeenCalledTimes(password === undefined ? 0 : 1)
  hashed.mockRestore()
})

test('control: an existing account with such a password can still sign in', async () => {
  const hash = await hashPassword('baseball', { from: 'test' })
  await portico.sql(`update account set password_hash = $1 where email = 'rosa@portico.example'`, [hash])
  expect((await signIn(portico, 'rosa@portico.example', 'baseball')).answer.status).toBe(200)
})
