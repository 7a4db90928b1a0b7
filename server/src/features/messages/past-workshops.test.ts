import { expect, test } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { remindRespondents } from './reminders.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')
const start = '2026-12-01T20:00:00Z'
const lastMinute = '2026-12-20T07:59:00Z'
const over = '2026-12-20T08:00:00Z'

const arrive = async (who: string, answers = {}) => {
  portico.setTime(start)
  const anonymousId = await buildRespondent(portico, { email: `${who}@respondents.example`, contactLanguage: 'en', ...answers })
  await portico.drain()
  return { respondent: { anonymousId } }
}
const clear = async (respondent: { respondent: { anonymousId: string } }) => {
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo(respondent)
  for (const { answerId, effectiveFlag } of answerFlags.flaggedAnswers)
    if (effectiveFlag === 'red') await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen' })
  await adam.call.agency.submitRespondentStatusOverride({ ...respondent, status: { flag: 'green' } })
}
const subjectsTo = async (who: string) => {
  await portico.drain()
  return portico.outbox.filter(({ to }) => to === `${who}@respondents.example`).map(({ subject }) => subject.split(':')[0])
}
const stateOf = async ({ respondent }: { respondent: { anonymousId: string } }) =>
  (await adam.call.messages.getMessageList({ workshopName })).items.find(({ anonymousId }) => anonymousId === respondent.anonymousId)?.state

test.each([
  ['on the day', lastMinute, ['Your invitation'], 'sent'],
  ['afterwards', over, [], 'not-sent'],
] as const)('somebody who turns green %s is invited only if the workshop is not over', async (_what, at, subjects, state) => {
  const who = `cleared-${state}`
  const respondent = await arrive(who, twoReds)
  portico.setTime(at)
  await clear(respondent)
  expect(await subjectsTo(who)).toEqual(subjects)
  expect(await stateOf(respondent)).toBe(state)
  const signedIn = await portico.as('adam')
  expect((await signedIn.rest('agency/previewInvitation', respondent)).body.error_id).toBe(state === 'sent' ? undefined : 'NOT_INVITED')
})

test.each([
  ['is sent late on the day', '2026-12-19T20:00:00Z', ['Your invitation', 'Reminder']],
  ['is not sent after it', over, ['Your invitation']],
] as const)('a reminder held up by an outage %s', async (_what, at, subjects) => {
  const who = `reminded-${subjects.length}`
  await arrive(who)
  portico.setTime('2026-12-18T18:00:00Z')
  await remindRespondents(portico.services)
  portico.mailWorks(false)
  await portico.drain()
  portico.mailWorks(true)
  portico.setTime(at)
  expect(await subjectsTo(who)).toEqual(subjects)
})

test('invitations that came after a mistyped date go out once it is corrected', async () => {
  const mistyped = (eventDate: string) => adam.call.workshops.saveWorkshop({ name: workshopName, title: 'Citizenship Day', eventDate })
  await arrive('before')
  const red = await arrive('red', twoReds)
  const respondent = await arrive('mistyped', twoReds)
  await mistyped('2026-11-19')
  await clear(respondent)
  portico.setTime('2026-12-02T20:00:00Z')
  expect(await subjectsTo('mistyped')).toEqual([])
  await mistyped('2026-12-19')
  expect(await subjectsTo('mistyped')).toEqual(['Your invitation'])
  expect(await stateOf(respondent)).toBe('sent')
  await mistyped('2026-12-20')
  expect([await subjectsTo('mistyped'), await subjectsTo('before'), await subjectsTo('red')], 'only those held back').toEqual([
    ['Your invitation'],
    ['Your invitation'],
    [],
  ])
  expect(await stateOf(red)).toBeUndefined()
})
