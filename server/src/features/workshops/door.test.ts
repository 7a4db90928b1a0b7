import { randomUUID } from 'node:crypto'
import type { SyncCheckIns } from '@portico/shared/contract/door'
import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
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

describe('the door list', () => {
  it('shows who respondents are and whether they are green, and nothing else', async () => {
    const green = await buildRespondent(portico, { fullName: 'Mai Nguyen', phone: '+14085550142' })
    const red = await buildRespondent(portico, { ...twoReds, fullName: 'Lucia Mora' })
    const { body } = await vera.rest('workshops/getDoorList', { name: workshopName })
    expect(body.data).toMatchObject({ workshop: { name: workshopName, title: 'Citizenship Day' }, keepMs: 12 * 3_600_000 })
    expect(await personIn(green)).toEqual({
      anonymousId: green,
      fullName: 'Mai Nguyen',
      phoneEnd: '0142',
      language: 'en',
      green: true,
      checkIns: [],
      lane: null,
      place: null,
    })
    expect(await personIn(red)).toMatchObject({ fullName: 'Lucia Mora', green: false })
  })

  it('names everyone in the audit trail, walk-ins included, however many there are', async () => {
    const { walkInId } = await vera.call.workshops.startWalkIn({ name: workshopName, fullName: 'Mai Walker', language: 'en' })
    const anonymousIds = await Promise.all(Array.from({ length: 201 }, () => buildRespondent(portico)))
    await vera.call.workshops.getDoorList({ name: workshopName })
    const entry = (await auditTrail(portico)).at(-1)
    expect(entry?.subjects).toEqual(expect.arrayContaining([`walk-in:${walkInId}`, ...anonymousIds.map((id) => `respondent:${id}`)]))
    await vera.call.workshops.removeWalkIn({ walkInId })
  })

  it('shows at most twenty check-ins of a respondent', async () => {
    const anonymousId = await buildRespondent(portico)
    const events = Array.from({ length: 101 }, (_one, index) => checkIn(anonymousId, 1_000 * (200 - index)))
    await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events })
    const shown = (await personIn(anonymousId))?.checkIns.map(({ eventId }) => eventId) ?? []
    expect(shown).toEqual(events.slice(0, 20).map(({ eventId }) => eventId))
    const undoing = { name: workshopName, deviceId: tablet, events: [undo(anonymousId, ...shown)] }
    expect((await ana.call.workshops.syncCheckIns(undoing)).results).toMatchObject([{ outcome: 'still-in' }])
  })

  it.each<[string, string, number]>([
    ['the sign-in ends', '2026-12-19T10:00:00Z', 12 * 60],
    ['the day ends', '2026-12-20T07:15:00Z', 45],
    ['a shared device is idle', '2026-12-20T00:00:00Z shared', 60],
    ['the access ends', '2026-12-20T00:00:00Z access', 30],
  ])('may be kept until %s', async (_what, at, minutes) => {
    const [now = '', more] = at.split(' ')
    portico.setTime(now)
    const person = await portico.as('vera')
    const account = `(select id from account where name = 'Vera Varga')`
    if (more === 'shared')
      await portico.sql(`update session set shared_device = true where created_at = $1 and account_id = ${account}`, [now])
    const expiresAt = more === 'access' ? '2026-12-20T00:30:00Z' : null
    await portico.sql(`update workshop_access set expires_at = $1 where account_id = ${account}`, [expiresAt])
    const { keepMs } = await person.call.workshops.getDoorList({ name: workshopName })
    await portico.sql(`update workshop_access set expires_at = null where account_id = ${account}`)
    portico.setTime('2026-12-19T17:00:00Z')
    expect(keepMs / 60_000).toBe(minutes)
  })
})

describe('undoing a check-in on a device', () => {
  const infoOf = (anonymousId: string) => vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent: { anonymousId } })

  it('leaves no trace on the case if the check-in never existed', async () => {
    const anonymousId = await buildRespondent(portico)
    const { version } = await infoOf(anonymousId)
    await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [undo(anonymousId, randomUUID())] })
    expect(await infoOf(anonymousId)).toMatchObject({ version, history: [] })
  })

  it('is recorded once, however often and from however many events it arrives', async () => {
    const anonymousId = await buildRespondent(portico)
    const event = checkIn(anonymousId, 60_000)
    const [one, other] = [undo(anonymousId, event.eventId), undo(anonymousId, event.eventId)]
    const { results } = await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [event, one, one, other] })
    expect(results.map(({ outcome }) => outcome)).toEqual(['out', 'out', 'out', 'out'])
    expect((await infoOf(anonymousId)).history.map(({ reason }) => reason)).toEqual(['Wrong person'])
  })

  it('is not a decision: decisions based on the previous version are accepted and can be undone', async () => {
    const adam = await portico.as('adam')
    const anonymousId = await buildRespondent(portico)
    const respondent = { anonymousId }
    const [first, second] = [checkIn(anonymousId, 60_000), checkIn(anonymousId, 50_000)]
    const send = (...events: (ReturnType<typeof checkIn> | ReturnType<typeof undo>)[]) =>
      vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events })
    const { version } = await infoOf(anonymousId)
    await send(first, second, undo(anonymousId, first.eventId))
    const status = { flag: 'red', reason: 'Owes taxes.' } as const
    await adam.call.agency.submitRespondentStatusOverride({ respondent, status, basedOn: version })
    await send(undo(anonymousId, second.eventId))
    const decided = await adam.call.responses.getRespondentAnswerInfo({ respondent })
    expect(decided).toMatchObject({ version: version + 1, undoable: true })
    expect(decided.history.map(({ kind }) => kind)).toEqual(['check-in', 'respondent', 'check-in'])
    await adam.call.agency.undoDecision({ respondent, version: decided.version })
  })
})

describe('check-ins made on a device', () => {
  it('are stored once, however often they are sent', async () => {
    const anonymousId = await buildRespondent(portico)
    const event = checkIn(anonymousId, 30 * 60_000)
    const input = { name: workshopName, deviceId: phone, events: [event] }
    const result = { eventId: event.eventId, outcome: 'in', checkedInAt: '2026-12-19T16:30:00.000Z', by: 'Vera Varga', place: null }
    expect(await vera.call.workshops.syncCheckIns(input)).toEqual({ results: [result] })
    const { body } = await vera.rest('workshops/syncCheckIns', { ...input, events: [{ ...event, ageMs: 5 }, event] })
    expect(body.data).toEqual({ results: [result, result] })
    expect((await personIn(anonymousId))?.checkIns).toEqual([{ eventId: event.eventId, at: result.checkedInAt, by: result.by }])
    expect(await vera.call.workshops.isRespondentCheckedIn({ respondent: { anonymousId } })).toBe(result.checkedInAt)
  })

  it('from two devices count by the earlier one; the later is answered with `already-in`', async () => {
    const anonymousId = await buildRespondent(portico)
    const [late, early] = [checkIn(anonymousId, 1_000), checkIn(anonymousId, 60_000)]
    await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [late] })
    await ana.call.workshops.syncCheckIns({ name: workshopName, deviceId: tablet, events: [early] })
    const again = await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events: [late] })
    expect(again.results).toMatchObject([{ outcome: 'already-in', checkedInAt: '2026-12-19T16:59:00.000Z' }])
    expect((await personIn(anonymousId))?.checkIns.map(({ eventId }) => eventId)).toEqual([early.eventId, late.eventId])
  })

  it('are undone as far as the undoing device saw them; the reason stays in the history', async () => {
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

  it('are kept without counting if the respondent is not green, and unknown if there is none', async () => {
    const anonymousId = await buildRespondent(portico, twoReds)
    const events = [checkIn(anonymousId), checkIn('2222-2222-22222')]
    const { results } = await vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events })
    expect(results).toMatchObject([
      { outcome: 'not-green', checkedInAt: null },
      { outcome: 'unknown', checkedInAt: null },
    ])
    expect(await personIn(anonymousId)).toMatchObject({ green: false, checkIns: [] })
  })

  it('can be undone and repeated with the calls for one respondent', async () => {
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

it('takes ids in any case', async () => {
  const anonymousId = await buildRespondent(portico)
  const event = checkIn(anonymousId, 0, randomUUID().toUpperCase() as ReturnType<typeof randomUUID>)
  const send = (...events: SyncCheckIns['events']) => vera.call.workshops.syncCheckIns({ name: workshopName, deviceId: phone, events })
  expect((await send(event)).results).toMatchObject([{ eventId: event.eventId.toLowerCase(), outcome: 'in' }])
  expect((await send(undo(anonymousId, event.eventId))).results).toMatchObject([{ outcome: 'out', checkedInAt: null }])
})
