import { randomUUID } from 'node:crypto'
import type { SyncCheckIns } from '@portico/shared/contract/door'
import { beforeEach, describe, expect, it } from 'vitest'
import { unremarkableAnswers } from '../../../seed/answers.ts'
import {
  buildAnswers,
  sampleDefinition,
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  twoReds,
} from '../../../../test/support/builders.ts'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
const stations = [
  { station: 'intake', seats: 1 },
  { station: 'form-filling', seats: 1 },
] as const
const start = Date.parse('2026-12-19T17:00:00Z')
const [vera, adam] = [await portico.as('vera'), await portico.as('adam')]
let workshops = 0
let name = ''
beforeEach(async () => {
  portico.setTime('2026-12-19T17:00:00Z')
  name = `workshop_${(workshops += 1)}`
  await buildWorkshop(portico, { name, isDefault: false, stations: [...stations] })
})
const minute = (count: number) => {
  portico.setTime(new Date(start + count * 60_000).toISOString())
  return new Date(start + count * 60_000).toISOString()
}
const arrive = async (changed: Readonly<Record<string, string>> = {}) => {
  const anonymousId = await buildRespondent(portico, changed, { workshopName: name })
  await vera.call.workshops.respondentCheckIn({ respondent: { anonymousId } })
  return anonymousId
}
const move = (anonymousId: string, to: 'intake' | 'form-filling' | null) =>
  vera.call.workshops.moveToStation({ name, respondent: { anonymousId }, to })
const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { cause?: { id?: string } }) => error.cause?.id,
  )

describe('workshop stations', () => {
  it('move respondents on, show the end of their numbers and measure durations', async () => {
    minute(0)
    const first = await arrive({ fullName: 'Mai Nguyen' })
    const second = await arrive({ fullName: 'Lucia Mora' })
    minute(4)
    const board = await vera.call.workshops.getStationBoard({ name })
    expect(board.stations[0]).toEqual({
      station: 'intake',
      seats: 1,
      seated: 1,
      waiting: 1,
      medianMinutes: null,
      longestMinutes: 4,
      next: [second.slice(-5)],
    })
    for (const secret of ['Mai', 'Lucia', first, second]) expect(JSON.stringify(board)).not.toContain(secret)
    const moved = minute(10)
    expect(await move(first, 'form-filling')).toEqual({ station: 'form-filling', since: moved })
    minute(12)
    const { body } = await (
      await portico.as('vera')
    ).rest('workshops/moveToStation', { name, respondent: { anonymousId: first }, to: 'form-filling' })
    expect(body.data).toEqual({ station: 'form-filling', since: moved })
    const gone = minute(30)
    expect(await move(first, null)).toEqual({ station: null, since: gone })
    minute(31)
    expect(await move(first, null)).toEqual({ station: null, since: gone })
    const after = await vera.call.workshops.getStationBoard({ name })
    expect(after.stations.map(({ medianMinutes, longestMinutes }) => [medianMinutes, longestMinutes])).toEqual([
      [10, 31],
      [20, 20],
    ])
    const { people } = await vera.call.workshops.getDayReport({ name })
    expect(people.find(({ anonymousId }) => anonymousId === first)).toMatchObject({
      fullName: 'Mai Nguyen',
      checkedInAt: new Date(start).toISOString(),
      leftAt: gone,
      visits: [
        { station: 'intake', until: moved },
        { station: 'form-filling', until: gone },
      ],
    })
    const total = people.filter(({ leftAt }) => leftAt !== null).length
    expect(after.lanes.reduce((sum, { left }) => sum + left, 0)).toBe(total)
  })

  it('put respondents who answered nearly everything into the fast lane', async () => {
    minute(40)
    const definition = await sampleDefinition()
    const everyQuestion = { ...definition, questions: definition.questions.map((question) => ({ ...question, required: true })) }
    const everything = unremarkableAnswers(everyQuestion, '2026-12-19')
    const whole = await arrive(everything)
    const required = await arrive()
    const lanes = async () => {
      const { people } = await vera.call.workshops.getDayReport({ name })
      return [whole, required].map((id) => people.find(({ anonymousId }) => anonymousId === id)?.lane)
    }
    expect(await lanes()).toEqual(['fast', 'normal'])
    const asked = await buildAnswers()
    const answers = Object.fromEntries(Object.keys(everything).flatMap((one) => (one in asked ? [] : [[one, '']])))
    const corrected = { respondent: { anonymousId: whole }, answers }
    const { version } = await adam.call.corrections.previewCorrection(corrected)
    await adam.call.corrections.correctAnswers({ ...corrected, reason: 'She had guessed.', version })
    expect(await lanes()).toEqual(['normal', 'normal'])
  })

  it('refuse respondents who are not checked in, and unknown stations', async () => {
    const outside = await buildRespondent(portico, {}, { workshopName: name })
    expect(await refusalOf(move(outside, 'form-filling'))).toBe('NOT_CHECKED_IN')
    expect(await refusalOf(move('2222-2222-22222', 'form-filling'))).toBe('NOT_FOUND')
    const anonymousId = await arrive()
    expect(await refusalOf(vera.call.workshops.moveToStation({ name, respondent: { anonymousId }, to: 'copies' }))).toBe('NOT_FOUND')
  })

  it('hide respondents who asked us to stop from the door list and the report, and refuse to move them', async () => {
    minute(45)
    const [stays, stops] = [await arrive(), await arrive()]
    const shown = async () => {
      const [door, report] = [await vera.call.workshops.getDoorList({ name }), await vera.call.workshops.getDayReport({ name })]
      const { stations: told, lanes } = await vera.call.workshops.getStationBoard({ name })
      const inLists = [door, report].map(({ people }) =>
        people.flatMap(({ anonymousId }) => (anonymousId === stays || anonymousId === stops ? anonymousId : [])),
      )
      const here = lanes.reduce((sum, lane) => sum + lane.here, 0)
      return { inLists, here, atIntake: (told[0]?.seated ?? 0) + (told[0]?.waiting ?? 0) }
    }
    const before = await shown()
    expect(before.inLists).toEqual([
      [stays, stops],
      [stays, stops],
    ])
    await adam.call.privacy.recordRequest({ respondent: { anonymousId: stops }, kind: 'stop' })
    const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 10 } })
    await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
    expect(await shown()).toEqual({ inLists: [[stays], [stays]], here: before.here - 1, atIntake: before.atIntake - 1 })
    expect(await refusalOf(move(stops, 'form-filling'))).toBe('NOT_FOUND')
  })

  it('start over for a respondent who was checked in by mistake', async () => {
    minute(50)
    const anonymousId = await arrive()
    minute(55)
    await move(anonymousId, 'form-filling')
    await vera.call.workshops.undoCheckIn({ respondent: { anonymousId }, reason: 'Wrong person' })
    expect(await refusalOf(move(anonymousId, null))).toBe('NOT_CHECKED_IN')
    const back = minute(58)
    await vera.call.workshops.respondentCheckIn({ respondent: { anonymousId } })
    const { people } = await vera.call.workshops.getDayReport({ name })
    expect(people.find((person) => person.anonymousId === anonymousId)?.visits).toEqual([{ station: 'intake', from: back, until: null }])
  })
})

describe('moves made by offline devices', () => {
  const moved = (anonymousId: string, to: 'intake' | 'form-filling' | null, ageMinutes: number) =>
    ({ kind: 'move', eventId: randomUUID(), anonymousId, to, ageMs: ageMinutes * 60_000 }) as const
  const [phone, tablet] = [randomUUID(), randomUUID()]
  const send = async (deviceId: string, ...events: SyncCheckIns['events']) =>
    (await vera.call.workshops.syncCheckIns({ name, deviceId, events })).results
  const reported = async (anonymousId: string) =>
    (await vera.call.workshops.getDayReport({ name })).people.find((person) => person.anonymousId === anonymousId)

  it('are stored once, with the time when they happened, however often they are sent', async () => {
    minute(60)
    const anonymousId = await arrive()
    const now = minute(90)
    const event = moved(anonymousId, 'form-filling', 10)
    const place = { station: 'form-filling', since: new Date(start + 80 * 60_000).toISOString() }
    const result = { eventId: event.eventId, outcome: 'moved', checkedInAt: new Date(start + 60 * 60_000).toISOString(), place }
    expect(await send(phone, event, event)).toMatchObject([result, { ...result, by: 'Vera Varga' }])
    const again = { name, deviceId: phone, events: [{ ...event, ageMs: 1 }] }
    const { body } = await (await portico.as('vera')).rest('workshops/syncCheckIns', again)
    expect(body.data.results).toMatchObject([result])
    const { people, stations: told } = await vera.call.workshops.getDoorList({ name })
    expect(told).toEqual(stations)
    expect(people.find((person) => person.anonymousId === anonymousId)).toMatchObject({ lane: 'normal', place })
    expect((await reported(anonymousId))?.visits).toEqual([
      { station: 'intake', from: result.checkedInAt, until: place.since },
      { station: 'form-filling', from: place.since, until: null },
    ])
    expect(await move(anonymousId, null)).toEqual({ station: null, since: now })
  })

  it('are all kept when they contradict each other; the last to arrive is reported as a conflict', async () => {
    minute(100)
    const anonymousId = await arrive()
    minute(130)
    expect(await send(tablet, moved(anonymousId, null, 10))).toMatchObject([{ outcome: 'moved', place: { station: null } }])
    const late = moved(anonymousId, 'form-filling', 5)
    expect(await send(phone, late)).toMatchObject([{ outcome: 'out-of-order', place: { station: 'form-filling' } }])
    expect((await reported(anonymousId))?.visits.map(({ station }) => station)).toEqual(['intake', 'form-filling'])
  })

  it('are applied once their check-in arrives later', async () => {
    minute(140)
    const anonymousId = await buildRespondent(portico, {}, { workshopName: name })
    const event = moved(anonymousId, 'form-filling', 5)
    expect(await send(tablet, event)).toMatchObject([{ outcome: 'not-in', checkedInAt: null, place: null }])
    const checkIn = { kind: 'in', eventId: randomUUID(), anonymousId, ageMs: 9 * 60_000 } as const
    expect(await send(phone, checkIn)).toMatchObject([{ outcome: 'in', place: { station: 'form-filling' } }])
    expect(await send(tablet, event)).toMatchObject([{ outcome: 'moved', place: { station: 'form-filling' } }])
  })

  it('are unknown for numbers outside the workshop', async () => {
    expect(await send(phone, moved('2222-2222-22222', null, 0))).toMatchObject([{ outcome: 'unknown', place: null }])
  })
})

it('somebody who is not green is in the normal lane, however much they answered, also after having been in the fast one', async () => {
  const definition = await sampleDefinition()
  const everything = unremarkableAnswers(
    { ...definition, questions: definition.questions.map((one) => ({ ...one, required: true })) },
    '2026-12-19',
  )
  const green = await buildRespondent(portico, everything, { workshopName: name })
  const red = await buildRespondent(portico, { ...everything, ...twoReds }, { workshopName: name })
  const lanes = async () => {
    const { people } = await vera.call.workshops.getDoorList({ name })
    return [green, red].map((id) => people.find(({ anonymousId }) => anonymousId === id)?.lane)
  }
  expect(await lanes()).toEqual(['fast', 'normal'])
  const respondent = { anonymousId: green }
  await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'red', reason: 'Owes taxes.' } })
  expect(await lanes()).toEqual(['normal', 'normal'])
})

describe('a workshop without stations', () => {
  it('keeps working and reports who came', async () => {
    await buildWorkshop(portico, { name: 'plain', isDefault: false })
    const input = { workshopName: 'plain' }
    const came = await buildRespondent(portico, {}, input)
    const absent = await buildRespondent(portico, {}, input)
    await buildRespondent(portico, twoReds, input)
    await vera.call.workshops.respondentCheckIn({ respondent: { anonymousId: came } })
    const report = await vera.call.workshops.getDayReport({ name: 'plain' })
    expect(report.stations).toEqual([])
    expect(report.people.map(({ anonymousId, checkedInAt }) => [anonymousId, checkedInAt !== null])).toEqual([
      [came, true],
      [absent, false],
    ])
    expect((await vera.call.workshops.getStationBoard({ name: 'plain' })).stations).toEqual([])
    expect((await adam.call.workshops.getWorkshop({ name: 'plain' })).stations).toEqual([])
  })

  it('names everyone of a large report in the audit trail', async () => {
    const people: string[] = []
    for (let line = 0; line < 201; line += 1) people.push(await buildRespondent(portico, {}, { workshopName: name }))
    await vera.call.workshops.getDayReport({ name })
    const entry = (await auditTrail(portico, 0, 'workshops.getDayReport')).at(-1)
    expect(entry?.subjects.filter((subject) => !subject.startsWith('workshop:')).sort()).toEqual(
      people.map((id) => `respondent:${id}`).sort(),
    )
  })
})
