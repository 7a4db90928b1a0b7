import type { Question } from '@portico/shared/contract/questionnaires'
import { expect, type Page } from '@playwright/test'
import { Answering, storeDraft } from '../support/answering.ts'
import { greenAnswers } from '../support/answers.ts'
import type { Calls } from '../support/calls.ts'
import { openWorkshop, sampleQuestionnaire } from '../support/fixtures.ts'
import { expectPrecached } from '../support/offline.ts'
import { phone } from '../support/people.ts'
import { seededRandom } from './seeded-random.ts'
import { interruptions, type Interrupted } from './interruptions.ts'

type Visit = (options: object) => Promise<Page>

/** A respondent's journey from one question to the end; the seed determines each interruption. */
export class Journey implements Interrupted {
  readonly workshop: string
  readonly path: string
  readonly newDevice: (locale: string) => Promise<Page>
  readonly draw: ReturnType<typeof seededRandom>
  readonly #questions: ReadonlyMap<string, readonly Question[]>
  page: Page
  language = 'en'
  count = 0

  private constructor(workshop: string, questions: ReadonlyMap<string, readonly Question[]>, visit: Visit, page: Page, seed: number) {
    this.workshop = workshop
    this.path = `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`
    this.newDevice = (locale) => newDevice(visit, locale)
    this.#questions = questions
    this.page = page
    this.draw = seededRandom(seed)
  }

  /** Starts as if the respondent had answered everything before this question. */
  static async begin(visit: Visit, calls: Calls, from: string, seed: number): Promise<Journey> {
    const questions = new Map<string, Question[]>()
    let questionnaireId = 0
    for (const languageCode of ['en', 'es', 'vi']) {
      const found = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', {
        name: sampleQuestionnaire,
        languageCode,
      })
      questions.set(languageCode, found.questions)
      questionnaireId = found.id
    }
    const journey = new Journey(await openWorkshop(calls), questions, visit, await newDevice(visit, 'en'), seed)
    const before = journey.asked.slice(0, journey.indexOf(from)).map(({ identifier }) => [identifier, greenAnswers[identifier] ?? ''])
    await journey.page.goto('/about')
    await storeDraft(journey.page, {
      name: sampleQuestionnaire,
      questionnaireId,
      answers: Object.fromEntries(before),
      place: `question:${from}`,
    })
    await journey.page.goto(journey.path)
    return journey
  }

  get answering(): Answering {
    return new Answering(this.page, this.#questions.get(this.language) ?? this.#questions.get('en') ?? [], this.language)
  }

  get asked(): Question[] {
    return this.answering.asked(greenAnswers)
  }

  indexOf(identifier: string): number {
    return this.asked.findIndex((question) => question.identifier === identifier)
  }

  /** Answers from this question on, with an interruption at each; returns the first lost answer. */
  async answerFrom(from: string, kinds = Object.keys(interruptions)): Promise<string | undefined> {
    let bag: string[] = []
    for (let index = this.indexOf(from); index < this.asked.length; index += 1) {
      const question = () => this.asked[index] as Question
      const { identifier } = question()
      const value = greenAnswers[identifier] ?? ''
      await this.answering.answer(question(), value)
      bag = bag.length > 0 ? bag : [...kinds]
      const what = this.draw(bag)
      bag.splice(bag.indexOf(what), 1)
      const afterwards = await interruptions[what]?.(this)
      this.count += 1
      if ((await this.answering.valueOf(question())) !== value) return `${identifier} after ${what}`
      await this.answering.goOn()
      await afterwards?.()
    }
    return undefined
  }

  /** Sends while offline; then the server's response is lost; then the window is closed. Returns the personal number. */
  async send(): Promise<string> {
    const context = this.page.context()
    await context.setOffline(true)
    await this.answering.send()
    await expect(this.page.getByText(this.answering.text('questionnaire.send.connection'))).toBeVisible()
    await this.page.reload()
    let arrived = 0
    await context.route('**/addNewQuestionnaireResponse', async (route) => {
      arrived += 1
      if (arrived > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await context.setOffline(false)
    await this.page.close()
    this.page = await context.newPage()
    await this.page.goto(this.path)
    await expect.poll(() => arrived).toBeGreaterThan(0)
    await this.page.close()
    this.page = await context.newPage()
    await this.page.goto(this.path)
    const number = await this.answering.number()
    this.count += 4
    expect(arrived, 'attempts that arrived').toBeGreaterThan(1)
    await this.page.reload()
    expect(await this.answering.number(), 'the number after a reload').toBe(number)
    return number
  }
}

/** Opens a separate phone with a controllable clock and the respondent pages cached. */
async function newDevice(visit: Visit, locale: string): Promise<Page> {
  const page = await visit({ ...phone, locale })
  await page.context().clock.install()
  await page.goto('/')
  await expectPrecached(page, locale)
  return page
}
