import type { Locator, Page } from '@playwright/test'
import { Answering, storeDraft, type Answers } from '../support/answering.ts'
import { greenAnswers } from '../support/answers.ts'
import type { Calls } from '../support/calls.ts'
import { openWorkshop, sampleQuestionnaire } from '../support/fixtures.ts'
import { expect } from '../support/people.ts'
import { say, wordsOf, type Words } from '../support/words.ts'
import { findFaults } from './faults.ts'

/** A respondent with the narrowest phone who inspects every screen in one language. */
export class Visitor {
  readonly page: Page
  readonly calls: Calls
  readonly language: string
  readonly workshop: string
  readonly path: string
  readonly answering: Answering
  readonly faults: string[] = []
  readonly #questionnaireId: number
  readonly #english: readonly string[]

  private constructor(page: Page, calls: Calls, language: string, workshop: string, questionnaire: { id: number; questions: [] }) {
    this.page = page
    this.calls = calls
    this.language = language
    this.workshop = workshop
    this.path = `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`
    this.answering = new Answering(page, questionnaire.questions, language)
    this.#questionnaireId = questionnaire.id
    this.#english = englishOnly(language)
  }

  static async come(page: Page, calls: Calls, language: string): Promise<Visitor> {
    const written = ['en', 'es', 'vi'].includes(language) ? language : 'en'
    const input = { name: sampleQuestionnaire, languageCode: written }
    await page.clock.install()
    const questionnaire = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
    return new Visitor(page, calls, language, await openWorkshop(calls), questionnaire)
  }

  text(key: string, values?: Readonly<Record<string, string | number>>): string {
    return say(this.language, key, values)
  }

  async press(key: string): Promise<void> {
    await this.answering.button(key).first().click()
  }

  async expectHeading(key: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.text(key))
  }

  /** Opens the questionnaire with a draft at this place: `start`, `review` or `question:identifier`. */
  async comeTo(place: string, answers: Answers = greenAnswers): Promise<void> {
    if (!this.page.url().endsWith('/about')) await this.page.goto('/about')
    await storeDraft(this.page, { name: sampleQuestionnaire, questionnaireId: this.#questionnaireId, answers, place })
    await this.page.goto(this.path)
    await expect(this.#shownAt(place)).toBeVisible()
  }

  #shownAt(place: string): Locator {
    const identifier = place.split(':')[1]
    if (identifier) return this.answering.field(identifier)
    return place === 'review' ? this.answering.button('questionnaire.send.action') : this.page.locator('main button').first()
  }

  /** Records the faults of the current screen. */
  async look(screen: string): Promise<void> {
    // Only a layout begins to load the fonts of a new text.
    await this.page.evaluate(() => (document.body.getBoundingClientRect(), document.fonts.ready))
    const found = await this.page.evaluate(findFaults, { language: this.language, english: this.#english })
    this.faults.push(...found.map((fault) => `${screen}: ${fault}`))
  }
}

/** Returns the English texts of more than one word that are translated in this language. */
function englishOnly(language: string): string[] {
  const pairs = (english: Words, own: Words): string[] =>
    Object.entries(english).flatMap(([key, text]) => {
      const other = own[key]
      if (typeof text === 'object') return typeof other === 'object' ? pairs(text, other) : []
      return text.includes(' ') && text !== other ? [text] : []
    })
  return pairs(wordsOf('en'), wordsOf(language))
}
