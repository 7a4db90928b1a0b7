import { beforeEach, describe, expect, test } from 'vitest'
import { mailedSecret, seedPassword } from '../../../test/support/auth-visits.ts'
import { transports, viaRest } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { solve } from '../../../test/support/proofs.ts'
import { addPasskey, newStaff, setUpApp } from '../../../test/support/staff.ts'

const few = { hits: 3, seconds: 300 }
const portico = await openPortico({
  rateLimits: {
    signInPerAddress: few,
    passkeySignInPerAddress: few,
    singleSignOnPerAddress: few,
    resetPerAddress: few,
    signInPerAccountAndAddress: few,
  },
})
const hall = '203.0.113.7'
const ask = (path: string, input: unknown, cookie = '') =>
  viaRest(portico.app, path, input, { address: hall, headers: cookie === '' ? {} : { cookie } })

/** Makes calls from the hall's address until past every limit, and returns whether any was refused because of their number. */
async function flood(path: string, input: unknown): Promise<boolean> {
  let isRefused = false
  for (let times = 0; times < 3 * few.hits; times += 1) isRefused ||= (await ask(path, input)).status === 429
  return isRefused
}

const passkey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const kinds = ['passwords', 'options of passkeys', 'passkeys', 'sign-ins at the provider', 'answers of the provider'] as const
const floods: Readonly<Record<(typeof kinds)[number], readonly [path: string, input: unknown]>> = {
  passwords: ['auth.login.local', { email: 'nobody@example.org', password: 'not the password' }],
  'options of passkeys': ['auth.login.passkeyOptions', {}],
  passkeys: ['auth.login.passkey', { passkey }],
  'sign-ins at the provider': ['auth.singleSignOn.begin', undefined],
  'answers of the provider': ['auth.singleSignOn.finish', { state: 'x', code: 'x' }],
}

beforeEach(async () => {
  await portico.sql('delete from rate_counter')
})

describe('a flood from an address', () => {
  test.each(kinds)('of %s does not keep a known device there from signing in in two steps', async (kind) => {
    const staff = await newStaff(portico)
    const signedIn = await ask('auth.login.local', { email: staff.email, password: seedPassword })
    const cookie = signedIn.cookies.find((one) => one.startsWith('__Host-portico-device=')) ?? ''
    const app = await setUpApp(portico, staff)
    await addPasskey(staff)
    expect(await flood(...floods[kind]), 'control: it is past the limit').toBe(true)
    const first = await ask('auth.login.local', { email: staff.email, password: seedPassword }, cookie)
    expect(first.id).toBe('SECOND_FACTOR_REQUIRED')
    const { challenge } = first
    expect((await ask('auth.login.passkeyOptions', { challenge }, cookie)).status).toBe(200)
    expect((await ask('auth.login.secondFactor', { challenge, code: app.code(1) }, cookie)).data).toEqual({
      accessToken: expect.any(String),
    })
  })

  test.each([
    ['passwords', ['options of passkeys', 'sign-ins at the provider']],
    ['options of passkeys', ['passwords', 'sign-ins at the provider']],
    ['sign-ins at the provider', ['passwords', 'options of passkeys']],
  ] as const)('of %s does not stop %j', async (kind, others) => {
    expect(await flood(...floods[kind])).toBe(true)
    for (const other of others) expect((await ask(...floods[other])).status, other).not.toBe(429)
  })

  test('of wrong challenges stops nothing, because it costs as little as any wrong link', async () => {
    expect(await flood('auth.login.secondFactor', { challenge: 'x'.repeat(43), code: '000000' })).toBe(false)
    expect(await flood('auth.login.passkeyOptions', { challenge: 'x'.repeat(43) })).toBe(false)
    for (const kind of kinds) expect((await ask(...floods[kind])).status, kind).not.toBe(429)
  })
})

describe('somebody on an unknown device at an address past its limit', () => {
  let turn = 0
  const madeUpEmail = () => `nobody${(turn += 1)}@example.org`
  const floodWithEmails = async (path: string, more = {}) => {
    for (let times = 0; times <= few.hits; times += 1) await ask(path, { email: madeUpEmail(), ...more })
  }

  test.each(transports)('signs in with a proof of work, through %s', async (_name, transport) => {
    await floodWithEmails('auth.login.local', { password: 'not the password' })
    const signIn = (email: string, proof?: string) =>
      transport(portico.app, 'auth.login.local', { email, password: seedPassword, ...(proof && { proof }) }, { address: hall })
    for (const [email, status] of [
      ['vera@portico.example', 200],
      [madeUpEmail(), 401],
    ] as const) {
      const refused = await signIn(email)
      expect([refused.status, Number(refused.retryAfter) > 0, refused.challenge]).toEqual([429, true, expect.any(String)])
      expect((await signIn(email, solve(refused.challenge))).status).toBe(status)
    }
  })

  test('has attempts with a proof counted by account too, and needs one for each', async () => {
    await floodWithEmails('auth.login.local', { password: 'not the password' })
    const input = { email: 'ben@portico.example', password: 'not the password' }
    const counted = async () => (await portico.sql<{ n: number }>('select count(*)::int n from rate_counter where hits <= 1'))[0]?.n ?? 0
    const before = await counted()
    const { challenge } = await ask('auth.login.local', input)
    expect(challenge).toEqual(expect.any(String))
    expect(await counted(), 'control: not without a proof').toBe(before)
    const proof = solve(challenge)
    expect((await ask('auth.login.local', { ...input, proof })).status).toBe(401)
    expect(await counted(), 'the proof, the account and address, and the account').toBe(before + 3)
    expect((await ask('auth.login.local', { ...input, proof })).status).toBe(429)
  })

  test.each(transports)('gets a reset link with a proof of work, through %s', async (_name, transport) => {
    const { email } = await newStaff(portico)
    await floodWithEmails('auth.beginResetPassword')
    const request = (proof?: string) =>
      transport(portico.app, 'auth.beginResetPassword', { email, ...(proof && { proof }) }, { address: hall })
    const refused = await request()
    expect([refused.status, refused.challenge]).toEqual([429, expect.any(String)])
    expect((await request(solve(refused.challenge))).data).toEqual({})
    expect(await mailedSecret(portico, email, 'reset-password')).toEqual(expect.any(String))
  })
})
