import type { Question } from '@portico/shared/contract/questionnaires'
import { anonymousId } from '../support/answering.ts'
import { expect } from '../support/people.ts'
import { say } from '../support/words.ts'
import type { Control, EngineWindow } from './engine.ts'

/** A respondent who uses a window of any engine in this language. */
export class Respondent {
  readonly window: EngineWindow
  readonly language: string

  constructor(window: EngineWindow, language: string) {
    this.window = window
    this.language = language
  }

  text(key: string, values?: Readonly<Record<string, string | number>>): string {
    return say(this.language, key, values)
  }

  async expectShown(control: Control): Promise<void> {
    await expect
      .poll(() => this.window.shows(control), { message: `${control.selector} ${control.text ?? ''}`, timeout: 30_000 })
      .toBe(true)
  }

  async expectHeading(text: string): Promise<void> {
    await this.expectShown({ selector: 'h1', text })
  }

  async press(selector: string, text?: string): Promise<void> {
    const control = { selector, ...(text !== undefined && { text }) }
    await this.expectShown(control)
    await this.window.run(settled)
    await this.window.press(control)
  }

  async pressButton(key: string): Promise<void> {
    await this.press('button', this.text(key))
  }

  async type(selector: string, text: string): Promise<void> {
    await this.expectShown({ selector })
    await this.window.type({ selector }, text)
  }

  async answer(question: Question, value: string): Promise<void> {
    const field = fieldOf(question)
    await this.expectShown({ selector: field })
    if (value === '') return
    switch (question.questionType) {
      case 'radio':
      case 'radioWithFollowUp':
      case 'contactLanguage':
        return this.press(`${field} label:has(input[value="${value}"])`)
      case 'dropDown':
        return this.window.choose({ selector: field }, value)
      case 'date': {
        const [year = '', month = '', day = ''] = value.split('-')
        await this.window.type({ selector: `${field} input`, text: this.text('questionnaire.date.day') }, String(Number(day)))
        await this.window.choose({ selector: `${field} select` }, month)
        return this.window.type({ selector: `${field} input`, text: this.text('questionnaire.date.year') }, year)
      }
      case 'phoneNumber':
        return this.type(`${field} input[type="tel"]`, value.replace(/^\+1/, ''))
      default:
        return this.window.type({ selector: field }, value)
    }
  }

  /** Returns the answer to this question as stored on the device. */
  kept(question: Question): Promise<string | null> {
    return this.window.run((key) => localStorage.getItem(key), `portico.answer.${question.identifier}`)
  }

  /** Returns the personal number on the last page. */
  async number(): Promise<string> {
    await this.expectHeading(this.text('sent.title'))
    const number = await this.window.run(() => document.querySelector('section bdi')?.textContent ?? '')
    expect(number).toMatch(anonymousId)
    return number
  }
}

/** Returns the selector of a question's field. */
export function fieldOf({ identifier }: Question): string {
  return `[id="answer-${identifier}"]`
}

/** Runs in the page: waits until no element moves between two frames, so that a click hits its target. */
async function settled(): Promise<void> {
  const places = () => JSON.stringify([...document.querySelectorAll('button, label, a')].map((element) => element.getBoundingClientRect()))
  const nextFrame = () => new Promise((shown) => requestAnimationFrame(shown))
  for (let before = ''; before !== places(); await nextFrame()) before = places()
}
