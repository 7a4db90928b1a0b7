import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
portico.setTime('2026-12-19T17:00:00Z')
const [vera, ana] = [await portico.as('vera'), await portico.as('ana')]
const [phone, tablet] = [randomUUID(), randomUUID()]

const checkIn = (anonymousId: string, ageMs = 0, eventId = randomUUID()) => ({ kind: 'in', eventId, anonymousId, ageMs }) as const
const undo = (anonymousId: string, ...undoes: string[]) =>
  ({ kind: 'undo', eventId: randomUUID(), anonymousId, ageMs: 0, undoes, reason: 'Wrong person' }) as const

async function personIn(anonymousId: string) {
  const { people } = await vera.call.workshops.getDoorList({ name: workshopName })
  return people.find((person) => person.anonymousId === anonymousId)
}

describe('the list of a door', () => {
  it('tells who they are and whether they are green, and no more', async () => {
    const green = await buildRespondent(portico, { fullName: 'Mai Nguyen', phone: '+14085550142' })
    const red = await buildRespondent(portico, { ...twoReds, fullName: 'Lucia Mora' })
    const { body } = await vera.rest('workshops/getDoorList', { name: workshopName })
    expect(body.data).toMatchObject({ workshop: { name: workshopName, title: 'Citizenship Day' }, keepMs: 15 * 3_600_000 })
    expect(await personIn(green)).toEqual({
      anonymousId: green,
      fullName: 'Mai Nguyen',
      phoneEnd: '0142',
      language: 'en',
      green: true,
      checkIns: [],
    })
    expect(await personIn(red)).toMatchObject({ fullName: 'Lucia Mora', green: false })
  })
})

describe('check-ins that a device sends', () => {
  it('are taken once, however often they come', async () => {
    const anonymousId = await buildRespondent(portico)
    const event = checkIn(anonymousId, 30 * 60_000)
    const input = { name: workshopName, deviceId: phone, events: [event] }
    const result = { eventId: event.eventId, outcome: 'in', checkedInAt: '2026-12-19T16:30:00.000Z', by: 'Vera Varga' }
    expect(await vera.call.workshops.syncCheckIns(input)).toEqual({ results: [result] })
    const { body } = await vera.rest('workshops/syncCheckIns', { ...input, events: [{ ...event, ageMs: 5 }, event] })
    expect(body.data).toEqual({ results: [result, result] })
    expect((await personIn(anonymousId))?.checkIns).toEqual([{ eventId: event.eventId, at: result.checkedInAt, by: result.by }])
    expect(await vera.call.workshops.isRespondentCheckedIn({ respondent: { anonymousId } })).toBe(result.checkedInAt)
  })

  it('of two devices: the earlier counts, the later is told so', async () => {
    const anonymousId = await buildRespondent(portico)
    const [late, early] = [checkIn(anonymousId, 1_000), checkIn(anonymousId, 60_000)]
    await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [late] })
    await ana.call.workshops.syncCheckIns({ name: workshopName, deviceId: tablet, events: [early] })
    const again = await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [late] })
    expect(again.results).toMatchObject([{ outcome: 'already-in', checkedInAt: '2026-12-19T16:59:00.000Z' }])
    expect((await personIn(anonymousId))?.checkIns.map(({ eventId }) => eventId)).toEqual([early.eventId, late.eventId])
  })

  it('are undone by what their device saw; the reason stays in the history', async () => {
    const anonymousId = await buildRespondent(portico)
    const [one, other] = [checkIn(anonymousId, 60_000), checkIn(anonymousId, 30_000)]
    await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [one, other] })
    const undoing = undo(anonymousId, one.eventId)
    const first = await ana.call.workshops.syncCheckIns({ name: workshopName, deviceId: tablet, events: [undoing] })
    expect(first.results).toMatchObject([{ outcome: 'still-in', checkedInAt: '2026-12-19T16:59:30.000Z' }])
    const second = await ana.call.workshops.syncCheckIns({
      name: workshopName,
      deviceId: tablet,
      events: [undoing, undo(anonymousId, other.eventId)],
    })
    expect(second.results.at(-1)).toMatchObject({ outcome: 'out', checkedInAt: null })
    const { history } = await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent: { anonymousId } })
    expect(history.map(({ reason }) => reason)).toEqual(['Wrong person', 'Wrong person'])
    const [stored] = await portico.sql<{ events: number }>(
      'select count(*)::int events from check_in_event join respondent on respondent.id = respondent_id where anonymous_id = $1',
      [anonymousId],
    )
    expect(stored?.events).toBe(4)
  })

  it('of somebody who is not green are kept and do not count; of nobody they are unknown', async () => {
    const anonymousId = await buildRespondent(portico, twoReds)
    const events = [checkIn(anonymousId), checkIn('2222-2222-22222')]
    const { results } = await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events })
    expect(results).toMatchObject([
      { outcome: 'not-green', checkedInAt: null },
      { outcome: 'unknown', checkedInAt: null },
    ])
    expect(await personIn(anonymousId)).toMatchObject({ green: false, checkIns: [] })
  })

  it('can be undone by the call for one respondent, and made by it', async () => {
    const anonymousId = await buildRespondent(portico)
    const respondent = { anonymousId }
    const event = checkIn(anonymousId)
    await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [event] })
    await vera.call.workshops.undoCheckIn({ respondent, reason: 'Wrong person' })
    expect((await personIn(anonymousId))?.checkIns).toEqual([])
    await vera.call.workshops.respondentCheckIn({ respondent })
    expect((await personIn(anonymousId))?.checkIns).toMatchObject([{ at: '2026-12-19T17:00:00.000Z', by: 'Vera Varga' }])
  })
})
