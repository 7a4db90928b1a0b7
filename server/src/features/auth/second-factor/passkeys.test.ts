import { describe, expect, test } from 'vitest'
import { profileOf, signIn } from '../../../../test/support/auth-visits.ts'
import { viaRest } from '../../../../test/support/both-transports.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { addPasskey, newStaff } from '../../../../test/support/staff.ts'
import { openSecondFactorPortal } from '../../../../test/support/second-factor-visits.ts'

const { portico, send, challengeOf } = await openSecondFactorPortal()

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
