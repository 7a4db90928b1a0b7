import { describe, expect, it } from 'vitest'
import { callsAtOnce, callsWaiting } from '../../src/infra/security/turns/caller-turns.ts'
import { access } from '../../src/api/access.ts'
import { endpoints, rowOf } from '../calls/calls.ts'
import type { Sample } from '../calls/call-row.ts'
import { openWorld } from '../calls/world.ts'
import { viaRest } from '../support/both-transports.ts'
import { openPortico } from '../support/harness.ts'
import { holdLock } from '../support/held-lock.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const ask = (path: string, { input, headers = {} }: Sample) => viaRest(portico.app, path, input, { headers })
// Every change ends with its audit entry.
const stopChanges = () => holdLock(portico, 'lock table audit_entry in exclusive mode')

const waitBySecret = endpoints
  .filter(
    ({ path, reads, meta }) => !reads && access[path]?.[0] !== '-' && (meta.turns || [meta.limit ?? []].flat().some(({ link }) => link)),
  )
  .map(({ path }) => path)
// Their samples have no secret, or an unknown one, for which nothing is written.
const withoutChange = new Set(['auth.sign-out', 'auth.login.passkeyOptions', 'drafts.deleteTransfer'])

it('the calls of the public that lock what a secret names wait for their turn', () => {
  expect(waitBySecret).toEqual(
    expect.arrayContaining([
      'seats.takeSeat',
      'workshops.respondentCheckIn',
      'auth.tokens.refresh',
      'privacy.submitRequest',
      'drafts.openTransfer',
    ]),
  )
})

describe.each(waitBySecret.filter((path) => !withoutChange.has(path)))('%s', (path) => {
  it('takes few connections, however often it is called with one secret', async () => {
    const sample = await rowOf(path).sample(world)
    const held = await stopChanges()
    const sent = Array.from({ length: callsAtOnce + 4 }, () => ask(path, sample))
    await held.untilWaiting(callsAtOnce)
    for (let times = 0; times < 3; times += 1) expect((await ask('workshops.getDefaultWorkshop', {})).ok).toBe(true)
    await held.untilWaiting(callsAtOnce)
    await held.release()
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
  })
})

it('other spellings of a session cookie are the same session', async () => {
  const { headers: { cookie = '' } = {} } = await rowOf('auth.tokens.refresh').sample(world)
  const held = await stopChanges()
  const sent = Array.from({ length: callsAtOnce + 4 }, (_one, place) =>
    ask('auth.tokens.refresh', { headers: { cookie: `${cookie}.${place}` } }),
  )
  await held.untilWaiting(callsAtOnce)
  for (let times = 0; times < 3; times += 1) expect((await ask('workshops.getDefaultWorkshop', {})).ok).toBe(true)
  await held.untilWaiting(callsAtOnce)
  await held.release()
  for (const { ok } of await Promise.all(sent)) expect(ok).toBe(true)
})

it('calls with different secrets do not wait for each other', async () => {
  const samples = await Promise.all(Array.from({ length: callsAtOnce + 2 }, async () => rowOf('seats.openSeat').sample(world)))
  const held = await stopChanges()
  const sent = samples.map((sample) => ask('seats.openSeat', sample))
  await held.untilWaiting(samples.length)
  await held.release()
  for (const { ok } of await Promise.all(sent)) expect(ok).toBe(true)
})

it('past the number that may wait, calls with one secret are refused with the time to wait', async () => {
  const sample = await rowOf('seats.openSeat').sample(world)
  const held = await stopChanges()
  const sent = Array.from({ length: callsAtOnce + callsWaiting + 1 }, () => ask('seats.openSeat', sample))
  // Whichever comes last is refused; all others wait for the lock.
  const { status, id, retryAfter } = await Promise.race(sent)
  expect([status, id, retryAfter]).toEqual([429, 'TOO_MANY_REQUESTS', '5'])
  await held.release()
  const statuses = (await Promise.all(sent)).map((answer) => answer.status)
  expect(statuses.toSorted()).toEqual([...Array(callsAtOnce + callsWaiting).fill(200), 429])
})
