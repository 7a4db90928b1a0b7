import { expect, test } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { remindRespondents } from './reminders.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await portico.sql(`update workshop set event_date = '2026-12-19', time_zone = 'America/Los_Angeles' where name = $1`, [workshopName])

/** Runs the job several times, concurrently too, at this time and returns the e-mails it sent. */
async function remindedAt(instant: string) {
  portico.setTime(instant)
  const before = portico.outbox.length
  await Promise.all([remindRespondents(portico.services), remindRespondents(portico.services)])
  await remindRespondents(portico.services)
  await portico.drain()
  return portico.outbox.slice(before).map(({ to, subject }) => ({ to, subject }))
}

test('reminders go once to each green respondent a week and a day before, in the daytime, and to nobody else', async () => {
  portico.setTime('2026-12-01T20:00:00Z')
  await buildRespondent(portico, { contactLanguage: 'es', email: 'green@respondents.example' })
  const turned = await buildRespondent(portico, { contactLanguage: 'en', email: 'turned@respondents.example' })
  await portico.drain()
  await portico.sql(`update respondent set current_flag = 'red' where anonymous_id = $1`, [turned])
  const stopped = await buildRespondent(portico, { contactLanguage: 'en', email: 'stopped@respondents.example' })
  await portico.drain()
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [stopped])
  portico.setTime('2026-12-12T06:00:00Z')
  await buildRespondent(portico, { contactLanguage: 'en', email: 'just-invited@respondents.example' })
  await portico.drain()

  const theirs = [{ to: 'green@respondents.example', subject: expect.stringMatching(/^Recordatorio: /) }]
  expect(await remindedAt('2026-12-12T16:45:00Z'), 'before nine in California').toEqual([])
  expect(await remindedAt('2026-12-12T17:00:00Z')).toEqual(theirs)
  expect(await remindedAt('2026-12-13T03:30:00Z')).toEqual([])
  expect(await remindedAt('2026-12-15T18:00:00Z')).toEqual([])
  const dayBefore = await remindedAt('2026-12-18T18:00:00Z')
  expect(dayBefore.map(({ to }) => to).sort()).toEqual(['green@respondents.example', 'just-invited@respondents.example'])
  expect(await remindedAt('2026-12-18T19:00:00Z')).toEqual([])
  const queued = await portico.sql<{ anonymous_id: string }>(
    `select distinct anonymous_id from message join respondent on respondent.id = respondent_id where kind like 'reminder-%'`,
  )
  expect(queued.map((row) => row.anonymous_id)).not.toContain(stopped)
})

test('somebody who was reminded is reminded again after a move or a new date, each time once', async () => {
  const adam = await portico.as('adam')
  portico.setTime('2026-12-01T20:00:00Z')
  await buildWorkshop(portico, { name: 'evening', isDefault: false, eventDate: '2027-01-16' })
  await buildWorkshop(portico, { name: 'first', isDefault: false, eventDate: '2026-12-20' })
  const arrive = (who: string, name: string) =>
    buildRespondent(portico, { contactLanguage: 'en', email: `${who}@respondents.example` }, { workshopName: name })
  const moved = await arrive('moved', 'first')
  await arrive('stays', 'first')
  await portico.drain()
  const to = async (instant: string) => (await remindedAt(instant)).map((letter) => letter.to.split('@')[0]).sort()
  expect(await to('2026-12-13T18:00:00Z')).toEqual(['moved', 'stays'])
  expect(await to('2026-12-14T03:59:00Z')).toEqual([])
  await adam.call.corrections.moveRespondent({
    respondent: { anonymousId: moved },
    workshopName: 'evening',
    reason: 'Works that day',
    version: 0,
  })
  expect(await to('2026-12-19T18:00:00Z'), 'with the notice of the move').toEqual(['moved', 'stays'])
  expect(await to('2027-01-09T18:00:00Z')).toEqual(['moved'])
  expect(await to('2027-01-10T03:59:00Z')).toEqual([])
  expect(await to('2027-01-15T18:00:00Z')).toEqual(['moved'])
  await portico.sql(`update workshop set event_date = '2027-01-23' where name = 'evening'`)
  expect(await to('2027-01-16T18:00:00Z'), 'reminded less than 24 hours ago').toEqual(['moved'])
  expect(await to('2027-01-22T18:00:00Z')).toEqual(['moved'])
})

test('at most three of those who share an address are reminded', async () => {
  await buildWorkshop(portico, { name: 'shared', isDefault: false, eventDate: '2027-03-20' })
  const arrive = (who: string) => buildRespondent(portico, { email: `${who}@respondents.example` }, { workshopName: 'shared' })
  for (const day of ['2027-02-01', '2027-02-02']) {
    portico.setTime(`${day}T20:00:00Z`)
    for (let times = 0; times < 3; times += 1) await arrive('family')
    await portico.drain()
  }
  await arrive('alone')
  await portico.drain()
  expect(
    portico.outbox.filter(({ to }) => to === 'family@respondents.example'),
    'control: all were invited',
  ).toHaveLength(6)
  const to = async (instant: string) => (await remindedAt(instant)).map((letter) => letter.to.split('@')[0]).sort()
  expect(await to('2027-03-13T18:00:00Z')).toEqual(['alone', 'family', 'family', 'family'])
  expect(await to('2027-03-19T18:00:00Z')).toEqual(['alone', 'family', 'family', 'family'])
})
