import { beforeEach, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { remindReviewers } from './remind-reviewers.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const ana = await portico.as('ana')

beforeEach(async () => {
  await portico.drain()
  await portico.sql('truncate respondent, respondent_count, contact_language_count, review_reminder cascade')
})

/** Runs the job several times at this time and returns the review e-mails it sent. */
async function remindersAt(instant: string) {
  portico.setTime(instant)
  const before = portico.outbox.length
  await Promise.all([remindReviewers(portico.services), remindReviewers(portico.services)])
  await remindReviewers(portico.services)
  await portico.drain()
  return portico.outbox.slice(before).filter(({ subject }) => subject.includes('for a review'))
}

it('review reminders tell each reviewer once per workday morning how many cases wait and how long, without names', async () => {
  portico.setTime('2026-11-16T20:00:00Z')
  await buildRespondent(portico, { ...twoReds, fullName: 'Olga Late', contactLanguage: 'es' })
  portico.setTime('2026-11-20T20:00:00Z')
  await buildRespondent(portico, { ...twoReds, fullName: 'Nina New', contactLanguage: 'es' })
  // A Saturday, then the Monday before 8:00 and at 8:00 in California.
  expect(await remindersAt('2026-11-21T16:00:00Z')).toEqual([])
  expect(await remindersAt('2026-11-23T15:45:00Z')).toEqual([])
  const [email, ...others] = await remindersAt('2026-11-23T16:00:00Z')
  expect(others).toEqual([])
  expect(email).toMatchObject({ to: 'ana@portico.example', subject: 'Portico: 2 respondents wait for a review' })
  expect(email?.text).toContain('The longest has waited 5 business days.')
  expect(email?.text).not.toMatch(/Olga|Nina|Late|New/)
  expect(await remindersAt('2026-11-23T18:00:00Z')).toEqual([])
  expect(await remindersAt('2026-11-24T16:00:00Z')).toHaveLength(1)
})

it('review reminders are not sent to reviewers who opted out', async () => {
  portico.setTime('2026-11-24T20:00:00Z')
  await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' })
  expect(await ana.call.agency.getReminder()).toEqual({ email: true })
  expect((await (await portico.as('ana')).rest('agency/saveReminder', { email: false })).body.data).toEqual({ email: false })
  expect(await remindersAt('2026-11-25T16:00:00Z')).toEqual([])
  await ana.call.agency.saveReminder({ email: true })
  expect(await remindersAt('2026-11-25T16:15:00Z')).toHaveLength(1)
})

it('a manual reminder goes to every reviewer of the agency, at most once in 24 hours, with the name of the sender', async () => {
  portico.setTime('2026-11-25T20:00:00Z')
  const adam = await portico.as('adam')
  const [agency] = await (await portico.as('ana')).call.agency.getMyAgencyList()
  const id = agency?.id ?? 0
  await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' })
  const sent = portico.outbox.length
  const both = await Promise.all([adam.rest('agency/remindAgency', { id }), adam.rest('agency/remindAgency', { id })])
  expect(both.map(({ body }) => body.error_id ?? body.data)).toEqual(expect.arrayContaining([{ reviewers: 1 }, 'ALREADY_SET']))
  await portico.drain()
  const letters = portico.outbox.slice(sent).filter(({ subject }) => subject.includes('for a review'))
  expect(letters.map(({ to }) => to)).toEqual(['ana@portico.example'])
  expect(letters[0]?.text).toContain('Adam Abiodun asks you to look at them.')
  expect((await adam.call.agency.getAgencyDetails({})).find((one) => one.id === id)?.remindedAt).toBe('2026-11-25T20:00:00.000Z')
  portico.setTime('2026-11-26T20:00:00Z')
  expect((await (await portico.as('adam')).call.agency.remindAgency({ id })).reviewers).toBe(1)
})
