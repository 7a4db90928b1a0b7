import type { Question } from '@portico/shared/contract/questionnaires'
import type { BrowserContext, Page } from '@playwright/test'
import { Answering, layDraft } from './support/answering.ts'
import { calm } from './support/answers.ts'
import type { Calls } from './support/calls.ts'
import { expect, phone, test } from './support/people.ts'
import { openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'

test.describe.configure({ timeout: 480_000 })

/** What comes between someone and their answers. Returns the page they go on with. */
type Interruption = (answering: Answering, path: string) => Promise<Page>
const languages = [
  ['vi', 'Tiếng Việt'],
  ['ar', 'العربية'],
  ['es', 'Español'],
  ['en', 'English'],
] as const
let turns = 0

const interruptions: Record<string, Interruption> = {
  'a reload': async ({ page }) => {
    await page.reload()
    return page
  },
  'a crash': async ({ page }, path) => {
    const context = page.context()
    await page.close()
    return reopen(context, path)
  },
  'no network': async ({ page }) => {
    await page.context().setOffline(true)
    return page
  },
  'another language': async (answering) => {
    const [code, name] = languages[turns++ % languages.length] ?? ['en', 'English']
    await answering.chooseLanguage(code, name)
    return answering.page
  },
  'another device': async (answering, path) => {
    const { page } = answering
    await answering.button('questionnaire.transfer.leave').click()
    await answering.button('questionnaire.transfer.make').click()
    const code = await page.locator('[data-code]').textContent()
    const device = await page
      .context()
      .browser()
      ?.newContext({ ...phone, locale: answering.language })
    const other = await device?.newPage()
    if (!device || !other) throw new Error('There is no browser for another device')
    await page.close()
    await other.goto(`${path}#code=${code}`)
    await new Answering(other, answering.questions, answering.language).button('questionnaire.transfer.fetch').click()
    return other
  },
  'another page': async ({ page }) => {
    await page.getByRole('banner').getByRole('link', { name: 'Portico' }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    return page
  },
}

async function reopen(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('answers survive what comes between, and are sent once', async ({ visit, calls }) => {
  await answerInterrupted(await visit(phone), calls, 'usMilitary')
})

test('answers survive 50 interruptions, and are sent once', { tag: '@long' }, async ({ visit, calls }) => {
  expect(await answerInterrupted(await visit(phone), calls, 'countryOfBirth')).toBeGreaterThanOrEqual(50)
})

/** Answers from this question on, with an interruption at each; returns how many there were. */
async function answerInterrupted(first: Page, calls: Calls, from: string): Promise<number> {
  const workshop = await openWorkshop(calls)
  const path = `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`
  const inLanguage = new Map<string, Question[]>()
  for (const languageCode of ['en', 'es', 'vi']) {
    const input = { name: sampleQuestionnaire, languageCode }
    inLanguage.set(languageCode, (await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)).questions)
  }
  const { id } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', {
    name: sampleQuestionnaire,
    languageCode: 'en',
  })
  let language = 'en'
  let page = first
  const answering = () => new Answering(page, inLanguage.get(language) ?? inLanguage.get('en') ?? [], language)
  const asked = answering().asked(calm)
  const start = asked.findIndex(({ identifier }) => identifier === from)
  const before = asked.slice(0, start).map(({ identifier }) => [identifier, calm[identifier] ?? ''])
  await page.goto('/about')
  await layDraft(page, { name: sampleQuestionnaire, questionnaireId: id, answers: Object.fromEntries(before), place: `question:${from}` })
  await page.goto(path)

  const kinds = Object.entries(interruptions)
  let count = 0
  for (const [index, { identifier }] of asked.entries()) {
    if (index < start) continue
    const question = () => answering().questions.find((one) => one.identifier === identifier) as Question
    const value = calm[identifier] ?? ''
    await answering().answer(question(), value)
    const [what, interrupt] = kinds[count % kinds.length] ?? ['', interruptions['a reload'] as Interruption]
    const now = answering()
    page = await interrupt(now, path)
    language = now.language
    count += 1
    expect(await answering().valueOf(question()), `${identifier} after ${what}`).toBe(value)
    await answering().goOn()
    if (what === 'no network') {
      await expect(page.getByText(answering().text('questionnaire.offline'))).toBeVisible()
      await page.context().setOffline(false)
    }
  }

  // Sending: without a network first; then the portal has it, but its answer is lost; then the window is closed.
  const context = page.context()
  await context.setOffline(true)
  await answering().send()
  await expect(page.getByText(answering().text('questionnaire.send.connection'))).toBeVisible()
  await page.reload().catch(() => undefined)
  let arrived = 0
  await context.route('**/addNewQuestionnaireResponse', async (route) => {
    arrived += 1
    if (arrived > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await context.setOffline(false)
  await page.close()
  page = await reopen(context, path)
  await expect.poll(() => arrived).toBeGreaterThan(0)
  await page.close()
  page = await reopen(context, path)
  const number = await answering().number()
  count += 4

  const list = await calls.data('adam', 'responses/getAllResponses', { name: workshop })
  expect(list.items.map((item: any) => item.respondent.anonymousId)).toEqual([number])
  const info = await calls.data('adam', 'responses/getRespondentAnswerInfo', { respondent: { anonymousId: number } })
  const stored = info.answerFlags.flaggedAnswers
    .map((one: any) => [one.identifier, one.originalValue])
    .filter(([, value]: string[]) => value)
  expect(Object.fromEntries(stored)).toEqual(calm)
  expect(arrived, 'attempts that arrived').toBeGreaterThan(1)
  await page.reload()
  expect(await answering().number(), 'the number after a reload').toBe(number)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.answer'))),
    'answers left on the device',
  ).toEqual([])
  return count
}
