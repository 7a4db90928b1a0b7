import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { invite, profileOf } from '../../../../test/support/auth-visits.ts'
import { openPortico, type RestAnswer } from '../../../../test/support/harness.ts'
import { startProvider, type Member, type TestProvider } from '../../../../test/support/identity-provider.ts'
import { beginSignOn, finishSignOn, signOn, signOnAt, visitProvider } from '../../../../test/support/sign-on-visits.ts'
import { newStaff, setUpApp } from '../../../../test/support/staff.ts'

const portico = await openPortico()
const { publicUrl } = portico.services
let provider: TestProvider
let other: TestProvider

beforeAll(async () => {
  provider = await startProvider(publicUrl)
  other = await startProvider(publicUrl)
})
afterAll(async () => {
  await provider.stop()
  await other.stop()
})
beforeEach(() => signOnAt(portico, provider))

let turn = 0
const arrive = (email: string, more: Partial<Member> = {}) => {
  provider.member = { subject: `subject-${(turn += 1)}`, email, verified: true, ...more }
  return provider.member
}
const idOf = (answer: RestAnswer) => answer.body.error_id
const linksOf = (accountId: number) => portico.sql('select * from sign_in_identity where account_id = $1', [accountId])

describe('a person asserted by the provider', () => {
  it('is signed in to their account, and recognized by subject from then on', async () => {
    const staff = await newStaff(portico)
    const member = arrive(staff.email.toUpperCase())
    const first = await signOn(portico)
    expect((await profileOf(portico, first.body.accessToken)).body).toMatchObject({ id: staff.id, roles: ['AGENCY'] })
    await portico.drain()
    expect(portico.outbox.filter(({ to }) => to === staff.email).map(({ subject }) => subject)).toEqual([
      'Portico: Your account is linked to your organization’s sign-in',
    ])
    // The person's address at the provider changes; the subject stays.
    provider.member = { ...member, email: 'married@portico.example' }
    expect((await profileOf(portico, (await signOn(portico)).body.accessToken)).body.id).toBe(staff.id)
    expect(await linksOf(staff.id)).toHaveLength(1)
  })

  it('gets the account of their invitation, whatever roles the token claims', async () => {
    await invite(portico, { email: 'invited@portico.example', account: 'volunteer', purpose: 'Doors' })
    arrive('invited@portico.example')
    const { body } = await signOn(portico)
    expect((await profileOf(portico, body.accessToken)).body).toMatchObject({ name: 'Pat of the Provider', roles: ['VOLUNTEERV1'] })
    expect(
      await portico.sql(`select used_at is not null as used from one_time_token where invitation->>'email' = 'invited@portico.example'`),
    ).toEqual([{ used: true }])
  })

  it.each([
    ['reverses the direction of the text', 'Pat\u202e nimda'],
    ['has several lines', 'Pat\nBcc: everyone@portico.example'],
    ['contains a null character', 'Pat\u0000'],
    ['contains a web address', 'Confirm at https://example.org'],
    ['is too long', 'P'.repeat(1_000)],
  ])('is named by their address if the name from the provider %s', async (_what, name) => {
    const email = `named${(turn += 1)}@portico.example`
    await invite(portico, { email, account: 'volunteer', purpose: 'Doors' })
    arrive(email, { name })
    const { body } = await signOn(portico)
    expect((await profileOf(portico, body.accessToken)).body.name).toBe(email)
  })

  it('writes an audit entry and remembers the browser for the account', async () => {
    const staff = await newStaff(portico)
    arrive(staff.email)
    const since = (await auditTrail(portico)).at(-1)?.id
    const { headers } = await signOn(portico)
    expect(await auditTrail(portico, since)).toMatchObject([
      {
        action: 'auth.singleSignOn.finish',
        subjects: expect.arrayContaining([`account:${staff.id}`, expect.stringContaining('session:')]),
      },
    ])
    expect(String(headers['set-cookie'])).toMatch(/__Host-portico-device=[^;]+;.*HttpOnly/)
  })

  it('still needs their own second factor: the provider does not replace it', async () => {
    const staff = await newStaff(portico)
    const app = await setUpApp(portico, staff)
    arrive(staff.email)
    const { body } = await signOn(portico)
    expect(body).toMatchObject({ error_id: 'SECOND_FACTOR_REQUIRED', methods: ['authenticator', 'recovery-code'] })
    const visitor = await portico.as()
    const second = await visitor.rest('auth/login/secondFactor', { challenge: body.challenge, code: app.code(1) })
    expect((await profileOf(portico, second.body.accessToken)).body.id).toBe(staff.id)
  })
})

describe('the proof of identity of a sign-in at the provider', () => {
  it.each<[what: string, leave: (asked: URLSearchParams) => void, error: string | undefined]>([
    ['does not count if the user removes the request to ask for credentials again', leaveItsSession, 'REAUTHENTICATION_REQUIRED'],
    ['control: counts if the provider confirms that it asked for credentials', () => {}, undefined],
  ])('%s', async (_what, change, error) => {
    // The provider uses the real clock.
    portico.setTime(new Date().toISOString())
    arrive((await newStaff(portico)).email)
    const { cookie, url } = await beginSignOn(portico)
    const asked = new URL(url)
    change(asked.searchParams)
    const { body } = await finishSignOn(portico, cookie, await visitProvider(asked.href, publicUrl))
    const headers = { authorization: `Bearer ${body.accessToken}` }
    const visitor = await portico.as()
    expect(idOf(await visitor.rest('auth/mySignIn/beginPasskey', undefined, headers))).toBe(error)
  })
})

// As if somebody removed them from the address on its way to a provider that already has a session with this browser.
function leaveItsSession(asked: URLSearchParams): void {
  for (const name of ['prompt', 'max_age']) asked.delete(name)
}

describe('single sign-on refuses a person', () => {
  it.each<[why: string, member: () => Promise<Partial<Member> & { email: string }>]>([
    ['who is not invited', async () => ({ email: 'stranger@portico.example' })],
    ['of a foreign domain', async () => ({ email: await accountAt('elsewhere.example') })],
    ['of a domain that ends like an allowed one', async () => ({ email: await accountAt('evil.portico.example') })],
    ['whose address the provider has not verified', async () => ({ email: (await newStaff(portico)).email, verified: false })],
    ['whose account is disabled', async () => ({ email: await changed('disabled_at = now()') })],
    ['whose account never confirmed its address', async () => ({ email: await changed('verified_at = null') })],
    [
      'whose inviter may no longer invite',
      async () => {
        await invite(portico, { email: 'late@portico.example', account: 'root', invitedBy: (await newStaff(portico)).id })
        return { email: 'late@portico.example' }
      },
    ],
  ])('%s', async (_, member) => {
    const { email, ...more } = await member()
    arrive(email, more)
    const accounts = await portico.sql('select count(*)::int from account')
    const answer = await signOn(portico)
    expect(idOf(answer)).toBe('SIGN_ON_REFUSED')
    expect(String(answer.headers['set-cookie'])).not.toContain('portico-session')
    expect(await portico.sql('select count(*)::int from account')).toEqual(accounts)
    expect((await auditTrail(portico)).at(-1)?.action).toBe('auth.singleSignOn.finish.denied')
  })

  it('who received the address of somebody who is already linked', async () => {
    const staff = await newStaff(portico)
    arrive(staff.email)
    await signOn(portico)
    arrive(staff.email)
    expect(idOf(await signOn(portico))).toBe('SIGN_ON_REFUSED')
  })

  it('whose account was disabled after it was linked', async () => {
    const staff = await newStaff(portico)
    arrive(staff.email)
    await signOn(portico)
    await portico.sql('update account set disabled_at = now() where id = $1', [staff.id])
    expect(idOf(await signOn(portico))).toBe('SIGN_ON_REFUSED')
  })
})

describe("the provider's answer", () => {
  it('is accepted once, and its code is rejected with another state', async () => {
    arrive((await newStaff(portico)).email)
    const { cookie, url } = await beginSignOn(portico)
    const returned = await visitProvider(url, publicUrl)
    expect((await finishSignOn(portico, cookie, returned)).body.accessToken).toBeDefined()
    expect(idOf(await finishSignOn(portico, cookie, returned))).toBe('CHALLENGE_EXPIRED')
    const again = await beginSignOn(portico)
    const { state } = await visitProvider(again.url, publicUrl)
    expect(idOf(await finishSignOn(portico, again.cookie, { ...returned, state }))).toBe('SIGN_ON_REFUSED')
  })

  it('is accepted only in the browser that began, so that a link cannot sign somebody in as another person', async () => {
    arrive((await newStaff(portico)).email)
    const attacker = await beginSignOn(portico)
    const returned = await visitProvider(attacker.url, publicUrl)
    const victim = await beginSignOn(portico)
    expect(idOf(await finishSignOn(portico, victim.cookie, returned))).toBe('CHALLENGE_EXPIRED')
    expect(idOf(await finishSignOn(portico, '', returned))).toBe('CHALLENGE_EXPIRED')
    // The code of one browser in the sign-in of the other.
    const own = await visitProvider(victim.url, publicUrl)
    expect(idOf(await finishSignOn(portico, victim.cookie, { ...own, code: returned.code }))).toBe('SIGN_ON_REFUSED')
  })

  it('is rejected after ten minutes', async () => {
    arrive((await newStaff(portico)).email)
    const { cookie, url } = await beginSignOn(portico)
    const returned = await visitProvider(url, publicUrl)
    const then = portico.services.clock()
    portico.setTime(new Date(then.getTime() + 10 * 60_000).toISOString())
    expect(idOf(await finishSignOn(portico, cookie, returned))).toBe('CHALLENGE_EXPIRED')
    portico.setTime(then.toISOString())
  })

  it.each<[what: string, ask: (url: URL) => void, answer: (returned: object) => object]>([
    ['with a nonce that Portico did not send', (url) => url.searchParams.set('nonce', 'another'), (returned) => returned],
    ['for a verifier that Portico does not have', (url) => url.searchParams.set('code_challenge', 'A'.repeat(43)), (returned) => returned],
    ['that names another issuer', () => {}, (returned) => ({ ...returned, iss: 'https://elsewhere.example' })],
    ['that names no issuer', () => {}, (returned) => ({ ...returned, iss: undefined })],
  ])('%s is rejected', async (_, ask, answer) => {
    arrive((await newStaff(portico)).email)
    const { cookie, url } = await beginSignOn(portico)
    const asked = new URL(url)
    ask(asked)
    const returned = await visitProvider(asked.href, publicUrl)
    expect(idOf(await finishSignOn(portico, cookie, answer(returned)))).toBe('SIGN_ON_REFUSED')
  })

  it('is rejected if it comes from another provider, as is a sign-in that began there', async () => {
    const staff = await newStaff(portico)
    arrive(staff.email)
    other.member = provider.member
    signOnAt(portico, other)
    const elsewhere = await beginSignOn(portico)
    const returned = await visitProvider(elsewhere.url, publicUrl)
    signOnAt(portico, provider)
    expect(idOf(await finishSignOn(portico, elsewhere.cookie, returned))).toBe('CHALLENGE_EXPIRED')
    const here = await beginSignOn(portico)
    const own = await visitProvider(here.url, publicUrl)
    expect(idOf(await finishSignOn(portico, here.cookie, { ...returned, state: own.state }))).toBe('SIGN_ON_REFUSED')
    expect(await linksOf(staff.id)).toEqual([])
  })
})

async function accountAt(domain: string): Promise<string> {
  const { id } = await newStaff(portico)
  const email = `staff${id}@${domain}`
  await portico.sql('update account set email = $2 where id = $1', [id, email])
  return email
}

async function changed(columns: string): Promise<string> {
  const { id, email } = await newStaff(portico)
  await portico.sql(`update account set ${columns} where id = $1`, [id])
  return email
}
