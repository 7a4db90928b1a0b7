import { beforeEach, describe, expect, test } from 'vitest'
import { invite, mailedSecret, seedPassword } from '../../../test/support/auth-visits.ts'
import { transports, viaRest, type Answer, type Transport } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { solve } from '../../../test/support/proofs.ts'
import { newStaff } from '../../../test/support/staff.ts'
import { passwordPlaces, passwordQueue } from '../../infra/security/passwords/passwords.ts'

const portico = await openPortico()
const home = { address: '203.0.113.7' }
const newPassword = { password: 'another and long one', confirmPassword: 'another and long one' }

const { maxRunning, maxWaiting } = passwordPlaces

/** Makes a call while strangers, one at each address, hold every place. They leave once the call is answered or one of them gave way. */
async function callInFlood(call: () => Promise<Answer>): Promise<Answer> {
  let leave = () => {}
  const end = new Promise<void>((resolve) => (leave = resolve))
  const strangers = Array.from({ length: maxRunning + maxWaiting }, (_, sender) =>
    passwordQueue.run({ from: `stranger ${sender}` }, () => end),
  )
  const left = Promise.allSettled(strangers)
  const answer = call()
  await Promise.race([Promise.all(strangers).catch(() => {}), answer])
  leave()
  await left
  return answer
}

const signIn = (email: string, more: { readonly proof?: string } = {}, headers = {}, transport: Transport = viaRest) =>
  transport(portico.app, 'auth.login.local', { email, password: seedPassword, ...more }, { ...home, headers })

beforeEach(() => portico.sql('delete from rate_counter'))

describe('while strangers have taken every place in the queue of password checks', () => {
  test.each(transports)('another stranger gets a place with a proof of work, through %s', async (_name, transport) => {
    for (const [email, status] of [
      ['vera@portico.example', 200],
      ['nobody@portico.example', 401],
    ] as const) {
      const refused = await callInFlood(() => signIn(email, {}, {}, transport))
      expect([refused.status, refused.retryAfter, refused.challenge]).toEqual([429, '5', expect.any(String)])
      const proof = solve(refused.challenge)
      expect((await callInFlood(() => signIn(email, { proof }, {}, transport))).status).toBe(status)
      expect((await callInFlood(() => signIn(email, { proof }, {}, transport))).status, 'control: the proof is used up').toBe(429)
    }
  })

  test('a proof for one address gives no place to another', async () => {
    const { challenge } = await callInFlood(() => signIn('ben@portico.example'))
    expect(challenge).toEqual(expect.any(String))
    const proof = solve(challenge)
    expect((await callInFlood(() => signIn('vera@portico.example', { proof }))).status).toBe(429)
  })

  test('a known device signs in', async () => {
    const { cookies } = await signIn('vera@portico.example')
    const cookie = cookies.find((one) => one.startsWith('__Host-portico-device=')) ?? ''
    expect((await callInFlood(() => signIn('vera@portico.example', {}, { cookie }))).status).toBe(200)
  })

  test('the holder of a reset link sets a new password', async () => {
    const { email } = await newStaff(portico)
    await viaRest(portico.app, 'auth.beginResetPassword', { email }, home)
    const token = await mailedSecret(portico, email, 'reset-password')
    const reset = (secret: string) => viaRest(portico.app, 'auth.finishResetPassword', { token: secret, ...newPassword }, home)
    expect((await callInFlood(() => reset('wrong'))).id, 'control').toBe('INVALID_CODE')
    expect((await callInFlood(() => reset(token))).data).toEqual({})
  })

  test('an invited person registers', async () => {
    const token = await invite(portico, { email: 'invited@portico.example' })
    const input = { token, name: 'Noor Newcomer', ...newPassword }
    expect((await callInFlood(() => viaRest(portico.app, 'auth.register.local', input, home))).data).toEqual({})
  })

  test('somebody signed in confirms their identity', async () => {
    const { accessToken: token } = await portico.as('ana')
    const input = { password: seedPassword }
    const confirm = () => viaRest(portico.app, 'auth.mySignIn.reauthenticate', input, { ...home, token })
    expect((await callInFlood(confirm)).data).toEqual({})
  })
})
