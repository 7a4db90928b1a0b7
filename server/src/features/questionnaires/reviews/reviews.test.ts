import { expect, test } from 'vitest'
import { buildAnswers, sampleForm, twoReds } from '../../../../test/support/builders.ts'
import { holdLock } from '../../../../test/support/held-lock.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { sweepReviews } from './reviews.ts'

const portico = await openPortico()

async function share() {
  const adam = await portico.as('adam')
  const { status, body } = await adam.rest('questionnaires/shareForReview', await sampleForm())
  expect(status).toBe(200)
  return body.data as { id: number; token: string; expiresAt: string }
}

test('a review link shows the draft in each language and judges answers without storing anything', async () => {
  const { token, expiresAt } = await share()
  expect(expiresAt).toBe('2026-12-05T20:00:00.000Z')
  const visitor = await portico.as()
  const { questionnaire } = await visitor.call.questionnaires.openReview({ token, languageCode: 'es' })
  expect([questionnaire.language, questionnaire.version]).toEqual(['es', 0])
  expect(questionnaire.questions.some(({ redFlagReason }) => redFlagReason)).toBe(true)
  const before = await portico.sql('select count(*) from audit_entry')
  const judge = async (changed: object) =>
    visitor.call.questionnaires.judgeReview({ token, answers: { ...(await buildAnswers()), ...changed } })
  expect(await judge({})).toEqual({ flag: 'green', red: [] })
  const judged = await judge(twoReds)
  expect(judged.flag).toBe('in-progress')
  expect(judged.red.map(({ identifier }) => identifier)).toEqual(['hasGreenCard', 'taxesFiled'])
  expect(judged.red.every(({ reason }) => reason !== '')).toBe(true)
  const refused = await visitor.rest('questionnaires/judgeReview', { token, answers: { ...(await buildAnswers()), email: 'nowhere' } })
  expect([refused.status, refused.body.issues[0].path]).toEqual([422, ['answers', 'email']])
  expect(await portico.sql('select from respondent')).toEqual([])
  expect(await portico.sql('select from questionnaire')).toEqual([])
  expect(await portico.sql('select count(*) from audit_entry')).toEqual(before)
})

test('a review link stops working when revoked or expired, and only its hash is stored', async () => {
  const [revoked, late] = [await share(), await share()]
  const adam = await portico.as('adam')
  const visitor = await portico.as()
  const open = ({ token }: { token: string }) => visitor.call.questionnaires.openReview({ token, languageCode: 'en' })
  const rows = await portico.sql<{ row: string }>('select questionnaire_review::text as row from questionnaire_review')
  expect(rows.some(({ row }) => row.includes(late.token))).toBe(false)
  await adam.call.questionnaires.revokeReviewLink({ id: revoked.id })
  await expect(open(revoked)).rejects.toThrow('link')
  const list = await adam.call.questionnaires.getReviewLinkList()
  expect(list[0]).toMatchObject({ id: late.id, sharedBy: 'Adam Abiodun', name: 'citizenship_screening' })
  await open(late)
  portico.setTime('2026-12-05T20:00:00Z')
  await expect(open(late)).rejects.toThrow('link')
  expect(await adam.call.questionnaires.getReviewLinkList()).toEqual([])
  await sweepReviews(portico.services)
  expect(await portico.sql('select from questionnaire_review')).toEqual([])
})

test('a review link that is revoked while it is opened, judged and listed is like one revoked before', async () => {
  const { id, token } = await share()
  const [adam, visitor] = [await portico.as('adam'), await portico.as()]
  const statement = `lock table sealed_definition in access exclusive mode; delete from questionnaire_review where id = ${id}`
  const revoking = await holdLock(portico, statement)
  const opened = expect(visitor.call.questionnaires.openReview({ token, languageCode: 'en' })).rejects.toThrow('link')
  const judged = expect(visitor.call.questionnaires.judgeReview({ token, answers: {} })).rejects.toThrow('link')
  const listed = adam.call.questionnaires.getReviewLinkList()
  await revoking.untilWaiting(3)
  await revoking.release()
  await Promise.all([opened, judged])
  expect(await listed).toEqual([])
})

test.each([
  ['is disabled', 'disabled_at = now()'],
  ['is no longer an admin', `roles = array['AGENCY']`],
])('a review link stops working when the account that shared it %s', async (_what, change) => {
  const portico = await openPortico()
  const adam = await portico.as('adam')
  const { token } = (await adam.rest('questionnaires/shareForReview', await sampleForm())).body.data
  const visitor = await portico.as()
  const open = async () => (await visitor.rest('questionnaires/openReview', { token, languageCode: 'en' })).body.success
  expect(await open()).toBe(true)
  await portico.sql(`update account set ${change} where email = 'adam@portico.example'`)
  expect(await open()).toBe(false)
  await sweepReviews(portico.services)
  expect(await portico.sql('select from questionnaire_review')).toEqual([])
})
