import { limits } from '@portico/shared/words/limits'
import { describe, expect, test } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'
import { auditTrail, profileOf, refresh, seedPassword, signIn } from '../../../../test/support/auth-visits.ts'
import { cookiesOf, viaRest } from '../../../../test/support/both-transports.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { addPasskey, ageProof, codesOf, newStaff, setUpApp, type SetUpApp, type Staff } from '../../../../test/support/staff.ts'
import { defaultRateLimits } from '../../../infra/security/rate-limits.ts'

const { secondFactorPerAccount } = defaultRateLimits
const portico = await openPortico({ rateLimits: { secondFactorPerAccount } })
const start = Date.parse('2026-11-21T20:00:00Z')
const after = (ms: number) => portico.setTime(new Date(start + ms).toISOString())

const visitor = await portico.as()
const send = (path: string, input: unknown, address = '127.0.0.1') => viaRest(portico.app, path, input, { address })

async function withApp(): Promise<{ staff: Staff; app: SetUpApp }> {
  const staff = await newStaff(portico)
  return { staff, app: await setUpApp(portico, staff) }
}

async function challengeOf({ email }: Staff): Promise<string> {
  return (await signIn(portico, email)).answer.body.challenge
}

async function emailsTo({ email }: Staff): Promise<string[]> {
  await portico.drain()
  return portico.outbox.filter(({ to }) => to === email).map(({ subject }) => subject)
}

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
})

describe('a recovery code', () => {
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

describe('a passkey', () => {
  test('confirms a password, and signs in alone if the device verified the user', async () => {
    const staff = await newStaff(portico)
    const device = await addPasskey(staff)
    const { answer } = await signIn(portico, staff.email)
    expect(answer.body.methods).toEqual(['passkey', 'recovery-code'])
    const { challenge } = answer.body
    const options = (await send('auth.login.passkeyOptions', { challenge })).data
    expect(options).toMatchObject({ challenge, rpId: 'portico.test', allowCredentials: [{ type: 'public-key' }] })
    const confirmed = await send('auth.login.secondFactor', { challenge, passkey: device.get(options, { userVerified: false }) })
    expect((await profileOf(portico, confirmed.data.accessToken)).body.email).toBe(staff.email)
    const alone = await send('auth.login.passkey', { passkey: device.get((await send('auth.login.passkeyOptions', {})).data) })
    expect((await profileOf(portico, alone.data.accessToken)).body.email).toBe(staff.email)
  })

  test.each([
    ['signed for another site', { origin: 'https://p0rtico.test' }],
    ['signed for another host', { rpId: 'p0rtico.test' }],
    ['without a PIN or fingerprint', { userVerified: false }],
    ['whose counter did not increase', { counterStep: 0 }],
  ])('%s does not sign in alone', async (_what, behaviour) => {
    const device = await addPasskey(await newStaff(portico))
    const options = async () => (await send('auth.login.passkeyOptions', {})).data
    expect((await send('auth.login.passkey', { passkey: device.get(await options()) })).ok).toBe(true)
    expect((await send('auth.login.passkey', { passkey: device.get(await options(), behaviour) })).id).toBe('PASSKEY_NOT_ACCEPTED')
  })

  test('does not confirm the password of another account', async () => {
    const [mine, theirs] = [await addPasskey(await newStaff(portico)), await newStaff(portico)]
    await addPasskey(theirs)
    const challenge = await challengeOf(theirs)
    const passkey = mine.get((await send('auth.login.passkeyOptions', { challenge })).data)
    expect((await send('auth.login.secondFactor', { challenge, passkey })).id).toBe('PASSKEY_NOT_ACCEPTED')
  })

  test('rejects a replayed signature', async () => {
    const device = await addPasskey(await newStaff(portico))
    const passkey = device.get((await send('auth.login.passkeyOptions', {})).data)
    expect((await send('auth.login.passkey', { passkey })).ok).toBe(true)
    expect((await send('auth.login.passkey', { passkey })).id).toBe('CHALLENGE_EXPIRED')
  })

  test.each(['disabled_at = now()', 'verified_at = null'])('is rejected for an account with %s', async (change) => {
    const staff = await newStaff(portico)
    const device = await addPasskey(staff)
    await portico.sql(`update account set ${change} where id = $1`, [staff.id])
    const passkey = device.get((await send('auth.login.passkeyOptions', {})).data)
    expect((await send('auth.login.passkey', { passkey })).id).toBe('PASSKEY_NOT_ACCEPTED')
  })

  test('cannot be registered by a second account', async () => {
    const [one, other] = [await newStaff(portico), await newStaff(portico)]
    const device = new SoftwareAuthenticator()
    for (const [staff, id] of [
      [one, undefined],
      [other, 'PASSKEY_NOT_ACCEPTED'],
    ] as const) {
      const { call } = await staff.now()
      const passkey = device.create(await call.auth.mySignIn.beginPasskey())
      const answer = await viaRest(portico.app, 'auth.mySignIn.finishPasskey', { name: 'Key', passkey }, { token: staff.token })
      expect(answer.id).toBe(id)
    }
  })
})

describe('changing how one signs in', () => {
  test('notifies the person by e-mail and writes audit entries', async () => {
    const { staff } = await withApp()
    await addPasskey(staff, 'Phone')
    const since = (await auditTrail(portico)).at(-1)?.id
    const { call } = await staff.now()
    const [passkey] = (await call.auth.mySignIn.getSignIn()).passkeys
    await call.auth.mySignIn.createRecoveryCodes()
    await call.auth.mySignIn.removePasskey({ id: passkey?.id ?? 0 })
    await call.auth.mySignIn.removeAuthenticator()
    expect((await emailsTo(staff)).toSorted()).toEqual(
      [
        'Portico: An authenticator app was added to your account',
        'Portico: A passkey was added to your account',
        'Portico: You have new recovery codes',
        'Portico: A passkey was removed from your account',
        'Portico: The authenticator app was removed from your account',
      ].toSorted(),
    )
    expect(portico.outbox.findLast(({ to }) => to === staff.email)?.text).toContain('https://portico.test/home/sign-in')
    const trail = (await auditTrail(portico, since)).filter(({ account_id }) => account_id === staff.id)
    expect(trail.map(({ action, subjects }) => [action, subjects.toSorted()])).toEqual([
      ['auth.mySignIn.createRecoveryCodes', [`account:${staff.id}`]],
      ['auth.mySignIn.removePasskey', [`account:${staff.id}`, `passkey:${passkey?.id}`]],
      ['auth.mySignIn.removeAuthenticator', [`account:${staff.id}`]],
    ])
    expect((await signIn(portico, staff.email)).answer.body).toHaveProperty('accessToken')
  })

  test('requires a proof of the last five minutes, for which a password is not enough if there is a second factor', async () => {
    const { staff, app } = await withApp()
    await ageProof(portico, staff)
    const ask = (path: string, input: unknown = {}) => viaRest(portico.app, `auth.mySignIn.${path}`, input, { token: staff.token })
    expect((await ask('beginPasskey')).id).toBe('REAUTHENTICATION_REQUIRED')
    expect((await ask('reauthenticate', { password: seedPassword })).id).toBe('WRONG_SECOND_FACTOR')
    expect((await ask('beginPasskey')).id).toBe('REAUTHENTICATION_REQUIRED')
    expect((await ask('reauthenticate', { code: app.code(1) })).ok).toBe(true)
    expect((await ask('beginPasskey')).ok).toBe(true)
  })

  test('accepts the password without a second factor, and a passkey with one', async () => {
    const staff = await newStaff(portico)
    const ask = (path: string, input: unknown = {}) => viaRest(portico.app, `auth.mySignIn.${path}`, input, { token: staff.token })
    await ageProof(portico, staff)
    expect((await ask('reauthenticate', { password: 'not the password' })).id).toBe('WRONG_PASSWORD')
    expect((await ask('reauthenticate', { password: seedPassword })).ok).toBe(true)
    const device = await addPasskey(staff)
    await ageProof(portico, staff)
    const passkey = device.get((await ask('passkeyOptions')).data)
    expect((await ask('reauthenticate', { passkey })).ok).toBe(true)
    expect((await ask('beginAuthenticator')).ok).toBe(true)
  })

  test('does not accept the proof of another session', async () => {
    const staff = await newStaff(portico)
    await ageProof(portico, staff)
    await signIn(portico, staff.email)
    expect((await viaRest(portico.app, 'auth.mySignIn.beginPasskey', {}, { token: staff.token })).id).toBe('REAUTHENTICATION_REQUIRED')
  })

  test('ends all other sessions when the first second factor is added', async () => {
    const staff = await newStaff(portico)
    const other = await signIn(portico, staff.email)
    await setUpApp(portico, staff)
    expect((await profileOf(portico, other.accessToken)).status).toBe(401)
    expect((await refresh(portico, other.cookie)).answer.body.error_id).toBe('NO_SESSION')
    expect((await profileOf(portico, staff.token)).status).toBe(200)
  })

  test('invalidates the codes of a replaced authenticator app', async () => {
    const { staff, app } = await withApp()
    const { call } = await staff.now()
    const { secret } = await call.auth.mySignIn.beginAuthenticator()
    const before = app.code(1)
    expect((await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: before })).ok).toBe(true)
    const next = codesOf(portico, secret)
    expect(await call.auth.mySignIn.finishAuthenticator({ code: next() })).toEqual({ recoveryCodes: [] })
    after(60_000)
    const [old, fresh] = [app.code(), next()]
    const answers = [
      (await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: old })).id,
      (await send('auth.login.secondFactor', { challenge: await challengeOf(staff), code: fresh })).id,
    ]
    after(0)
    expect(answers).toEqual(['WRONG_SECOND_FACTOR', undefined])
  })
})

describe('the session list', () => {
  const named = (userAgent: string, { email }: Staff) =>
    viaRest(portico.app, 'auth.login.local', { email, password: seedPassword }, { headers: { 'user-agent': userAgent } })

  test('shows the browser but never the user agent, and its sessions end immediately', async () => {
    const staff = await newStaff(portico)
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
    const { accessToken } = (await named(userAgent, staff)).data
    const { call } = await staff.now()
    const sessions = await call.auth.mySignIn.getSessionList()
    expect(sessions.map(({ browser, current }) => [browser, current]).toSorted()).toEqual([
      ['Firefox on Windows', false],
      ['Unknown browser', true],
    ])
    expect(await portico.sql(`select id from session where session::text like '%Gecko%'`)).toEqual([])
    await call.auth.mySignIn.endSession({ id: sessions.find(({ current }) => !current)?.id ?? '' })
    expect((await profileOf(portico, accessToken)).status).toBe(401)
    expect(await emailsTo(staff)).toEqual(['Portico: Sessions of your account were ended'])
  })

  test('cannot end a session of another account', async () => {
    const [staff, other] = [await newStaff(portico), await newStaff(portico)]
    const { call } = await other.now()
    const [foreign] = await call.auth.mySignIn.getSessionList()
    const answer = await viaRest(portico.app, 'auth.mySignIn.endSession', { id: foreign?.id }, { token: staff.token })
    expect(answer.id).toBe('NOT_FOUND')
    expect((await profileOf(portico, other.token)).status).toBe(200)
  })

  test('ends all sessions except the current one', async () => {
    const staff = await newStaff(portico)
    const others = [await signIn(portico, staff.email), await signIn(portico, staff.email)]
    const { call } = await staff.now()
    await call.auth.mySignIn.endOtherSessions()
    for (const { accessToken } of others) expect((await profileOf(portico, accessToken)).status).toBe(401)
    expect(await call.auth.mySignIn.getSessionList()).toHaveLength(1)
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
