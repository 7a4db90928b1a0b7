import { beforeEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '../../../test/profiles.ts'
import { CallError } from '../rest.ts'
import { browser, noSession, refused, type Answer } from '../../../test/session-browser.ts'

// Failures are reported to the console, and half of these tests provoke them.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))

describe('Session', () => {
  it('sends nothing until a protected page begins it, then refreshes and fetches the profile', async () => {
    const { openTab, requests } = browser()
    const { session, seen } = openTab()
    session.beginIfKnown()
    expect(requests).toEqual([])
    session.begin()
    await expect.poll(() => session.state().profile?.name).toBe('Ana Reyes')
    expect(seen).toEqual(['initializing', 'refreshing', 'authenticated'])
    expect(requests).toEqual(['auth/tokens/refresh', 'getMyProfile'])
    expect(session.accessToken()).toBe('token 1')
    expect(session.state().version).toBe(1)
  })

  it('ends when the refresh is refused, and does not begin again', async () => {
    const { openTab, requests } = browser({ 'auth/tokens/refresh': noSession })
    const { session, seen } = openTab()
    session.begin()
    await expect.poll(() => session.state().status).toBe('not-authenticated')
    session.begin()
    expect(seen).toEqual(['initializing', 'refreshing', 'not-authenticated'])
    expect(requests).toEqual(['auth/tokens/refresh'])
    expect(session.state().version).toBe(0)
  })

  it.each([
    ['a refresh that fails', { 'auth/tokens/refresh': refused(500, '') }],
    ['a refresh without a response', { 'auth/tokens/refresh': refused(0, undefined) }],
    ['a refresh with an unexpected response', { 'auth/tokens/refresh': () => ({ token: 'x' }) }],
    ['a profile that cannot be fetched', { getMyProfile: refused(401, '') }],
    ['a profile with an unexpected shape', { getMyProfile: () => 'Ana' }],
  ])('ends after %s', async (_what, answers) => {
    const { session } = browser(answers).openTab()
    expect(await session.refresh()).toBe(false)
    expect(session.state()).toMatchObject({ status: 'not-authenticated', profile: undefined })
    expect(session.accessToken()).toBeUndefined()
  })

  it('stores the tokens of a sign-in and counts them', async () => {
    const { session } = browser().openTab()
    expect((await session.signIn({ email: 'ana@example.org', password: 'secret' })).name).toBe('Ana Reyes')
    expect(session.state()).toMatchObject({ status: 'authenticated', version: 1 })
    await session.refresh()
    expect(session.state()).toMatchObject({ status: 'authenticated', version: 2 })
  })

  it.each([true, false])('solves the challenge of a rate-limited sign-in once; proof accepted: %s', async (taken) => {
    const bodies: unknown[] = []
    const { session } = browser({
      'auth/login/local': (input) => {
        bodies.push(input)
        if (taken && bodies.length === 2) return { accessToken: 'token' }
        throw new CallError(429, { error_id: 'TOO_MANY_REQUESTS', challenge: `challenge ${bodies.length}` })
      },
    }).openTab()
    const signedIn = session.signIn({ email: 'ana@example.org', password: 'secret' })
    if (taken) expect((await signedIn).name).toBe('Ana Reyes')
    else await expect(signedIn).rejects.toMatchObject({ status: 429 })
    const credentials = { email: 'ana@example.org', password: 'secret' }
    expect(bodies).toEqual([credentials, { ...credentials, proof: 'challenge 1:solved' }])
  })

  it('is cleared by a failed sign-in, which rejects with the cause', async () => {
    const { session } = browser({ 'auth/login/local': refused(401, { error_id: 'INVALID_CREDENTIALS' }) }).openTab()
    await session.refresh()
    await expect(session.signIn({ email: 'ana@example.org', password: 'wrong' })).rejects.toMatchObject({ status: 401 })
    expect(session.state()).toMatchObject({ status: 'not-authenticated', profile: undefined })
  })

  it.each([
    ['a wrong password', refused(401, { error_id: 'INVALID_CREDENTIALS' })],
    ['a required second factor', refused(403, { error_id: 'SECOND_FACTOR_REQUIRED', challenge: 'challenge' })],
    ['no network', refused(0, undefined)],
  ])('keeps its state and the device data when a sign-in without a session fails: %s', async (_what, answer) => {
    const { openTab, forgotten } = browser({ 'auth/login/local': answer, 'auth/tokens/refresh': refused(0, undefined) })
    const { session } = openTab()
    for (const outOfReach of [false, true]) {
      if (outOfReach) await session.refresh()
      const before = session.state()
      expect(before.unreachable).toBe(outOfReach)
      await expect(session.signIn({ email: 'ana@example.org', password: 'secret' })).rejects.toBeInstanceOf(CallError)
      expect(session.state()).toEqual(before)
    }
    expect(forgotten()).toBe(0)
  })

  it.each<[string, Record<string, Answer>, number]>([
    ['a refused refresh', { 'auth/tokens/refresh': noSession }, 1],
    ['a refresh without a network', { 'auth/tokens/refresh': refused(0, undefined) }, 0],
    ['a refresh answered by a captive portal', { 'auth/tokens/refresh': refused(200, '<html>') }, 0],
    ['a rate-limited refresh', { 'auth/tokens/refresh': refused(429, { error_id: 'TOO_MANY_REQUESTS' }) }, 0],
    ['a server error', { 'auth/tokens/refresh': refused(503, { error_id: 'UNAVAILABLE' }) }, 0],
  ])('deletes the device data only if the session has really ended: %s', async (_what, answers, times) => {
    const { openTab, forgotten } = browser(answers)
    const { session } = openTab()
    await session.refresh()
    expect(session.state()).toMatchObject({ status: 'not-authenticated', unreachable: times === 0 })
    expect(forgotten()).toBe(times)
  })

  it('deletes the device data on sign-out, in every tab', async () => {
    const { openTab, forgotten } = browser()
    const [one] = [openTab(), openTab()]
    await one.session.refresh()
    expect(forgotten()).toBe(0)
    await one.session.signOut()
    expect(forgotten()).toBeGreaterThanOrEqual(2)
  })

  it('ends on sign-out even if the call fails', async () => {
    const { session } = browser({ 'auth/sign-out': refused(0, undefined) }).openTab()
    await session.refresh()
    await session.signOut()
    expect(session.state()).toMatchObject({ status: 'not-authenticated', profile: undefined })
    expect(session.accessToken()).toBeUndefined()
  })

  it('reports a pending sign-out in every tab and does not refresh until the server has confirmed it', async () => {
    let reachable = false
    const { openTab, requests } = browser({
      'auth/sign-out': () => {
        if (!reachable) throw new CallError(0, undefined)
        return {}
      },
    })
    const [one, two] = [openTab(), openTab()]
    await one.session.refresh()
    await one.session.signOut()
    for (const { session } of [one, two]) expect(session.state()).toMatchObject({ status: 'not-authenticated', signOutPending: true })
    const later = openTab()
    const before = requests.filter((path) => path === 'auth/tokens/refresh').length
    expect(await later.session.refresh()).toBe(false)
    expect(requests.filter((path) => path === 'auth/tokens/refresh')).toHaveLength(before)
    reachable = true
    await two.session.finishSignOut()
    for (const { session } of [one, two]) expect(session.state().signOutPending).toBe(false)
    expect(await later.session.refresh()).toBe(true)
  })

  it('control: a confirmed sign-out is not pending', async () => {
    const { session } = browser().openTab()
    await session.refresh()
    await session.signOut()
    expect(session.state()).toMatchObject({ status: 'not-authenticated', signOutPending: false })
  })

  it('retries a pending sign-out before a new sign-in and keeps the new session', async () => {
    let reachable = false
    const { openTab, requests } = browser({
      'auth/sign-out': () => {
        if (!reachable) throw new CallError(0, undefined)
        return {}
      },
    })
    const { session } = openTab()
    await session.refresh()
    await session.signOut()
    reachable = true
    await session.signIn({ email: 'ana@example.org', password: 'secret' })
    await session.finishSignOut()
    expect(requests.slice(requests.lastIndexOf('auth/sign-out'))).toEqual(['auth/sign-out', 'auth/login/local', 'getMyProfile'])
    expect(session.state()).toMatchObject({ status: 'authenticated', signOutPending: false })
  })

  it('begins the next session only after the response to the sign-out, which deletes the cookie', async () => {
    const confirmed = Promise.withResolvers<unknown>()
    const { openTab, requests } = browser({ 'auth/sign-out': () => confirmed.promise })
    const { session } = openTab()
    await session.refresh()
    const signedOut = session.signOut()
    const signedIn = session.signIn({ email: 'ana@example.org', password: 'secret' })
    await expect.poll(() => requests.at(-1)).toBe('auth/sign-out')
    confirmed.resolve({})
    await Promise.all([signedOut, signedIn])
    expect(requests.slice(requests.indexOf('auth/sign-out'))).toEqual(['auth/sign-out', 'auth/login/local', 'getMyProfile'])
    expect(session.state()).toMatchObject({ status: 'authenticated', signOutPending: false })
  })

  it('is not revived by a response that arrives after it ended', async () => {
    let answer = (_value: unknown) => {}
    const { session } = browser({
      'auth/tokens/refresh': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    }).openTab()
    const refreshed = session.refresh()
    await Promise.resolve()
    await session.signOut()
    answer({ accessToken: 'late' })
    expect(await refreshed).toBe(false)
    expect(session.state().status).toBe('not-authenticated')
  })

  it('keeps the profile while it refreshes', async () => {
    const { session } = browser().openTab()
    await session.refresh()
    const again = session.refresh()
    expect(session.state()).toMatchObject({ status: 'refreshing', profile: { name: 'Ana Reyes' } })
    await again
  })
})

describe('concurrent calls and tabs', () => {
  it('share one refresh within a tab', async () => {
    const { openTab, requests } = browser()
    const { session } = openTab()
    expect(await Promise.all([session.refresh(0), session.refresh(0), session.refresh(0)])).toEqual([true, true, true])
    expect(requests.filter((path) => path.endsWith('refresh'))).toHaveLength(1)
  })

  it('reuse tokens that are newer than the ones they were called with', async () => {
    const { openTab, requests } = browser()
    const { session } = openTab()
    await session.refresh()
    expect(await session.refresh(0)).toBe(true)
    expect(requests.filter((path) => path.endsWith('refresh'))).toHaveLength(1)
  })

  it('share one refresh between tabs', async () => {
    const { openTab, requests } = browser()
    const [one, two, three] = [openTab(), openTab(), openTab()]
    expect(await Promise.all([one.session.refresh(), two.session.refresh(), three.session.refresh()])).toEqual([true, true, true])
    expect(requests.filter((path) => path.endsWith('refresh'))).toHaveLength(1)
    expect([two.session.accessToken(), three.session.accessToken()]).toEqual(['token 1', 'token 1'])
    await expect.poll(() => three.session.state().profile?.name).toBe('Ana Reyes')
  })

  it('show no profile after a new sign-in until the new profile is fetched', async () => {
    let profile: unknown = profiles.ana
    const { openTab } = browser({ getMyProfile: () => profile })
    const [one, two] = [openTab(), openTab()]
    await one.session.refresh()
    await expect.poll(() => two.session.state().profile?.name).toBe('Ana Reyes')
    const seen: (string | undefined)[] = []
    two.session.subscribe(() => seen.push(two.session.accessToken() === 'token 2' ? two.session.state().profile?.name : undefined))
    profile = profiles.vera
    await one.session.signIn({ email: 'vera@example.org', password: 'secret' })
    await expect.poll(() => two.session.state().profile?.name).toBe(profiles.vera.name)
    expect(seen.filter(Boolean)).toEqual([profiles.vera.name])
  })

  it('drop the previous profile and fail the refresh when someone else has signed in unnoticed', async () => {
    const tokenOf = (sid: string) => `e30.${btoa(JSON.stringify({ sid })).replaceAll('=', '')}.`
    let [profile, accessToken] = [profiles.ana, tokenOf('of Ana')]
    const { openTab } = browser({ getMyProfile: () => profile, 'auth/tokens/refresh': () => ({ accessToken }) })
    const [one, two] = [openTab(), openTab()]
    expect(await one.session.refresh()).toBe(true)
    expect(await one.session.refresh()).toBe(true)
    const seen: (string | undefined)[] = []
    one.session.subscribe(() => seen.push(one.session.state().profile?.name))
    ;[profile, accessToken] = [profiles.vera, tokenOf('of Vera')]
    expect(await one.session.refresh()).toBe(false)
    expect(seen.slice(1)).toEqual([undefined, undefined, profiles.vera.name])
    await expect.poll(() => two.session.state().profile?.name).toBe(profiles.vera.name)
    expect(await one.session.refresh()).toBe(true)
  })

  it('end together', async () => {
    const { openTab } = browser()
    const [one, two] = [openTab(), openTab()]
    await one.session.refresh()
    expect(two.session.state().status).toBe('authenticated')
    await one.session.signOut()
    expect(two.session.state()).toMatchObject({ status: 'not-authenticated', profile: undefined })
  })

  it('restore an earlier session in a new public tab, but not after sign-out', async () => {
    const { openTab, requests } = browser()
    const { session } = openTab()
    await session.refresh()
    openTab().session.beginIfKnown()
    await expect.poll(() => requests.filter((path) => path.endsWith('refresh')).length).toBe(2)
    await session.signOut()
    openTab().session.beginIfKnown()
    expect(requests.filter((path) => path.endsWith('refresh'))).toHaveLength(2)
  })
})
