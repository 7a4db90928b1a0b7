import { Answering, storeDraft } from './support/answering.ts'
import { greenAnswers, twoReds } from './support/answers.ts'
import { Calls, password } from './support/calls.ts'
import { expect, phone, test } from './support/people.ts'
import { Portal } from './support/portal.ts'
import { answer, openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { ReviewPanel } from './support/staff-pages.ts'

// In one worker, because the tests share a separate portal.
test.describe.configure({ mode: 'default', timeout: 180_000 })

let portal: Portal
test.beforeAll(async () => {
  portal = await Portal.start()
})
test.afterAll(() => portal.remove())

test('a respondent whose portal is killed right after accepting the answers gets the same number and has answered once', async ({
  visit,
}) => {
  const calls = new Calls(portal.origin)
  const workshop = await openWorkshop(calls)
  const page = await visit({ ...phone, baseURL: portal.origin })
  const input = { name: sampleQuestionnaire, languageCode: 'en' }
  const { id, questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  const answers = { ...greenAnswers, fullName: 'Kept Once' }
  await page.goto('/about')
  await storeDraft(page, { name: sampleQuestionnaire, questionnaireId: id, answers, place: 'question:otherConcerns' })
  await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
  const answering = new Answering(page, questions, 'en')
  await answering.goOn()

  // The portal commits and acknowledges; the acknowledgement is lost when it is killed.
  let acknowledged: string | undefined
  await page.route('**/api/responses/addNewQuestionnaireResponse', async (route) => {
    if (acknowledged) return route.continue()
    const response = await route.fetch()
    acknowledged = (await response.json()).data.anonymousId
    await portal.kill()
    return route.abort('connectionreset')
  })
  await answering.send()
  await expect(page.getByText(answering.text('questionnaire.send.connection'))).toBeVisible()
  await portal.start()
  expect(await answering.number()).toBe(acknowledged)

  const list = await calls.data('adam', 'responses/getAllResponses', { name: workshop })
  expect(list.items.map((item: any) => [item.respondent.anonymousId, item.respondent.fullName])).toEqual([[acknowledged, 'Kept Once']])
  const info = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId: acknowledged } })
  const kept = info.answerFlags.flaggedAnswers.map((one: any) => [one.identifier, one.originalValue]).filter(([, value]: string[]) => value)
  expect(Object.fromEntries(kept)).toEqual(answers)
})

test('an acknowledged decision survives a kill -9, and the reviewer continues without signing in again', async ({ visit }) => {
  const calls = new Calls(portal.origin)
  const workshop = await openWorkshop(calls)
  await answer(calls, workshop, { ...twoReds, fullName: 'Decided Once' })
  const page = await visit({ baseURL: portal.origin })
  await page.request.post('/api/auth/login/local', { data: { email: 'ana@portico.example', password } })
  await page.goto('/home/agency/inprogress?query=Decided+Once')
  const panel = new ReviewPanel(page)
  await panel.open('Decided Once')
  // No other request is sent between the acknowledgement and the kill.
  await page.route('**/trpc/agency.submitAnswerOverride**', async (route) => {
    const response = await route.fetch()
    expect(response.ok()).toBe(true)
    await portal.kill()
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Mark as green arrestedOrCited' }).click()
  const form = page.getByRole('form', { name: 'Mark arrestedOrCited as green' })
  await form.getByLabel('Reason').fill('Court papers seen.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: the answer “arrestedOrCited” is green now.')).toBeVisible()
  await portal.start()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(panel.row('Decided Once')).toContainText('1 of 2')
  await panel.expectOpen()
  await expect(page.getByText('“Court papers seen.”').first()).toBeVisible()
  await panel.override('taxesOwed', 'green', 'Payment plan seen.')
})
