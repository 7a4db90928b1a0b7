import { beforeEach, describe, expect, test } from 'vitest'
import { mailedSecret, seedPassword } from '../../../test/support/auth-visits.ts'
import { transports, viaRest, type Answer } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { solve } from '../../../test/support/proofs.ts'
import { newStaff } from '../../../test/support/staff.ts'

const portico = await openPortico({
  rateLimits: {
    signInPerAccountAndAddress: { hits: 4, seconds: 300 },
    signInPerAccount: { hits: 10, seconds: 300 },
    signInPerKnownDevice: { hits: 3, seconds: 300 },
    resetPerAccountAndAddress: { hits: 2, seconds: 1_800 },
    resetPerAccountAddressAndDay: { hits: 4, seconds: 86_400 },
    resetPerAccount: { hits: 5, seconds: 1_800 },
    resetPerAccountAndDay: { hits: 12, seconds: 86_400 },
    resetPerAccountPastDay: { hits: 1, seconds: 1_800 },
  },
})

const outsider = '203.0.113.7'
const home = '198.51.100.1'
let turn = 0
const newAddress = () => `198.18.${Math.floor((turn += 1) / 250)}.${turn % 250}`

interface From {
  readonly address: string
  readonly cookie?: string
  readonly proof?: string
  readonly transport?: typeof viaRest
}

function signIn(email: string, password: string, { address, cookie, proof, transport = viaRest }: From): Promise<Answer> {
  const input = { email, password, ...(proof !== undefined && { proof }) }
  return transport(portico.app, 'auth.login.local', input, { address, headers: cookie ? { cookie } : {} })
}

async function wrongPasswords(email: string, times: number, from: () => From): Promise<number[]> {
  const statuses: number[] = []
  for (let tries = 1; tries <= times; tries += 1) statuses.push((await signIn(email, 'not the password', from())).status)
  return statuses
}

const deviceCookieOf = ({ cookies }: Answer) => cookies.find((cookie) => cookie.startsWith('__Host-portico-device=')) ?? ''

beforeEach(async () => {
  await portico.sql('delete from rate_counter')
  portico.setTime('2026-11-21T20:00:00Z')
})

describe('wrong passwords from an unknown device', () => {
  test('slow down their address but lock nobody out: the owner signs in from another one', async () => {
    const statuses = await wrongPasswords('ana@portico.example', 30, () => ({ address: outsider }))
    expect(statuses.map((status) => status === 401)).toEqual(statuses.map((_, index) => index < 4))
    expect((await signIn('ana@portico.example', seedPassword, { address: home })).status).toBe(200)
  })

  test.each(transports)('require a proof of work, with which the right password is accepted, through %s', async (_name, transport) => {
    for (const email of ['ben@portico.example', 'nobody@portico.example']) {
      await wrongPasswords(email, 4, () => ({ address: outsider }))
      const refused = await signIn(email, seedPassword, { address: outsider, transport })
      expect([refused.status, refused.id, Number(refused.retryAfter) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true])
      const proof = solve(refused.challenge)
      const proved = await signIn(email, seedPassword, { address: outsider, proof, transport })
      expect(proved.status).toBe(email === 'ben@portico.example' ? 200 : 401)
    }
  })

  test('get one attempt per proof, for one account, and more work the further they exceed the limit', async () => {
    await wrongPasswords('ben@portico.example', 4, () => ({ address: outsider }))
    const { challenge } = await signIn('ben@portico.example', 'wrong', { address: outsider })
    const proof = solve(challenge)
    await wrongPasswords('adam@portico.example', 4, () => ({ address: outsider }))
    expect((await signIn('adam@portico.example', seedPassword, { address: outsider, proof })).status).toBe(429)
    expect((await signIn('ben@portico.example', 'wrong', { address: outsider, proof: solve(`${challenge}.again`) })).status).toBe(429)
    expect((await signIn('ben@portico.example', 'wrong', { address: outsider, proof })).status).toBe(401)
    expect((await signIn('ben@portico.example', seedPassword, { address: outsider, proof })).status).toBe(429)
    await wrongPasswords('ben@portico.example', 60, () => ({ address: outsider }))
    const later = await signIn('ben@portico.example', 'wrong', { address: outsider })
    expect([challenge, later.challenge].map((text) => text?.split('.')[1])).toEqual(['18', '22'])
  })

  test('from many addresses slow down every unknown device, but never one that the account knows', async () => {
    const cookie = deviceCookieOf(await signIn('vera@portico.example', seedPassword, { address: home }))
    const statuses = await wrongPasswords('vera@portico.example', 12, () => ({ address: newAddress() }))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect((await signIn('vera@portico.example', seedPassword, { address: newAddress() })).status).toBe(429)
    expect((await signIn('vera@portico.example', seedPassword, { address: outsider, cookie })).status).toBe(200)
  })

  test('do not block a known device at the same address', async () => {
    const cookie = deviceCookieOf(await signIn('vera@portico.example', seedPassword, { address: home }))
    await wrongPasswords('vera@portico.example', 6, () => ({ address: home }))
    expect((await signIn('vera@portico.example', seedPassword, { address: home })).status).toBe(429)
    expect((await signIn('vera@portico.example', seedPassword, { address: home, cookie })).status).toBe(200)
  })

  test('get the same responses whether or not the address has an account', async () => {
    const answers = async (email: string) => {
      const whole: string[] = []
      for (let tries = 1; tries <= 6; tries += 1) {
        const answer = await signIn(email, 'not the password', { address: outsider })
        whole.push(answer.whole.replaceAll(/v1\.18\.[\w.-]+/g, 'CHALLENGE').replaceAll(/"retry-after":"\d+"/g, 'WAIT'))
      }
      return whole
    }
    expect(await answers('rosa@portico.example')).toEqual(await answers('never-there@portico.example'))
  })
})

describe('a known device', () => {
  test('needs a proof after its own wrong passwords', async () => {
    const cookie = deviceCookieOf(await signIn('adam@portico.example', seedPassword, { address: home }))
    expect(await wrongPasswords('adam@portico.example', 8, () => ({ address: home, cookie }))).toEqual([
      ...Array.from({ length: 7 }, () => 401),
      429,
    ])
  })

  test('is known for 180 days, and only to the accounts that signed in on it', async () => {
    const first = deviceCookieOf(await signIn('adam@portico.example', seedPassword, { address: home }))
    const both = deviceCookieOf(await signIn('vera@portico.example', seedPassword, { address: home, cookie: first }))
    for (const email of ['adam@portico.example', 'vera@portico.example', 'ben@portico.example'])
      await wrongPasswords(email, 5, () => ({ address: home }))
    const isKnown = async (email: string, cookie: string) => (await signIn(email, seedPassword, { address: home, cookie })).status === 200
    expect(await isKnown('ben@portico.example', both)).toBe(false)
    expect(await isKnown('vera@portico.example', first)).toBe(false)
    expect(
      await isKnown(
        'adam@portico.example',
        first.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
      ),
    ).toBe(false)
    expect(await isKnown('adam@portico.example', '__Host-portico-device=~.~a.zzzzzzzz.b~')).toBe(false)
    expect(await isKnown('adam@portico.example', both)).toBe(true)
    await wrongPasswords('adam@portico.example', 5, () => ({ address: home }))
    portico.setTime('2027-05-20T19:59:59Z')
    expect(await isKnown('adam@portico.example', both)).toBe(true)
    await wrongPasswords('adam@portico.example', 5, () => ({ address: home }))
    portico.setTime('2027-05-20T20:00:01Z')
    expect(await isKnown('adam@portico.example', both)).toBe(false)
  })

  test('is no longer known after a password change, until it signs in with the new password', async () => {
    const { email } = await newStaff(portico)
    const password = 'a new and long one'
    const cookie = deviceCookieOf(await signIn(email, seedPassword, { address: home }))
    const isKnown = async (cookie: string) => {
      await wrongPasswords(email, 5, () => ({ address: home }))
      return (await signIn(email, password, { address: home, cookie })).status === 200
    }
    await viaRest(portico.app, 'auth.beginResetPassword', { email }, { address: newAddress() })
    const token = await mailedSecret(portico, email, 'reset-password')
    const reset = { token, password, confirmPassword: password }
    expect((await viaRest(portico.app, 'auth.finishResetPassword', reset, { address: newAddress() })).ok).toBe(true)
    expect(await isKnown(cookie)).toBe(false)
    await portico.sql('delete from rate_counter')
    const next = deviceCookieOf(await signIn(email, password, { address: home, cookie }))
    expect(await isKnown(next)).toBe(true)
  })

  test('remembers the five most recent accounts', async () => {
    const emails = ['rosa', 'adam', 'ana', 'ben', 'vera', 'victor'].map((name) => `${name}@portico.example`)
    let cookie = ''
    for (const email of emails) cookie = deviceCookieOf(await signIn(email, seedPassword, { address: home, cookie }))
    expect(cookie.split('~')).toHaveLength(5)
    await wrongPasswords('rosa@portico.example', 5, () => ({ address: home }))
    expect((await signIn('rosa@portico.example', seedPassword, { address: home, cookie })).status).toBe(429)
  })
})

describe('requesting a reset link', () => {
  const ask = async (email: string, from: From) => {
    const headers: Record<string, string> = from.cookie ? { cookie: from.cookie } : {}
    const answer = await viaRest(portico.app, 'auth.beginResetPassword', { email }, { address: from.address, headers })
    await portico.drain()
    return answer
  }
  const linksTo = (email: string) => portico.outbox.filter(({ to, text }) => to === email && text.includes('/reset-password/')).length

  test('past a limit gets the usual response but sends nothing, whether or not the address is known', async () => {
    const before = linksTo('ben@portico.example')
    for (const email of ['ben@portico.example', 'never-there@portico.example'])
      for (let tries = 1; tries <= 4; tries += 1) {
        const answer = await ask(email, { address: outsider })
        expect([answer.status, answer.data]).toEqual([200, {}])
      }
    expect(linksTo('ben@portico.example') - before).toBe(2)
  })

  test('cannot be blocked by an outsider: requests from other addresses still send a link', async () => {
    for (let tries = 1; tries <= 8; tries += 1) await ask('ana@portico.example', { address: outsider })
    const before = linksTo('ana@portico.example')
    await ask('ana@portico.example', { address: home })
    expect(linksTo('ana@portico.example') - before).toBe(1)
  })

  test('cannot be blocked for a known device from many addresses, nor be used to flood a mailbox', async () => {
    const cookie = deviceCookieOf(await signIn('vera@portico.example', seedPassword, { address: home }))
    const before = linksTo('vera@portico.example')
    for (let tries = 1; tries <= 8; tries += 1) await ask('vera@portico.example', { address: newAddress() })
    expect(linksTo('vera@portico.example') - before).toBe(5)
    await ask('vera@portico.example', { address: home, cookie })
    expect(linksTo('vera@portico.example') - before).toBe(6)
  })

  test('cannot be blocked for a day from one address', async () => {
    const before = linksTo('victor@portico.example')
    for (let window = 1; window <= 7; window += 1) {
      for (let tries = 1; tries <= 2; tries += 1) await ask('victor@portico.example', { address: outsider })
      await portico.sql(`delete from rate_counter where key like 'resetPerAccount:%' or key like 'resetPerAccountAndAddress:%'`)
    }
    expect(linksTo('victor@portico.example') - before).toBe(5)
    await ask('victor@portico.example', { address: home })
    expect(linksTo('victor@portico.example') - before).toBe(6)
  })

  test('cannot be blocked for a day from many addresses: there is always a link in the mailbox that still works', async () => {
    const email = 'rosa@portico.example'
    const sent: number[] = []
    for (let halfHour = 1; halfHour <= 6; halfHour += 1) {
      const before = linksTo(email)
      for (let tries = 1; tries <= 8; tries += 1) await ask(email, { address: newAddress() })
      sent.push(linksTo(email) - before)
      await portico.sql('update rate_counter set window_start = window_start - make_interval(secs => 1801)')
    }
    // Twelve of the day; from then on one for whoever asks first, and none for those who ask while it works.
    expect(sent).toEqual([5, 5, 2 + 1, 1, 1, 1])
  })

  test('gets a limited number of links a day from unknown devices, but never blocks a known one', async () => {
    const cookie = deviceCookieOf(await signIn('adam@portico.example', seedPassword, { address: home }))
    const before = linksTo('adam@portico.example')
    for (let window = 1; window <= 3; window += 1) {
      for (let tries = 1; tries <= 8; tries += 1) await ask('adam@portico.example', { address: newAddress() })
      await portico.sql(`delete from rate_counter where key like 'resetPerAccount:%'`)
    }
    expect(linksTo('adam@portico.example') - before).toBe(13)
    await ask('adam@portico.example', { address: home, cookie })
    expect(linksTo('adam@portico.example') - before).toBe(14)
    await portico.sql('update rate_counter set window_start = window_start - make_interval(secs => 86401)')
    await ask('adam@portico.example', { address: newAddress() })
    expect(linksTo('adam@portico.example') - before).toBe(15)
  })
})
