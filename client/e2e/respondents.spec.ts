import type { Question } from '@portico/shared/contract/questionnaires'
import type { Page } from '@playwright/test'
import { Answering, storeDraft, type Answers } from './support/answering.ts'
import { greenAnswers } from './support/answers.ts'
import type { Calls } from './support/calls.ts'
import { tabTo } from './support/inspection.ts'
import { expect, phone, test } from './support/people.ts'
import { openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'

test.describe.configure({ timeout: 300_000 })

/** Every type of answer, with two follow-ups and some optional answers omitted. */
const given: Answers = {
  ...greenAnswers,
  email: '',
  contactLanguage: 'ar',
  phone: '+442079460018',
  previousApplication: 'yes',
  previousApplication_followUp: 'In 2019; I withdrew it.',
  drunkDriving: 'yes',
  drunkDriving_followUp: '2014 – «nur einmal» – ٢٠١٤',
  greenCardDate: '',
  otherConcerns: '',
}

interface Scene {
  workshop: string
  questionnaireId: number
  questions: Question[]
  path: string
}

async function prepare(calls: Calls, languageCode: string): Promise<Scene> {
  const workshop = await openWorkshop(calls)
  const input = { name: sampleQuestionnaire, languageCode }
  const { id, questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  return { workshop, questionnaireId: id, questions, path: `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}` }
}

/** Expects the workshop to have exactly one submission, with these answers and this number. */
async function expectOnly(calls: Calls, { workshop }: Scene, answers: Answers, anonymousId: string): Promise<void> {
  const list = await calls.data('adam', 'responses/getAllResponses', { name: workshop })
  expect(list.items.map((item: any) => item.respondent.anonymousId)).toEqual([anonymousId])
  const info = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId } })
  const stored = info.answerFlags.flaggedAnswers
    .map((one: any) => [one.identifier, one.originalValue])
    .filter(([, value]: string[]) => value)
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== '')))
}

for (const { language, questions, locale, direction, tag } of [
  { language: 'ar', questions: 'en', locale: 'ar-EG', direction: 'rtl', tag: [] },
  { language: 'en', questions: 'en', locale: 'en-US', direction: 'ltr', tag: '@long' },
  { language: 'vi', questions: 'vi', locale: 'vi-VN', direction: 'ltr', tag: '@long' },
  { language: 'am', questions: 'en', locale: 'am-ET', direction: 'ltr', tag: '@long' },
]) {
  test(`a respondent answers the whole questionnaire with the interface in ${language}`, { tag }, async ({ visit, calls }) => {
    const scene = await prepare(calls, questions)
    const page = await visit({ ...phone, locale })
    await page.goto(scene.path)
    const answering = new Answering(page, scene.questions, language)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    if (language !== questions) await expect(page.getByText(/English/).first()).toBeVisible()
    await answering.start()
    await answering.answerAll(given)
    // Changes an answer from the review, which then comes back.
    const label = scene.questions.find(({ identifier }) => identifier === 'householdSize')?.questionText ?? ''
    await page.getByRole('button', { name: `${answering.text('questionnaire.review.change')}: ${label}` }).click()
    await answering.answer(questionOf(scene, 'householdSize'), '5')
    await answering.goOn()
    await expect(page.getByRole('heading', { level: 1, name: answering.text('questionnaire.review.title') })).toBeVisible()
    await answering.send()
    await expectOnly(calls, scene, { ...given, householdSize: '5' }, await answering.number())
  })
}

test('a respondent answers with the keyboard alone', async ({ visit, calls }) => {
  await answerByKeyboard(await visit({ viewport: phone.viewport }), calls, 'question:selectiveService')
})

test('a respondent answers the whole questionnaire with the keyboard alone', { tag: '@long' }, async ({ visit, calls }) => {
  await answerByKeyboard(await visit({ viewport: phone.viewport }), calls, 'start')
})

async function answerByKeyboard(page: Page, calls: Calls, place: string): Promise<void> {
  const scene = await prepare(calls, 'en')
  const answering = new Answering(page, scene.questions, 'en')
  const asked = answering.asked(given)
  const first = Math.max(
    0,
    asked.findIndex(({ identifier }) => place === `question:${identifier}`),
  )
  const before = asked.slice(0, first).map(({ identifier }) => [identifier, given[identifier] ?? ''])
  await page.goto('/about')
  await storeDraft(page, { name: sampleQuestionnaire, questionnaireId: scene.questionnaireId, answers: Object.fromEntries(before), place })
  await page.goto(scene.path)
  if (place === 'start') {
    await tabTo(page, answering.button('questionnaire.start'))
    await page.keyboard.press('Enter')
  }
  for (const [at, question] of asked.entries()) {
    if (at < first) continue
    await answerWithKeys(answering, question, given[question.identifier] ?? '')
    if (question.followUp && asked[at + 1]?.identifier === question.followUp.identifier) continue
    await tabTo(page, answering.button('questionnaire.goOn'))
    await page.keyboard.press('Enter')
  }
  await expect(answering.button('questionnaire.send.action')).toBeVisible()
  await tabTo(page, answering.button('questionnaire.send.action'), 200)
  await page.keyboard.press('Enter')
  await expectOnly(calls, scene, given, await answering.number())
}

async function answerWithKeys(answering: Answering, question: Question, value: string): Promise<void> {
  const { page } = answering
  const field = answering.field(question.identifier)
  await expect(field).toBeVisible()
  if (value === '') return
  const at = question.options?.findIndex((option) => option.value === value) ?? -1
  switch (question.questionType) {
    case 'radio':
    case 'radioWithFollowUp':
    case 'contactLanguage':
      await tabTo(page, field.getByRole('radio').first())
      if (at === 0) await page.keyboard.press('Space')
      for (let presses = 0; presses < at; presses += 1) await page.keyboard.press('ArrowDown')
      return
    case 'dropDown':
      await tabTo(page, field)
      for (let presses = 0; presses <= at; presses += 1) await page.keyboard.press('ArrowDown')
      return
    case 'date': {
      const [year = '', month = '', day = ''] = value.split('-')
      await tabTo(page, field.getByLabel('Month'))
      for (let presses = 0; presses < Number(month); presses += 1) await page.keyboard.press('ArrowDown')
      await tabTo(page, field.getByLabel('Day'))
      await page.keyboard.type(day)
      await tabTo(page, field.getByLabel('Year'))
      return page.keyboard.type(year)
    }
    case 'phoneNumber':
      await tabTo(page, field.getByLabel('Number'))
      return page.keyboard.type(value)
    default:
      await tabTo(page, field)
      return page.keyboard.type(value)
  }
}

function questionOf(scene: Scene, identifier: string): Question {
  const question = scene.questions.find((one) => one.identifier === identifier)
  if (!question) throw new Error(`There is no question ${identifier}`)
  return question
}
