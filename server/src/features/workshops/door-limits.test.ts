import { randomUUID } from 'node:crypto'
import type { SyncCheckIns } from '@portico/shared/contract/door'
import { limits } from '@portico/shared/words/limits'
import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../../../test/support/builders.ts'
import { openPortico, type Portico } from '../../../test/support/harness.ts'
import { poolOf } from '../../infra/postgres/orm.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { historiesOf } from './check-in-events.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico, { stations: [{ station: 'intake', seats: 1 }] })
portico.setTime('2026-12-19T17:00:00Z')
const [vera, ana] = [await portico.as('vera'), await portico.as('ana')]
const [phone, tablet] = [randomUUID(), randomUUID()]

const checkIn = (anonymousId: string, ageMs = 0) => ({ kind: 'in', eventId: randomUUID(), anonymousId, ageMs }) as const
const undo = (anonymousId: string, ...undoes: string[]) =>
  ({ kind: 'undo', eventId: randomUUID(), anonymousId, ageMs: 0, undoes, reason: 'Wrong person' }) as const
const send = async (device: string, ...events: SyncCheckIns['events']) =>
  (await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: device, events })).results.map(({ outcome }) => outcome)

/** Counts the statements that the portal sends from now on. */
function countStatements({ services }: Portico): { readonly count: number } {
  const counted = { count: 0 }
  const known = new WeakSet<PoolClient>()
  poolOf(services.orm).on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const countedQuery = (...given: unknown[]) => {
      counted.count += 1
      return query(...given)
    }
    Object.assign(client, { query: countedQuery })
  })
  return counted
}

describe('what one account sends about one respondent', () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
  const move = (anonymousId: string) => ({ kind: 'move', eventId: randomUUID(), anonymousId, ageMs: 0, to: null }) as const
  const kept = limits.doorEventsKept
  async function storedOf(anonymousId: string) {
    const [stored] = await portico.sql<{ size: number }>(
      `select (select coalesce(sum(greatest(1, cardinality(undoes))), 0) from check_in_event where respondent_id = respondent.id)::int
        + (select count(*) from station_move where respondent_id = respondent.id)::int size from respondent where anonymous_id = $1`,
      [anonymousId],
    )
    return stored?.size
  }

  it.each<[string, (anonymousId: string) => SyncCheckIns['events'][number]]>([
    ['check-ins', (anonymousId) => checkIn(anonymousId, 60_000)],
    ['undos, by the check-ins they name', (anonymousId) => undo(anonymousId, ...ids(100))],
    ['moves', move],
  ])('is kept up to a limit: %s', async (_what, make) => {
    const [anonymousId, other] = [await buildRespondent(portico), await buildRespondent(portico)]
    const first = make(anonymousId)
    const [outcome] = await send(phone, first)
    for (const device of [phone, tablet]) await send(device, ...Array.from({ length: kept }, () => make(anonymousId)))
    expect(await storedOf(anonymousId)).toBe(kept)
    expect(await send(tablet, make(anonymousId), make(other))).toEqual(['unknown', outcome])
    expect(await send(phone, first)).not.toContain('unknown')
    const honest = { name: workshopName, deviceId: tablet, events: [checkIn(anonymousId), move(anonymousId)] }
    expect((await ana.call.workshops.syncCheckIns(honest)).results.map(({ outcome }) => outcome)).not.toContain('unknown')
    expect(await storedOf(anonymousId)).toBe(kept + 2)
  })

  it('includes what the calls for one respondent store, which are refused past the limit; other accounts are not', async () => {
    const anonymousId = await buildRespondent(portico)
    const respondent = { anonymousId }
    const undo = { respondent, reason: 'Wrong person' }
    await vera.call.workshops.respondentCheckIn({ respondent })
    await send(phone, ...Array.from({ length: kept - 2 }, () => checkIn(anonymousId)))
    await vera.call.workshops.moveToStation({ name: workshopName, respondent, to: null })
    expect(await storedOf(anonymousId)).toBe(kept)
    expect(await send(phone, checkIn(anonymousId))).toEqual(['unknown'])
    const calls: [string, object][] = [
      ['workshops/moveToStation', { name: workshopName, respondent, to: 'intake' }],
      ['workshops/undoCheckIn', undo],
    ]
    for (const [path, input] of calls) {
      const { status, body, headers } = await vera.rest(path, input)
      expect([status, body.error_id, headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '86400'])
    }
    expect(await storedOf(anonymousId)).toBe(kept)
    for (const [path, input] of calls) expect((await ana.rest(path, input)).status).toBe(200)
    expect((await ana.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })).history).toHaveLength(1)
    expect((await vera.rest('workshops/respondentCheckIn', { respondent })).status).toBe(200)
  })
})

describe('undone check-ins', () => {
  it('are in the history of a case up to the newest twenty, beside every decision', async () => {
    const anonymousId = await buildRespondent(portico)
    const respondent = { anonymousId }
    const { answerFlags } = await ana.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })
    const { answerId = 0 } = answerFlags.flaggedAnswers.find(({ canBeFlagged }) => canBeFlagged) ?? {}
    for (const flag of ['red', 'green'] as const)
      await vera.call.responses.submitWorkshopGreenDotAnswerOverride({ answerId, flag, reason: 'Misheard.' })
    const reasons = Array.from({ length: limits.undoneCheckInsShown + 5 }, (_one, index) => `Wrong person ${index}`)
    for (const reason of reasons) {
      await vera.call.workshops.respondentCheckIn({ respondent })
      await vera.call.workshops.undoCheckIn({ respondent, reason })
    }
    const { history, version } = await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })
    const shown = reasons.toReversed().slice(0, limits.undoneCheckInsShown)
    expect(history.map(({ reason }) => reason)).toEqual([...shown, 'Misheard.', 'Misheard.'])
    expect(version).toBe(2)
  })

  it('cost the database no further statements the more of them a device sends together', async () => {
    const anonymousIds = [await buildRespondent(portico), await buildRespondent(portico)]
    const cycles = (count: number) =>
      Array.from({ length: count }, () => anonymousIds)
        .flat()
        .flatMap((anonymousId) => {
          const first = checkIn(anonymousId)
          return [first, { ...checkIn(anonymousId), kind: 'undo' as const, undoes: [first.eventId], reason: 'Wrong person' }]
        })
    const statementsOf = async (events: SyncCheckIns['events']) => {
      const before = statements.count
      expect(new Set(await send(phone, ...events))).toEqual(new Set(['out']))
      return statements.count - before
    }
    const statements = countStatements(portico)
    const few = await statementsOf(cycles(2))
    // 72 further events; a few statements of other work, such as flushing a counter, may fall into either.
    expect(Math.abs((await statementsOf(cycles(20))) - few)).toBeLessThan(10)
    expect(await historyLengthOf(anonymousIds[0])).toBe(limits.undoneCheckInsShown)
  })

  async function historyLengthOf(anonymousId = '') {
    return (await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent: { anonymousId } })).history.length
  }
})

it('the histories of more respondents than a statement takes parameters are read', async () => {
  const ids = Array.from({ length: 70_000 }, (_one, index) => index + 1)
  const histories = await inTransaction(portico.services, 'test', (ctx) => historiesOf(ctx, ids))
  expect(histories.size).toBe(ids.length)
})
