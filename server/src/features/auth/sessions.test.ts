import { describe, expect, test } from 'vitest'
import { raceRefreshes, withoutLocks } from '../../../test/races/auth-races.ts'
import { stoppedBefore } from '../../../test/races/orders.ts'
import { cookiesOf } from '../../../test/support/both-transports.ts'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { profileOf, refresh, seedPassword, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'

const { endedSessionUses } = defaultRateLimits
const portico = await openPortico({ rateLimits: { endedSessionUses } })
const noSession = { success: false, error_id: 'NO_SESSION', message: expect.any(String) }

function after(seconds: number): void {
  portico.setTime(new Date(Date.parse('2026-11-21T20:00:00Z') + seconds * 1_000).toISOString())
}

test('a refresh returns only a new access token and replaces the cookie', async () => {
  const first = await signIn(portico, 'ana@portico.example')
  const second = await refresh(portico, first.cookie)
  expect(second.answer.status).toBe(200)
  expect(second.answer.body).toEqual({ accessToken: expect.any(String) })
  expect(second.cookie).toBeDefined()
  expect(second.cookie).not.toBe(first.cookie)
  expect((await profileOf(portico, second.accessToken)).body.name).toBe('Ana Alvarez')
})

test('a refresh without a cookie, or with a forged one, finds no session and ends none', async () => {
  const real = await signIn(portico, 'ana@portico.example')
  const [sessionId, , mark] = (real.cookie ?? '').replace('__Host-portico-session=', '').split('.')
  for (const cookie of [undefined, '__Host-portico-session=nonsense', `__Host-portico-session=${sessionId}.${'A'.repeat(43)}.${mark}`]) {
    const { answer } = await refresh(portico, cookie)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(noSession)
  }
  expect((await profileOf(portico, real.accessToken)).status).toBe(200)
})

test.each([
  ['same-site', 'survives a sign-out sent by a page of a sibling domain', 200],
  ['cross-site', 'survives a sign-out sent by a page of another site', 200],
  ['same-origin', 'is ended by a sign-out of our own page (control)', 401],
])('%s: a session %s', async (site, _what, status) => {
  const { cookie = '', accessToken } = await signIn(portico, 'ana@portico.example')
  const answer = await (await portico.as()).rest('auth/sign-out', undefined, { cookie, 'sec-fetch-site': site })
  expect(answer.body).toEqual({ success: true, data: {} })
  expect((await profileOf(portico, accessToken)).status).toBe(status)
  expect('set-cookie' in answer.headers).toBe(status === 401)
})

test('a second tab gets the same successor within ten seconds', async () => {
  const first = await signIn(portico, 'ben@portico.example')
  const second = await refresh(portico, first.cookie)
  after(10)
  const tab = await refresh(portico, first.cookie)
  after(0)
  expect(tab.cookie).toBe(second.cookie)
  expect((await refresh(portico, tab.cookie)).answer.status).toBe(200)
})

test('a previous token used after ten seconds counts as copied: the session ends and the audit trail records it', async () => {
  const first = await signIn(portico, 'ben@portico.example')
  const second = await refresh(portico, first.cookie)
  const since = (await auditTrail(portico)).at(-1)?.id
  after(11)
  const copy = await refresh(portico, first.cookie)
  const owner = await refresh(portico, second.cookie)
  const profile = await profileOf(portico, second.accessToken)
  after(0)
  expect(copy.answer.body).toEqual(noSession)
  expect(String(copy.answer.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970')
  expect(owner.answer.body).toEqual(noSession)
  expect(profile.status).toBe(401)
  const trail = await auditTrail(portico, since)
  expect(trail[0]?.action).toBe('auth.tokens.refresh')
  expect(trail[0]?.subjects).toContainEqual(expect.stringMatching(/^session:/))
})

test('whoever keeps the cookie of an ended session cannot fill the audit trail with it', async () => {
  const { cookie = '' } = await signIn(portico, 'ben@portico.example')
  const visitor = await portico.as()
  await visitor.rest('auth/sign-out', {}, { cookie })
  const since = (await auditTrail(portico)).at(-1)?.id
  for (let times = 0; times < endedSessionUses.hits; times += 1) {
    expect((await refresh(portico, cookie)).answer.body).toEqual(noSession)
    expect((await visitor.rest('auth/sign-out', {}, { cookie })).body).toEqual({ success: true, data: {} })
  }
  expect(await auditTrail(portico, since)).toHaveLength(endedSessionUses.hits)
})

test('a token older than the previous one ends the session even within ten seconds', async () => {
  const first = await signIn(portico, 'vera@portico.example')
  const second = await refresh(portico, first.cookie)
  const third = await refresh(portico, second.cookie)
  expect((await refresh(portico, first.cookie)).answer.body).toEqual(noSession)
  expect((await refresh(portico, third.cookie)).answer.body).toEqual(noSession)
})

test('a session lasts twelve hours from sign-in, however often it is refreshed', async () => {
  let { cookie } = await signIn(portico, 'vera@portico.example')
  for (const hour of [4, 8, 11.99]) {
    after(hour * 3_600)
    const visit = await refresh(portico, cookie)
    expect(visit.answer.status).toBe(200)
    expect(String(visit.answer.headers['set-cookie'])).toContain('Expires=Sun, 22 Nov 2026 08:00:00 GMT')
    cookie = visit.cookie
  }
  after(12 * 3_600 + 1)
  const late = await refresh(portico, cookie)
  after(0)
  expect(late.answer.body).toEqual(noSession)
})

async function openShared(sharedDevice: boolean) {
  const visitor = await portico.as()
  const answer = await visitor.rest('auth/login/local', { email: 'vera@portico.example', password: seedPassword, sharedDevice })
  const cookieOf = (name: string) => cookiesOf(answer).find((cookie) => cookie.startsWith(`__Host-portico-${name}=`))
  return { accessToken: String(answer.body.accessToken), session: cookieOf('session'), device: cookieOf('device') }
}

test('a session on a shared device ends after 60 idle minutes and does not remember the device', async () => {
  const { session, device } = await openShared(true)
  expect(device).toBeUndefined()
  after(60 * 60 + 1)
  const idle = await refresh(portico, session)
  after(0)
  expect(idle.answer.body).toEqual(noSession)
})

test('control: a session on an unshared device survives 60 idle minutes and remembers the device', async () => {
  const { session, device } = await openShared(false)
  expect(device).toBeDefined()
  after(60 * 60 + 1)
  const alive = await refresh(portico, session)
  after(0)
  expect(alive.answer.status).toBe(200)
})

test('a session on a shared device stays alive while it is used by calls or refreshes', async () => {
  const opened = await openShared(true)
  after(9 * 60)
  expect((await profileOf(portico, opened.accessToken)).status).toBe(200)
  after(68 * 60)
  const renewed = await refresh(portico, opened.session)
  expect(renewed.answer.status).toBe(200)
  after(127 * 60)
  const again = await refresh(portico, renewed.cookie)
  expect((await profileOf(portico, again.accessToken)).status).toBe(200)
  await portico.sql(`update session set used_at = used_at - interval '61 minutes' where shared_device`)
  expect((await profileOf(portico, again.accessToken)).status).toBe(401)
  after(0)
})

test.each(['disabled_at = now()', 'verified_at = null'])('a session is void once its account has %s', async (change) => {
  const { accessToken, cookie } = await signIn(portico, 'victor@portico.example')
  await portico.sql(`update account set ${change} where email = 'victor@portico.example'`)
  expect((await profileOf(portico, accessToken)).status).toBe(401)
  expect((await refresh(portico, cookie)).answer.body).toEqual(noSession)
  await portico.sql(`update account set disabled_at = null, verified_at = created_at where email = 'victor@portico.example'`)
})

test('a stored successor cannot be opened with the contents of the database and the keyring', async () => {
  const first = await signIn(portico, 'adam@portico.example')
  const second = await refresh(portico, first.cookie)
  const [row] = await portico.sql<{ sealed: Buffer }>(
    `select successor_sealed as sealed from session where successor_sealed is not null order by rotated_at desc limit 1`,
  )
  expect(row?.sealed.toString('latin1')).not.toContain(second.cookie?.split('.')[1])
})

test('two concurrent refreshes leave both tabs with the same live session, over 20 rounds', async () => {
  expect(await raceRefreshes(portico, 20)).toEqual([])
})

describe('a refresh paused before it writes while another arrives', () => {
  const order = stoppedBefore(portico, 1)

  test('leaves both tabs with the same live session', async () => {
    expect(await raceRefreshes(portico, 1, { order })).toEqual([])
  })

  test('control: signs one tab out if the session is not locked', async () => {
    expect(await raceRefreshes(portico, 1, { order, handicap: withoutLocks })).toEqual([1])
  })
})
