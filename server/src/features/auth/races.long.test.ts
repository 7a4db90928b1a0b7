import { describe, expect, test } from 'vitest'
import { raceRefreshes, raceRegistrations, raceResets, withReusableLinks } from '../../../test/races/auth-races.ts'
import { refresh, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const patience = 300_000

describe('races over 200 rounds', () => {
  test('let one of two registrations with the same link win', { timeout: patience }, async () => {
    expect(await raceRegistrations(portico, 200)).toEqual([])
  })

  test('let one of two resets with the same link win', { timeout: patience }, async () => {
    expect(await raceResets(portico, 200)).toEqual([])
  })

  test('leave one live session after two concurrent refreshes', { timeout: patience }, async () => {
    expect(await raceRefreshes(portico, 200)).toEqual([])
  })

  test('leave one live session after five concurrent refreshes over HTTP', { timeout: patience }, async () => {
    let { cookie } = await signIn(portico, 'ben@portico.example')
    for (let round = 1; round <= 200; round += 1) {
      const visits = await Promise.all(Array.from({ length: 5 }, () => refresh(portico, cookie)))
      expect(new Set(visits.map((visit) => visit.cookie)).size).toBe(1)
      expect(visits[0]?.cookie).toBeDefined()
      cookie = visits[0]?.cookie
    }
  })
})

describe('control: the races detect a missing protection', () => {
  test('when links can be reused', { timeout: patience }, async () => {
    const [registrations, resets] = await withReusableLinks(portico, async () => [
      await raceRegistrations(portico, 10),
      await raceResets(portico, 10),
    ])
    expect(registrations).toHaveLength(10)
    expect(resets).toHaveLength(10)
  })
})
