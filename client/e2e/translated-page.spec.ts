import { Answering } from './support/answering.ts'
import { greenAnswers, twoReds } from './support/answers.ts'
import { answer, openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { translatePage } from './support/page-translator.ts'
import { expect, phone, test } from './support/people.ts'

test('a respondent whose browser translates every page answers and sends a questionnaire', async ({ visit, calls }) => {
  const workshop = await openWorkshop(calls)
  const input = { name: sampleQuestionnaire, languageCode: 'en' }
  const { questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  const page = await visit(phone)
  await page.addInitScript(translatePage)
  await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
  const answering = new Answering(page, questions, 'en')
  await answering.start()
  // A fault appears and disappears between texts of the page.
  await answering.goOn()
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first()).toBeVisible()
  await answering.answerAll({ ...greenAnswers, fullName: 'Read In Ukrainian' })
  await answering.send()
  const number = await answering.number()
  await expect(page.locator('main font').first()).toBeAttached()
  const list = await calls.data('adam', 'responses/getAllResponses', { name: workshop })
  expect(list.items.map((item: any) => [item.respondent.anonymousId, item.respondent.fullName])).toEqual([[number, 'Read In Ukrainian']])
})

test('a reviewer whose browser translates every page keeps the reason of a decision that came too late', async ({ as, calls }) => {
  const anonymousId = await answer(calls, await openWorkshop(calls), twoReds)
  const page = await as('ana')
  await page.addInitScript(translatePage)
  await page.goto(`/home/agency/inprogress?query=${anonymousId}&open=${anonymousId}`)
  await page.getByRole('button', { name: 'Mark as green taxesOwed' }).click()
  await page.getByLabel('Reason').fill('A long reason.')
  const status = { flag: 'red', reason: 'Lives in another state.' }
  await calls.data('adam', 'agency/submitRespondentStatusOverride', { respondent: { anonymousId }, status })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Keep as a note' }).click()
  await expect(page.getByRole('heading', { name: 'Notes (1)' })).toBeVisible()
})
