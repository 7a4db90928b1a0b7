import { beforeEach, describe, expect, it } from 'vitest'
import { rowOf } from '../calls/calls.ts'
import type { Provocation } from '../calls/call-row.ts'
import { openWorld } from '../calls/world.ts'
import { viaRest, viaTrpc, type Answer } from '../support/both-transports.ts'
import { openPortico } from '../support/harness.ts'
import { holdLock } from '../support/held-lock.ts'

const few = { hits: 3, seconds: 300 }
const portico = await openPortico({ rateLimits: { callsPerLink: few } })
const world = await openWorld(portico)
const hall = '203.0.113.7'
let turn = 0

/** Asks from the hall, over REST and tRPC in turns. */
function ask(path: string, { input }: Provocation): Promise<Answer> {
  turn += 1
  return (turn % 2 === 0 ? viaRest : viaTrpc)(portico.app, path, input, { address: hall })
}

beforeEach(async () => {
  await portico.sql('delete from rate_counter')
})

describe('a right link', () => {
  it.each(['seats.openSeat', 'seats.cancelSeat', 'workshops.openWalkIn', 'questionnaires.judgeReview'])(
    'is limited by itself for %s, from any address',
    async (path) => {
      const [one, other] = [await rowOf(path).sample(world), await rowOf(path).sample(world)]
      for (let times = 0; times < few.hits; times += 1) expect((await ask(path, one)).ok).toBe(true)
      const refused = await viaRest(portico.app, path, one.input, { address: '198.51.100.1' })
      expect([refused.status, refused.id, Number(refused.retryAfter) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true])
      expect((await ask(path, other)).ok, 'control: another one at the same address').toBe(true)
    },
  )

  it('is limited in stopping what has stopped, and can always stop it after it was resumed', async () => {
    const sample = await rowOf('privacy.submitRequest').sample(world)
    const { visit } = sample.input as { visit: string }
    const submit = (kind: string) => ask('privacy.submitRequest', { input: { visit, kind } })
    for (let times = 0; times <= few.hits; times += 1) expect((await submit('stop')).ok).toBe(true)
    expect((await submit('stop')).status).toBe(429)
    expect((await submit('resume')).ok).toBe(true)
    expect((await submit('stop')).ok).toBe(true)
    expect((await submit('delete')).ok).toBe(true)
  })
})

it('a made-up seat link does not wait for the person whose number it has', async () => {
  const { token } = (await rowOf('seats.openSeat').sample(world)).input as { token: string }
  const [number = ''] = token.split('.')
  const held = await holdLock(portico, 'select from respondent where anonymous_id = $1 for no key update', [number])
  expect((await ask('seats.openSeat', { input: { token: `${number}.madeup` } })).id).toBe('INVALID_CODE')
  const right = ask('seats.openSeat', { input: { token } })
  await held.untilWaiting(1)
  await held.release()
  expect((await right).ok, 'control: the right one waited').toBe(true)
})
