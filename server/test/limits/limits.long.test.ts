import { describe, expect, it } from 'vitest'
import { openWorld } from '../calls/world.ts'
import { seedPassword, invite, registrationForm } from '../support/auth-visits.ts'
import { viaRest } from '../support/both-transports.ts'
import { fillHall } from './workshop-hall.ts'
import { defaultRateLimits } from '../../src/infra/security/rate-limits.ts'
import { openPortico } from '../support/harness.ts'

const people = 300
const address = '203.0.113.7'

describe('300 people behind one address do not hit a limit', () => {
  it('when all of them answer and check in', { timeout: 300_000 }, async () => {
    expect(await fillHall(await openPortico({ rateLimits: defaultRateLimits }), people)).toEqual({
      answers: { 200: 7 * people },
      people,
      checkedIn: people,
    })
  })

  it('when all of them register, verify their address, sign in at once and request a new password', { timeout: 300_000 }, async () => {
    const portico = await openPortico({ rateLimits: defaultRateLimits })
    await openWorld(portico)
    const each = async (one: (index: number) => Promise<{ path: string; input: unknown }>) => {
      const asked = await Promise.all(Array.from({ length: people }, (_one, index) => one(index)))
      const answers = await Promise.all(asked.map(({ path, input }) => viaRest(portico.app, path, input, { address })))
      return [...new Set(answers.map((answer) => `${answer.status} ${answer.id ?? 'done'}`))]
    }
    const email = (index: number) => `guest${index}@example.org`
    const password = `${seedPassword}-of-a-guest`
    const register = async (index: number) => ({
      path: 'auth.register.local',
      input: registrationForm(await invite(portico, { email: email(index) }), 'Gita Guest', password),
    })
    expect(await each(register)).toEqual(['200 done'])
    await portico.drain()
    const codes = portico.outbox.flatMap((email) => email.text.match(/verify-email\/([\w-]+)/)?.[1] ?? [])
    expect(codes).toHaveLength(people)
    expect(await each(async (index) => ({ path: 'auth.register.verify', input: { code: codes[index] } }))).toEqual(['200 done'])
    expect(await each(async (index) => ({ path: 'auth.login.local', input: { email: email(index), password } }))).toEqual(['200 done'])
    expect(await each(async (index) => ({ path: 'auth.beginResetPassword', input: { email: email(index) } }))).toEqual(['200 done'])
  })
})
