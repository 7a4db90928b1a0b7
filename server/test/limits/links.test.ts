import { beforeEach, describe, expect, it } from 'vitest'
import { calls, endpoints, rowOf } from '../calls/calls.ts'
import type { Provocation } from '../calls/call-row.ts'
import { openWorld } from '../calls/world.ts'
import { viaRest, viaTrpc, type Answer } from '../support/both-transports.ts'
import { openPortico } from '../support/harness.ts'
import { holdLock } from '../support/held-lock.ts'

const few = { hits: 3, seconds: 300 }
const perLink = { hits: 4, seconds: 300 }
const portico = await openPortico({ rateLimits: { wrongLinkPerAddress: few, callsPerLink: perLink } })
const world = await openWorld(portico)
const hall = '203.0.113.7'
let turn = 0

/** Asks from the hall, over REST and tRPC in turns. */
function ask(path: string, { input }: Provocation): Promise<Answer> {
  turn += 1
  return (turn % 2 === 0 ? viaRest : viaTrpc)(portico.app, path, input, { address: hall })
}

const linkCalls = endpoints.map(({ path }) => path).filter((path) => isByLink(path))

// Checking a link needs no limit: it only reads.
function isByLink(path: string): boolean {
  if (path === 'workshops.openWalkIn') return true
  return path !== 'auth.checkLink' && calls[path]?.failures?.INVALID_CODE !== undefined
}

/** The input of a call with a made-up link, and how it is refused. */
async function madeUp(path: string): Promise<readonly [Provocation, string]> {
  const { INVALID_CODE, NOT_FOUND } = rowOf(path).failures ?? {}
  const provoke = INVALID_CODE ?? NOT_FOUND
  if (!provoke) throw new Error(`${path} refuses no link`)
  return [await provoke(world), INVALID_CODE ? 'INVALID_CODE' : 'NOT_FOUND']
}

async function unansweredReview(): Promise<Provocation> {
  const { input } = await rowOf('questionnaires.judgeReview').sample(world)
  return { input: { ...(input as object), answers: {} } }
}

beforeEach(async () => {
  await portico.sql('delete from rate_counter')
})

describe('made-up links', () => {
  it.each(linkCalls)('of %s are refused past the limit, and stop no right one', async (path) => {
    const right = await rowOf(path).sample(world)
    const [wrong, refusal] = await madeUp(path)
    const answers: (string | undefined)[] = []
    for (let times = 0; times < 2 * few.hits; times += 1) answers.push((await ask(path, wrong)).id)
    expect(answers, 'control').toEqual([...Array(few.hits).fill(refusal), ...Array(few.hits).fill('TOO_MANY_REQUESTS')])
    expect(await ask(path, right)).toMatchObject({ ok: true })
    const { status, id, retryAfter } = await ask(path, wrong)
    expect([status, id, Number(retryAfter) > 0], 'control: a right one lets no further wrong ones through').toEqual([
      429,
      'TOO_MANY_REQUESTS',
      true,
    ])
  })

  it.each(linkCalls)('of %s get no counters of their own', async (path) => {
    const [wrong] = await madeUp(path)
    const answers = [await ask(path, wrong), await ask(path, { input: { ...(wrong.input as object), more: 'than it takes' } })]
    expect(answers.map(({ ok }) => ok)).toEqual([false, false])
    // Counts of other limits that are held in memory may be written at this moment.
    const counters = await portico.sql("select split_part(key, ':', 1) as name from rate_counter where key like '%Link%'")
    expect(counters).toEqual([{ name: 'wrongLinkPerAddress' }])
  })

  it('are counted together, and exactly when many are tried at once', async () => {
    const answers = await Promise.all(linkCalls.map(async (path) => ask(path, (await madeUp(path))[0])))
    expect(linkCalls.length).toBeGreaterThan(2 * few.hits)
    expect(answers.filter(({ id }) => id !== 'TOO_MANY_REQUESTS')).toHaveLength(few.hits)
  })

  it.each([
    ['seats.takeSeat', 'SLOT_NOT_FREE'],
    ['seats.joinWaitingList', 'INVALID_REQUEST'],
    ['privacy.submitRequest', 'INVALID_REQUEST'],
    ['auth.register.local', 'INVALID_REQUEST'],
    ['auth.finishResetPassword', 'INVALID_REQUEST'],
  ] as const)('do not hide from the holder of a right one why %s is refused: %s', async (path, refusal) => {
    const [wrong] = await madeUp(path)
    const refused = await rowOf(path).failures?.[refusal]?.(world)
    for (let times = 0; times < few.hits; times += 1) expect((await ask(path, refused ?? {})).id, 'not counted as wrong').toBe(refusal)
    for (let times = 0; times <= few.hits; times += 1) await ask(path, wrong)
    expect((await ask(path, wrong)).id, 'control').toBe('TOO_MANY_REQUESTS')
    expect((await ask(path, refused ?? {})).id).toBe(refusal)
  })
})

describe('a right link', () => {
  it.each(['seats.openSeat', 'seats.cancelSeat', 'workshops.openWalkIn', 'questionnaires.judgeReview'])(
    'is limited by itself for %s, from any address',
    async (path) => {
      const [one, other] = [await rowOf(path).sample(world), await rowOf(path).sample(world)]
      for (let times = 0; times < perLink.hits; times += 1) expect((await ask(path, one)).ok).toBe(true)
      const refused = await viaRest(portico.app, path, one.input, { address: '198.51.100.1' })
      expect([refused.status, refused.id, Number(refused.retryAfter) > 0]).toEqual([429, 'TOO_MANY_REQUESTS', true])
      expect((await ask(path, other)).ok, 'control: another one at the same address').toBe(true)
    },
  )

  it.each([
    ['seats.takeSeat', 'SLOT_NOT_FREE', () => rowOf('seats.takeSeat').failures?.SLOT_NOT_FREE?.(world)],
    ['seats.joinWaitingList', 'INVALID_REQUEST', () => rowOf('seats.joinWaitingList').failures?.INVALID_REQUEST?.(world)],
    ['questionnaires.judgeReview', 'VALIDATION_ERROR', unansweredReview],
  ])('is limited also where %s is refused: %s', async (path, refusal, provoke) => {
    const [one = {}, other = {}] = [await provoke(), await provoke()]
    const answers: (string | undefined)[] = []
    for (let times = 0; times < 2 * perLink.hits; times += 1) answers.push((await ask(path, one)).id)
    expect(answers).toEqual([...Array(perLink.hits).fill(refusal), ...Array(perLink.hits).fill('TOO_MANY_REQUESTS')])
    expect((await ask(path, other)).id, 'control: another one').toBe(refusal)
  })

  it('is limited in stopping what has stopped, and can always stop it after it was resumed', async () => {
    const sample = await rowOf('privacy.submitRequest').sample(world)
    const { visit } = sample.input as { visit: string }
    const submit = (kind: string) => ask('privacy.submitRequest', { input: { visit, kind } })
    for (let times = 0; times <= perLink.hits; times += 1) expect((await submit('stop')).ok).toBe(true)
    expect((await submit('stop')).status).toBe(429)
    expect((await submit('resume')).ok).toBe(true)
    expect((await submit('stop')).ok).toBe(true)
    expect((await submit('delete')).ok).toBe(true)
  })

  it('is answered with what was done even if the call cannot be counted', async () => {
    const sample = await rowOf('seats.cancelSeat').sample(world)
    await portico.sql(`alter table rate_counter add constraint "full" check (key not like 'callsPerLink%') not valid`)
    const answer = await ask('seats.cancelSeat', sample)
    const counted = await portico.sql("select from rate_counter where key like 'callsPerLink%'")
    await portico.sql('alter table rate_counter drop constraint "full"')
    expect([answer.ok, counted]).toEqual([true, []])
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
