import type { Question } from '@portico/shared/contract/questionnaires'
import { expect, type Locator, type Page } from '@playwright/test'
import { say } from './words.ts'

export type Answers = Readonly<Record<string, string>>

/** Returns the questions asked for these answers, in order; a follow-up comes right after its question. */
export function askedOf(questions: readonly Question[], answers: Answers): Question[] {
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  const followUps = new Set(questions.flatMap((question) => question.followUp?.identifier ?? []))
  return questions
    .filter((question) => !followUps.has(question.identifier))
    .flatMap((question) => {
      const asks = question.followUp?.showWhen.includes(answers[question.identifier] ?? '')
      const followUp = asks ? byIdentifier.get(question.followUp?.identifier ?? '') : undefined
      return followUp ? [question, followUp] : [question]
    })
}

/** Fills in a questionnaire as a respondent: one question per step, as on a phone. */
export class Answering {
  readonly page: Page
  readonly questions: readonly Question[]
  /** The language of the interface. */
  language: string

  constructor(page: Page, questions: readonly Question[], language: string) {
    this.page = page
    this.questions = questions
    this.language = language
  }

  /** Returns the questions asked for these answers (`askedOf`). */
  asked(answers: Answers): Question[] {
    return askedOf(this.questions, answers)
  }

  async start(): Promise<void> {
    await this.button('questionnaire.start').click()
  }

  async goOn(): Promise<void> {
    await this.button('questionnaire.goOn').click()
  }

  async send(): Promise<void> {
    await this.button('questionnaire.send.action').click()
  }

  /**
   * Fetches the answers of the code that is filled in, and waits for the result. After several fetches in an hour from one address, as by
   * tests that run side by side, the browser first computes a proof of work (shared/spec/contract.md#draft-transfers).
   */
  async fetchTransfer(): Promise<void> {
    await this.button('questionnaire.transfer.fetch').click()
    await expect(this.button('questionnaire.send.moment'), 'fetching').toBeHidden({ timeout: 90_000 })
  }

  /** Answers every question up to the review, starting at index `from`, one per page. */
  async answerAll(answers: Answers, from = 0): Promise<void> {
    const asked = this.asked(answers)
    for (const [index, question] of asked.entries()) {
      if (index < from) continue
      await this.answer(question, answers[question.identifier] ?? '')
      if (!isFollowedUp(asked, index)) await this.goOn()
    }
    await expect(this.page.getByRole('heading', { level: 1, name: this.text('questionnaire.review.title') })).toBeVisible()
  }

  /** Answers the current question by its visible labels. */
  async answer(question: Question, value: string): Promise<void> {
    const field = this.field(question.identifier)
    await expect(field, `the question ${question.identifier}`).toBeVisible()
    if (value === '') return
    const label = question.options?.find((option) => option.value === value)?.label ?? value
    switch (question.questionType) {
      case 'radio':
      case 'radioWithFollowUp':
      case 'contactLanguage':
        return field.getByRole('radio', { name: label, exact: true }).check()
      case 'dropDown':
        await field.selectOption({ label })
        return
      case 'date': {
        const [year = '', month = '', day = ''] = value.split('-')
        await field.getByLabel(this.text('questionnaire.date.day')).fill(String(Number(day)))
        await field.getByLabel(this.text('questionnaire.date.month')).selectOption(month)
        await field.getByLabel(this.text('questionnaire.date.year')).fill(year)
        return
      }
      case 'phoneNumber':
        return field.getByLabel(this.text('questionnaire.phone.number')).fill(value.replace(/^\+1/, ''))
      default:
        return field.fill(value)
    }
  }

  /** Returns the current value of a question's field in the form of an answer. */
  async valueOf(question: Question): Promise<string> {
    const field = this.field(question.identifier)
    await expect(field, `the question ${question.identifier}`).toBeVisible()
    switch (question.questionType) {
      case 'radio':
      case 'radioWithFollowUp':
      case 'contactLanguage':
        return field.evaluate((group) => group.querySelector<HTMLInputElement>('input:checked')?.value ?? '')
      case 'date': {
        const part = (name: string) => field.getByLabel(this.text(`questionnaire.date.${name}`)).inputValue()
        const [year, month, day] = [await part('year'), await part('month'), await part('day')]
        return year + month + day === '' ? '' : `${year}-${month}-${day.padStart(2, '0')}`
      }
      case 'phoneNumber': {
        const shown = await field.getByLabel(this.text('questionnaire.phone.number')).inputValue()
        const digits = shown.replaceAll(/[^\d+]/g, '')
        return digits === '' || digits.startsWith('+') ? digits : `+1${digits}`
      }
      default:
        return field.inputValue()
    }
  }

  field(identifier: string): Locator {
    return this.page.locator(`[id="answer-${identifier}"]`)
  }

  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.text(key), exact: true })
  }

  text(key: string, values?: Readonly<Record<string, string | number>>): string {
    return say(this.language, key, values)
  }

  /** Returns the personal number on the last page. */
  async number(): Promise<string> {
    await expect(this.page.getByRole('heading', { level: 1, name: this.text('sent.title') })).toBeVisible({ timeout: 30_000 })
    const number = this.page.locator('section bdi').first()
    await expect(number).toHaveText(anonymousId)
    return (await number.textContent()) ?? ''
  }

  async chooseLanguage(code: string, nativeName: string): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.text('nav.language') })
      .click()
    await this.page.getByRole('button', { name: nativeName, exact: true }).click()
    this.language = code
    await expect(this.page.locator('html')).toHaveAttribute('lang', code)
  }
}

/** The draft of a respondent who stopped midway, as stored on the device (shared/spec/product.md#drafts-of-answers). */
export interface Begun {
  readonly name: string
  readonly questionnaireId: number
  readonly answers: Answers
  /** `start`, `review` or `question:identifier`. */
  readonly place: string
}

/** Stores a draft on the device. The page must be on the portal's origin. */
export async function storeDraft(page: Page, { answers, ...record }: Begun): Promise<void> {
  await page.evaluate(
    ([given, kept]) => {
      localStorage.clear()
      for (const [identifier, value] of Object.entries(given)) localStorage.setItem(`portico.answer.${identifier}`, value)
      localStorage.setItem('portico.answers', JSON.stringify(Object.keys(given)))
      localStorage.setItem('portico.draft', JSON.stringify(kept))
    },
    [answers, { ...record, idempotencyKey: crypto.randomUUID(), savedAt: Date.now() }] as const,
  )
}

/** The format of a personal number. */
export const anonymousId = /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{5}$/

function isFollowedUp(asked: readonly Question[], index: number): boolean {
  const next = asked[index + 1]?.identifier
  return next !== undefined && asked[index]?.followUp?.identifier === next
}
