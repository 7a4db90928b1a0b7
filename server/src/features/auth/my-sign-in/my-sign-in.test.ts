import { describe, expect, test } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { profileOf, refresh, seedPassword, signIn } from '../../../../test/support/auth-visits.ts'
import { viaRest } from '../../../../test/support/both-transports.ts'
import { addPasskey, ageProof, codesOf, newStaff, setUpApp, type Staff } from '../../../../test/support/staff.ts'
import { openSecondFactorPortal } from '../../../../test/support/second-factor-visits.ts'

const { portico, after, send, withApp, challengeOf, emailsTo } = await openSecondFactorPortal()

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
