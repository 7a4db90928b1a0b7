import type { Page } from '@playwright/test'
import { Answering, storeDraft, type Answers } from './answering.ts'
import type { Calls } from './calls.ts'
import { expect } from './people.ts'
import { openWorkshop, sampleQuestionnaire } from './fixtures.ts'

/** A questionnaire that a respondent has begun. */
export interface Begun {
  readonly path: string
  readonly workshop: string
  readonly answering: Answering
  readonly questionnaireId: number
}

/** Opens a separate workshop with the answers up to a question, which is on the screen. */
export async function begin(page: Page, calls: Calls, language: string, place: string, answers: Answers = {}): Promise<Begun> {
  const workshop = await openWorkshop(calls)
  const input = { name: sampleQuestionnaire, languageCode: 'en' }
  const { id, questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  const path = `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`
  await page.goto('/about')
  await storeDraft(page, { name: sampleQuestionnaire, questionnaireId: id, answers, place })
  await page.goto(path)
  return { path, workshop, answering: new Answering(page, questions, language), questionnaireId: id }
}

/** Expects these controls to be inside the viewport. */
export async function expectInside(page: Page, selector: string): Promise<void> {
  const outside = await page.locator(selector).evaluateAll((elements) =>
    elements
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
      .map(({ text }) => text),
  )
  expect(outside, 'cut off').toEqual([])
}
