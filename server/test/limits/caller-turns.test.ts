import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { callsAtOnce, callsWaiting } from '../../src/infra/security/turns/caller-turns.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../support/builders.ts'
import { holdLock } from '../support/held-lock.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
portico.setTime('2026-12-19T17:00:00Z')
const [vera, ana] = [await portico.as('vera'), await portico.as('ana')]
const lockRespondent = (anonymousId: string) =>
  holdLock(portico, 'select from respondent where anonymous_id = $1 for update', [anonymousId])

let anonymousId = ''
beforeEach(async () => {
  anonymousId = await buildRespondent(portico)
})

const checkIn = (ageMs = 0) => ({ kind: 'in' as const, eventId: randomUUID(), anonymousId, ageMs })
const sync = (events: readonly object[]) => vera.rest('workshops/syncCheckIns', { name: workshopName, deviceId: randomUUID(), events })
const statusesOf = async (sent: readonly ReturnType<typeof sync>[]) => (await Promise.all(sent)).map(({ status }) => status)

it('calls of one account that wait for a respondent leave the other connections to everybody else', async () => {
  const other = { anonymousId: await buildRespondent(portico) }
  const held = await lockRespondent(anonymousId)
  const sent = Array.from({ length: 20 }, () => sync([checkIn()]))
  await held.untilWaiting(callsAtOnce)
  expect((await ana.rest('workshops/respondentCheckIn', { respondent: other })).status).toBe(200)
  expect((await vera.rest('workshops/getDoorList', { name: workshopName })).status).toBe(200)
  await held.untilWaiting(callsAtOnce)
  await held.release()
  expect(await statusesOf(sent)).toEqual(sent.map(() => 200))
})

it('three devices of one account that were offline for hours store everything without a refusal', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => buildRespondent(portico)))
  const devices = Array.from({ length: 3 }, () =>
    people.flatMap((person) => {
      const first = { ...checkIn(), anonymousId: person }
      const undo = { ...checkIn(), anonymousId: person, kind: 'undo', undoes: [first.eventId], reason: 'Wrong person' }
      return [first, undo, { ...checkIn(), anonymousId: person }]
    }),
  )
  const answers = await Promise.all(devices.map(sync))
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(body.data.results.map(({ outcome }: { outcome: string }) => outcome)).not.toContain('unknown')
  }
})

it('past the number that may wait, calls are refused with the time to wait, and accepted later; control: up to it, none is', async () => {
  const held = await lockRespondent(anonymousId)
  const events = Array.from({ length: callsAtOnce + callsWaiting + 1 }, (_one, place) => checkIn(place * 1_000))
  const sent = events.map((event) => sync([event]))
  // Whichever comes last is refused; all others wait for the lock.
  const refused = await Promise.race(sent)
  expect([refused.status, refused.body.error_id, refused.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '5'])
  expect((await ana.rest('agency/getMyAgencyList')).status).toBe(200)
  await held.release()
  const statuses = await statusesOf(sent)
  expect(statuses.toSorted()).toEqual([...Array(callsAtOnce + callsWaiting).fill(200), 429])
  const event = events[statuses.indexOf(429)]
  const again = await sync(event ? [event] : [])
  expect(again.body.data.results).toMatchObject([{ eventId: event?.eventId, outcome: expect.stringMatching(/^(already-)?in$/) }])
})
