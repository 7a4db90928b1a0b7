import { limits } from '@portico/shared/words/limits'
import { describe, expect, test } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { profileOf, seedPassword, signIn } from '../../../../test/support/auth-visits.ts'
import { cookiesOf } from '../../../../test/support/both-transports.ts'
import { newStaff, setUpApp, type Staff } from '../../../../test/support/staff.ts'
import { defaultRateLimits } from '../../../infra/security/rate-limits.ts'
import { openSecondFactorPortal } from '../../../../test/support/second-factor-visits.ts'

const { portico, after, send, withApp, challengeOf, emailsTo } = await openSecondFactorPortal()
const visitor = await portico.as()
const { secondFactorPerAccount } = defaultRateLimits

describe('signing in with the password of an account with a second factor', () => {
  test('opens no session but returns a challenge with the available methods', async () => {
    const { staff } = await withApp()
    const { answer, cookie } = await signIn(portico, staff.email)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: false,
      error_id: 'SECOND_FACTOR_REQUIRED',
      message: expect.any(String),
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['authenticator', 'recovery-code'],
    })
    expect(cookie).toBeUndefined()
    const [row] = await portico.sql(
      `select encode(token_hash, 'escape') || bound_to::text as row from sign_in_challenge order by id desc limit 1`,
    )
    expect(JSON.stringify(row)).not.toContain(answer.body.challenge)
  })

  test('control: opens a session if the account has no second factor', async () => {
    const staff = await newStaff(portico)
    expect((await signIn(portico, staff.email)).answer.body).toEqual({ accessToken: expect.any(String) })
  })

  test('does not reveal the second factor if the password is wrong', async () => {
    const { staff } = await withApp()
    expect((await signIn(portico, staff.email, 'not the password')).answer.body.error_id).toBe('INVALID_CREDENTIALS')
  })
})

describe('an authenticator code', () => {
  test('opens a session with its cookie and writes audit entries', async () => {
    const { staff, app } = await withApp()
    const since = (await auditTrail(portico)).at(-1)?.id
    const answer = await visitor.rest('auth/login/secondFactor', { challenge: await challengeOf(staff), code: app.code(1) })
    expect((await profileOf(portico, answer.body.accessToken)).body.email).toBe(staff.email)
    expect(cookiesOf(answer)).toContainEqual(expect.stringMatching(/^__Host-portico-session=[\w.-]{60,}/))
    expect((await auditTrail(portico, since)).map(({ action }) => action)).toEqual(['auth.login.local', 'auth.login.secondFactor'])
  })

  test.each([
    ['only once', 1, 1],
    ['only before any later code', 1, 0],
  ])('is accepted %s', async (_what, first, second) => {
    const { staff, app } = await withApp()
    const answers = []
    for (const step of [first, second])
      answers.push(await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: app.code(step) }))
    expect(answers.map(({ id }) => id)).toEqual([undefined, 'WRONG_SECOND_FACTOR'])
  })

  test.each([
    [-2, 'WRONG_SECOND_FACTOR'],
    [1, undefined],
    [2, 'WRONG_SECOND_FACTOR'],
  ])('%i time steps away results in %s', async (step, id) => {
    const { staff, app } = await withApp()
    const code = app.code(step)
    expect((await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code })).id).toBe(id)
  })

  test('is accepted once when two sign-ins submit it concurrently', async () => {
    const { staff, app } = await withApp()
    const challenges = [await challengeOf(staff), await challengeOf(staff)]
    const answers = await Promise.all(challenges.map((challenge) => send('auth.login.secondFactor', { challenge, code: app.code(1) })))
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('cannot be derived from what the database stores', async () => {
    const staff = await newStaff(portico)
    const { call } = await staff.now()
    const { secret, uri } = await call.auth.mySignIn.beginAuthenticator()
    expect(uri).toContain(secret)
    const rows = await portico.sql<{ row: string; bytes: Buffer }>(
      `select a::text as row, sealed_secret as bytes from authenticator_app a where account_id = $1`,
      [staff.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(secret)
    expect(rows[0]?.bytes.toString('latin1')).not.toContain(secret)
  })
})

describe('a sign-in challenge', () => {
  test('can be answered once', async () => {
    const { staff, app } = await withApp()
    const challenge = await challengeOf(staff)
    expect((await send('auth.login.secondFactor', { challenge, code: app.code(1) })).ok).toBe(true)
    expect((await send('auth.login.secondFactor', { challenge, code: app.recoveryCodes[0] })).id).toBe('CHALLENGE_EXPIRED')
  })

  test('can be answered only from the address that requested it', async () => {
    const { staff, app } = await withApp()
    const challenge = await challengeOf(staff)
    expect((await send('auth.login.secondFactor', { challenge, code: app.code(1) }, '203.0.113.9')).id).toBe('CHALLENGE_EXPIRED')
    expect((await send('auth.login.passkeyOptions', { challenge }, '203.0.113.9')).id).toBe('CHALLENGE_EXPIRED')
    expect((await send('auth.login.secondFactor', { challenge, code: app.code(1) })).ok).toBe(true)
  })

  test('expires after five minutes', async () => {
    const { staff, app } = await withApp()
    const challenge = await challengeOf(staff)
    after(limits.signInChallengeMs)
    const late = await send('auth.login.secondFactor', { challenge, code: app.code() })
    after(0)
    expect(late.id).toBe('CHALLENGE_EXPIRED')
  })

  test('survives four wrong answers but not five, and warns the person after the third', async () => {
    const { staff, app } = await withApp()
    const challenge = await challengeOf(staff)
    const wrong = async (times: number) => {
      for (let time = 0; time < times; time += 1) await send('auth.login.secondFactor', { challenge, code: 'AAAA-AAAA-AAAA' })
    }
    const warning = 'Portico: Someone has your password, but not your second step'
    await wrong(2)
    expect(await emailsTo(staff)).not.toContain(warning)
    await wrong(3)
    expect((await emailsTo(staff)).filter((subject) => subject === warning)).toHaveLength(1)
    expect((await send('auth.login.secondFactor', { challenge, code: app.code(1) })).id).toBe('CHALLENGE_EXPIRED')
  })

  test('checks at most five concurrent answers, and leaves the next sign-in unaffected', async () => {
    const { staff, app } = await withApp()
    const challenge = await challengeOf(staff)
    const codes = Array.from({ length: 20 }, (_, index) => `AAAA-AAAA-${String(index).padStart(4, '0')}`)
    const answers = await Promise.all(codes.map((code) => send('auth.login.secondFactor', { challenge, code })))
    expect(answers.filter(({ id }) => id === 'WRONG_SECOND_FACTOR')).toHaveLength(5)
    expect(answers.filter(({ id }) => id === 'CHALLENGE_EXPIRED')).toHaveLength(15)
    expect((await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: app.code(1) })).ok).toBe(true)
  })

  test('does not reset the count that triggers the warning when it is requested again', async () => {
    const { staff } = await withApp()
    const told = 'Portico: Someone has your password, but not your second step'
    for (let time = 0; time < 3; time += 1) {
      expect(await emailsTo(staff)).not.toContain(told)
      await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: 'AAAA-AAAA-AAAA' })
    }
    expect((await emailsTo(staff)).filter((subject) => subject === told)).toHaveLength(1)
  })

  test.each([
    ['a new password', (staff: Staff) => resetPassword(staff)],
    [
      'a disabled account',
      async ({ id }: Staff) => void (await (await portico.as('rosa')).call.admin.updateAccount({ id, disabled: true })),
    ],
  ])('is void after %s', async (_what, change) => {
    const { staff, app } = await withApp()
    const challenge = await challengeOf(staff)
    await change(staff)
    expect((await send('auth.login.secondFactor', { challenge, code: app.code(1) })).id).toBe('CHALLENGE_EXPIRED')
  })

  test('does not bypass the limit of codes per account', async () => {
    const { staff } = await withApp()
    const ids = []
    for (let tries = 0; tries <= secondFactorPerAccount.hits; tries += 1)
      ids.push((await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: '000000' })).id)
    expect(ids.pop()).toBe('TOO_MANY_REQUESTS')
    expect(new Set(ids)).toEqual(new Set(['WRONG_SECOND_FACTOR']))
  })

  test('stays open to its owner after somebody else has used up the codes: on a known device, with a recovery code, or signed in', async () => {
    const { staff, app } = await withApp()
    const first = await visitor.rest('auth/login/secondFactor', { challenge: await challengeOf(staff), code: app.recoveryCodes[2] ?? '' })
    const cookie = cookiesOf(first).find((text) => text.startsWith('__Host-portico-device=')) ?? ''
    const owner = { authorization: `Bearer ${first.body.accessToken}` }
    for (let tries = 0; tries < secondFactorPerAccount.hits; tries += 1)
      await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: '000000' })
    const codeOf = async (code: string, headers: Record<string, string> = {}) =>
      (await visitor.rest('auth/login/secondFactor', { challenge: await challengeOf(staff), code }, headers)).body
    expect((await codeOf(app.code(1))).error_id, 'control').toBe('TOO_MANY_REQUESTS')
    expect((await codeOf('AAAA-AAAA-AAAA')).error_id).toBe('WRONG_SECOND_FACTOR')
    expect((await codeOf(app.code(1), { cookie })).accessToken).toEqual(expect.any(String))
    expect((await codeOf(app.recoveryCodes[0] ?? '')).accessToken).toEqual(expect.any(String))
    const again = await visitor.rest('auth/mySignIn/reauthenticate', { code: app.recoveryCodes[1] ?? '' }, owner)
    expect(again.body).toEqual({ success: true, data: {} })
  })

  test('counts codes from a known device too', async () => {
    const { staff, app } = await withApp()
    const first = await visitor.rest('auth/login/secondFactor', { challenge: await challengeOf(staff), code: app.code(1) })
    const cookie = cookiesOf(first).find((text) => text.startsWith('__Host-portico-device=')) ?? ''
    const ids = []
    for (let tries = 0; tries <= secondFactorPerAccount.hits; tries += 1) {
      const answer = await visitor.rest('auth/login/secondFactor', { challenge: await challengeOf(staff), code: '000000' }, { cookie })
      ids.push(answer.body.error_id)
    }
    expect(ids.pop()).toBe('TOO_MANY_REQUESTS')
    expect(new Set(ids)).toEqual(new Set(['WRONG_SECOND_FACTOR']))
  })

  test('counts codes from devices known only from before the second factor like those from unknown ones', async () => {
    const staff = await newStaff(portico)
    const signInAgain = async () => visitor.rest('auth/login/local', { email: staff.email, password: seedPassword })
    const cookies = [...cookiesOf(await signInAgain()), ...cookiesOf(await signInAgain())].filter((text) =>
      text.startsWith('__Host-portico-device='),
    )
    await setUpApp(portico, staff)
    const tryOn = async (cookie: string) =>
      (await visitor.rest('auth/login/secondFactor', { challenge: await challengeOf(staff), code: '000000' }, { cookie })).body.error_id
    for (let tries = 0; tries < secondFactorPerAccount.hits; tries += 1) expect(await tryOn(cookies[0] ?? '')).toBe('WRONG_SECOND_FACTOR')
    expect(await Promise.all(cookies.map((cookie) => tryOn(cookie)))).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  })
})

describe('a recovery code', () => {
  test('confirms who is signed in also after too many codes of the app, which then confirm no longer', async () => {
    const { staff, app } = await withApp()
    const person = await staff.now()
    const confirm = async (code: string) => (await person.rest('auth/mySignIn/reauthenticate', { code })).body
    for (let tries = 0; tries < secondFactorPerAccount.hits; tries += 1) await confirm('000000')
    expect(await confirm(app.code(1))).toMatchObject({ error_id: 'TOO_MANY_REQUESTS' })
    expect(await confirm(app.recoveryCodes[0] ?? '')).toEqual({ success: true, data: {} })
  })

  test('signs in once, in any notation, and notifies the person', async () => {
    const { staff, app } = await withApp()
    const [code = ''] = app.recoveryCodes
    expect(app.recoveryCodes).toHaveLength(10)
    const written = code.toLowerCase().replaceAll('-', ' ')
    expect((await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: written })).ok).toBe(true)
    expect((await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code })).id).toBe('WRONG_SECOND_FACTOR')
    expect(await emailsTo(staff)).toContain('Portico: A recovery code was used')
    const { call } = await staff.now()
    expect((await call.auth.mySignIn.getSignIn()).recoveryCodesLeft).toBe(9)
  })

  test('is useless for another account and not stored in clear text', async () => {
    const [mine, other] = [await withApp(), await withApp()]
    const [code = ''] = mine.app.recoveryCodes
    expect((await send('auth.login.secondFactor', { challenge: await challengeOf(other.staff), code })).id).toBe('WRONG_SECOND_FACTOR')
    const rows = await portico.sql<{ row: string }>(`select encode(code_hash, 'escape') as row from recovery_code`)
    expect(rows.map(({ row }) => row).join()).not.toContain(code)
  })
})

async function resetPassword({ email }: Staff): Promise<void> {
  await visitor.call.auth.beginResetPassword({ email })
  await portico.drain()
  const token = portico.outbox
    .findLast(({ to, text }) => to === email && text.includes('reset-password'))
    ?.text.match(/reset-password\/([\w-]+)/)?.[1]
  await visitor.call.auth.finishResetPassword({ token: token ?? '', password: 'another long one', confirmPassword: 'another long one' })
}
