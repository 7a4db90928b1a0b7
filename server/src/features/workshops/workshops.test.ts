import { describe, expect, it } from 'vitest'
import {
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  twoReds,
  workshopName,
} from '../../../test/support/builders.ts'
import { auditTrail, newestEntry } from '../../../test/support/audit-trail.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, vera, victor, visitor] = [await portico.as('adam'), await portico.as('vera'), await portico.as('victor'), await portico.as()]
const workshopDay = '2026-12-19T17:00:00Z'
const daysBefore = '2026-11-21T20:00:00Z'

describe('workshops', () => {
  it('default to closed, with self check-in, in California', async () => {
    const made = await adam.call.workshops.saveWorkshop({ name: 'new_one', title: 'Spring workshop' })
    expect(made).toEqual({
      name: 'new_one',
      title: 'Spring workshop',
      eventDate: null,
      disableAt: null,
      timeZone: 'America/Los_Angeles',
      startTime: null,
      endTime: null,
      capacity: null,
      instructions: {},
      address: null,
      isDefault: false,
      registrationOpen: false,
      selfCheckIn: true,
      questionnaireNames: [],
      agencyIds: [],
      titles: {},
      bring: { standard: ['greenCard', 'photoId', 'history', 'trips', 'papers'], own: [] },
      stations: [],
      version: 1,
    })
  })

  it('have times, capacity and instructions, and must end after they start', async () => {
    const settings = { startTime: '09:00', endTime: '13:30', capacity: 120, instructions: { en: 'Side entrance.', es: 'Entrada lateral.' } }
    const save = (changed: object) => adam.rest('workshops/saveWorkshop', { name: 'timed', title: 'Timed', ...changed })
    expect((await save(settings)).body.data).toMatchObject(settings)
    expect((await save({})).body.data).toMatchObject(settings)
    for (const wrong of [{ startTime: '13:30', endTime: '09:00' }, { endTime: '13:30' }, { startTime: '9:00' }, { capacity: 0 }])
      expect((await save(wrong)).status, JSON.stringify(wrong)).toBe(422)
    expect((await save({ startTime: null, endTime: null, capacity: null, instructions: {} })).body.data).toMatchObject({
      startTime: null,
      instructions: {},
    })
  })

  it('refuse a past date at which everyone who answered would be deleted at once', async () => {
    const open = { registrationOpen: true, questionnaireNames: [questionnaireName] }
    const save = (name: string, eventDate: string) => adam.rest('workshops/saveWorkshop', { name, title: 'Mistyped', eventDate, ...open })
    expect((await save('mistyped', '2026-01-16')).body.data).toMatchObject({ eventDate: '2026-01-16' })
    expect((await save('mistyped', '2027-01-16')).body.success).toBe(true)
    await buildRespondent(portico, {}, { workshopName: 'mistyped' })
    const refused = await save('mistyped', '2026-01-16')
    expect(refused.body).toMatchObject({ error_id: 'INVALID_REQUEST', message: expect.stringContaining('2026-05-25') })
    expect((await save('mistyped', '2026-05-24')).body.success).toBe(false)
    expect((await save('mistyped', '2026-05-25')).body.data).toMatchObject({ eventDate: '2026-05-25' })
  })

  it('refuse to open registration on a date at which answers would be deleted at once', async () => {
    const late = { name: 'late', title: 'Late', questionnaireNames: [questionnaireName], disableAt: '2027-01-15T08:00:00Z' }
    const save = async (changed: object) => (await adam.rest('workshops/saveWorkshop', { ...late, ...changed })).body
    expect(await save({ eventDate: '2026-01-16', registrationOpen: true })).toMatchObject({ error_id: 'INVALID_REQUEST' })
    expect(await save({ eventDate: '2026-01-16' })).toMatchObject({ success: true })
    expect(await save({ registrationOpen: true })).toMatchObject({ error_id: 'INVALID_REQUEST' })
    expect(await save({ eventDate: '2027-01-16', registrationOpen: true })).toMatchObject({ success: true })
    await save({ registrationOpen: false })
  })

  it('have translated titles and checklists, which visitors see while registration is open', async () => {
    const words = {
      titles: { es: 'Taller de primavera', ar: 'ورشة الربيع' },
      bring: { standard: ['papers', 'greenCard'], own: [{ text: 'two photos', translations: { es: 'dos fotos' } }] },
    }
    const { body } = await adam.rest('workshops/saveWorkshop', { name: 'worded', title: 'Spring', registrationOpen: true, ...words })
    expect(body.data).toMatchObject(words)
    await adam.call.workshops.saveWorkshop({ name: 'worded', title: 'Spring again' })
    const open = async () => (await visitor.call.workshops.getOpenWorkshopList()).find(({ name }) => name === 'worded')
    expect(await open()).toMatchObject({ title: 'Spring again', ...words })
    await adam.call.workshops.saveWorkshop({ name: 'worded', title: 'Spring', registrationOpen: false, titles: {} })
    expect(await adam.call.workshops.getWorkshop({ name: 'worded' })).toMatchObject({ titles: {}, bring: words.bring })
  })

  it('keep settings that a change omits', async () => {
    await adam.call.workshops.saveWorkshop({
      name: 'spring',
      title: 'Spring',
      address: { line1: '1 First Street', city: 'Gilroy' },
      questionnaireNames: [questionnaireName],
    })
    const changed = await adam.call.workshops.saveWorkshop({ name: 'spring', title: 'Spring again' })
    expect(changed).toMatchObject({ title: 'Spring again', address: { city: 'Gilroy' }, questionnaireNames: [questionnaireName] })
  })

  it('have one default, which a new one replaces', async () => {
    await adam.call.workshops.saveWorkshop({ name: 'spring', title: 'Spring', isDefault: true })
    expect(await visitor.call.workshops.getDefaultWorkshop()).toEqual({ name: 'spring' })
    expect((await adam.call.workshops.getWorkshop({ name: workshopName })).isDefault).toBe(false)
    await buildWorkshop(portico)
    expect(await visitor.call.workshops.getDefaultWorkshop()).toEqual({ name: workshopName })
  })

  it.each([
    [
      'a name with a space',
      { name: 'two words' },
      'name',
      'Must contain only letters, numbers, and underscores.  Must not start with a number.',
    ],
    [
      'a name that begins with a digit',
      { name: '2025_day' },
      'name',
      'Must contain only letters, numbers, and underscores.  Must not start with a number.',
    ],
    ['no title', { title: ' ' }, 'title', 'Required'],
    ['a title in an unsupported language', { titles: { xx: 'Title' } }, 'titles', expect.any(String)],
    ['a blank translation', { titles: { es: ' ' } }, 'titles', 'Required'],
    ['a blank item to bring', { bring: { standard: [], own: [{ text: '', translations: {} }] } }, 'bring', 'Required'],
    ['an unknown item to bring', { bring: { standard: ['moon'], own: [] } }, 'bring', expect.any(String)],
    ['a station without a seat', { stations: [{ station: 'intake', seats: 0 }] }, 'stations', expect.any(String)],
    ['a duplicate station', { stations: [1, 2].map((seats) => ({ station: 'intake', seats })) }, 'stations', 'Name each station once'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone', 'Name a time zone, like America/Los_Angeles'],
  ])('are refused with %s', async (_name, changed, field, message) => {
    const answer = await adam.rest('workshops/saveWorkshop', { name: 'spring', title: 'Spring', ...changed })
    expect(answer.body.issues.map(({ path, message }: any) => [path[0], message])).toEqual([[field, message]])
  })

  it('are left unchanged when refused for an unknown questionnaire or agency', async () => {
    await adam.call.workshops.saveWorkshop({ name: 'unchanged', title: 'Spring' })
    expect(
      (await adam.rest('workshops/saveWorkshop', { name: 'unchanged', title: 'Other', questionnaireNames: ['missing'] })).body.error_id,
    ).toBe('QUESTIONNAIRE_NOT_FOUND')
    expect((await adam.rest('workshops/saveWorkshop', { name: 'unchanged', title: 'Other', agencyIds: [98_765] })).body.error_id).toBe(
      'NOT_FOUND',
    )
    expect((await adam.call.workshops.getWorkshop({ name: 'unchanged' })).title).toBe('Spring')
  })

  it('are listed to visitors only during the registration window', async () => {
    const open = async () => (await visitor.call.workshops.getOpenWorkshopList()).map((workshop) => workshop.name)
    expect(await open()).toEqual([workshopName])
    portico.setTime('2026-12-20T09:00:00Z')
    expect(await open()).toEqual([])
    portico.setTime(daysBefore)
    expect(await visitor.call.workshops.getOpenWorkshopList()).toMatchObject([
      { questionnaires: [{ name: questionnaireName, languages: ['en', 'es', 'vi'] }], isDefault: true },
    ])
  })

  it('are listed to accounts that have access', async () => {
    expect((await vera.call.workshops.getWorkshopList()).map((workshop) => workshop.name)).toEqual([workshopName])
    expect(await victor.call.workshops.getWorkshopList()).toEqual([])
    expect((await adam.call.workshops.getWorkshopList()).length).toBe((await portico.sql('select id from workshop')).length)
  })
})

describe('check-in', () => {
  const checkIn = (who: typeof vera, anonymousId: string) => who.rest('workshops/respondentCheckIn', { respondent: { anonymousId } })
  const isIn = (who: typeof vera, anonymousId: string) => who.rest('workshops/isRespondentCheckedIn', { respondent: { anonymousId } })
  const notFound = { success: false, error_id: 'NOT_FOUND', message: 'Not found.' }
  const notIn = { success: true, data: null }

  it('is possible for staff on any day, and concurrent check-ins keep the first time', async () => {
    const anonymousId = await buildRespondent(portico)
    expect((await isIn(vera, anonymousId)).body).toEqual(notIn)
    const [one, other] = await Promise.all([checkIn(vera, anonymousId), checkIn(adam, anonymousId)])
    expect(one.body).toEqual(other.body)
    portico.setTime('2026-11-21T20:04:00Z')
    expect((await checkIn(vera, anonymousId)).body).toEqual(one.body)
    expect((await isIn(vera, anonymousId)).body.data).toBe(one.body.data.checkedInAt)
    portico.setTime(daysBefore)
  })

  it('is undone with a reason that stays in the history', async () => {
    const anonymousId = await buildRespondent(portico)
    await checkIn(vera, anonymousId)
    const undo = (reason: string) => vera.rest('workshops/undoCheckIn', { respondent: { anonymousId }, reason })
    expect((await undo('')).status).toBe(422)
    expect((await undo('Wrong person')).body).toEqual({ success: true, data: {} })
    expect((await undo('Again')).body.error_id).toBe('NOT_CHECKED_IN')
    const { history } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
    expect(history).toMatchObject([{ kind: 'check-in', reason: 'Wrong person', by: 'Vera Varga' }])
  })

  it('of a deleted respondent cannot be undone, as if the number were unknown', async () => {
    const anonymousId = await buildRespondent(portico)
    await checkIn(vera, anonymousId)
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [anonymousId])
    expect((await vera.rest('workshops/undoCheckIn', { respondent: { anonymousId }, reason: 'Wrong person' })).body).toEqual(notFound)
  })

  it('by the respondent is limited to green dots on the day of the workshop, if it allows that', async () => {
    const [green, flagged] = [await buildRespondent(portico), await buildRespondent(portico, twoReds)]
    expect((await checkIn(visitor, green)).body).toEqual(notFound)
    portico.setTime(workshopDay)
    expect((await checkIn(visitor, flagged)).body).toEqual(notFound)
    expect((await checkIn(visitor, 'AAAA-AAAA-AAAAA')).body).toEqual(notFound)
    for (const id of [green, flagged, 'AAAA-AAAA-AAAAA']) expect((await isIn(visitor, id)).body).toEqual(notIn)
    expect((await checkIn(visitor, green)).body).toEqual({ success: true, data: { checkedInAt: '2026-12-19T17:00:00.000Z' } })
    portico.setTime(daysBefore)
    await buildWorkshop(portico, { selfCheckIn: false })
    portico.setTime(workshopDay)
    expect((await isIn(visitor, green)).body).toEqual(notIn)
    portico.setTime(daysBefore)
    await buildWorkshop(portico, { selfCheckIn: true })
  })

  it('leaves the same audit trail for every respondent who is not checked in, so that its time reveals no flag', async () => {
    const [green, flagged] = [await buildRespondent(portico), await buildRespondent(portico, twoReds)]
    const last = await newestEntry(portico)
    const traces = async () => (await auditTrail(portico, last, 'workshops.isRespondentCheckedIn')).map(({ subjects }) => subjects)
    portico.setTime(workshopDay)
    for (const id of [green, flagged, 'AAAA-AAAA-AAAAA']) expect((await isIn(visitor, id)).body).toEqual(notIn)
    expect(await traces()).toEqual([])
    await checkIn(visitor, green)
    expect((await isIn(visitor, green)).body.data).toBe('2026-12-19T17:00:00.000Z')
    expect(await traces()).toEqual([[`respondent:${green}`]])
    portico.setTime(daysBefore)
    for (const id of [flagged, await buildRespondent(portico)]) {
      expect((await isIn(vera, id)).body).toEqual(notIn)
      expect((await traces()).at(-1)).toEqual([`respondent:${id}`])
    }
  })

  it('of a respondent who is not green cannot be undone, as if the number were unknown', async () => {
    const undo = (anonymousId: string) => vera.rest('workshops/undoCheckIn', { respondent: { anonymousId }, reason: 'Wrong person' })
    expect((await undo(await buildRespondent(portico, twoReds))).body).toEqual(notFound)
    expect((await undo('AAAA-AAAA-AAAAA')).body).toEqual(notFound)
    expect((await undo(await buildRespondent(portico))).body.error_id).toBe('NOT_CHECKED_IN')
  })

  it('is neither possible nor visible without access to the workshop', async () => {
    const anonymousId = await buildRespondent(portico)
    await checkIn(vera, anonymousId)
    expect((await isIn(victor, anonymousId)).body).toEqual(notIn)
    expect((await checkIn(victor, anonymousId)).body).toEqual(notFound)
    expect((await victor.rest('workshops/undoCheckIn', { respondent: { anonymousId }, reason: 'x' })).body).toEqual(notFound)
  })
})
