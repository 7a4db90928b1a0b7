import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Question } from '@portico/shared/contract/questionnaires'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReadAloud } from './read-aloud.tsx'
import { stopReading } from './voice.ts'

const question: Question = {
  identifier: 'oath',
  questionNumber: '1',
  questionText: 'Will you take the oath?',
  hint: 'The oath of allegiance.',
  questionType: 'radio',
  required: true,
  options: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
}

class Utterance extends EventTarget {
  voice: unknown
  lang = ''
  rate = 1
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }
}

let said: Utterance[] = []
let voices: object[] = []

beforeEach(() => {
  said = []
  voices = [
    { lang: 'en-US', localService: false, name: 'far' },
    { lang: 'en_GB', localService: true, name: 'near' },
  ]
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: (utterance: Utterance) => said.push(utterance),
    cancel: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  })
})

afterEach(stopReading)

function press(name: RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('ReadAloud', () => {
  it('reads the question, its hint and its choices with a voice of the device, and stops on request', async () => {
    render(<ReadAloud question={question} language="en" />)
    press(/^Read aloud/)
    expect(said.map((utterance) => utterance.text)).toEqual(['Will you take the oath?', 'The oath of allegiance.', 'Yes', 'No'])
    expect(said.every((utterance) => utterance.voice === voices[1])).toBe(true)
    press(/^Stop reading/)
    expect(screen.getByRole('button', { name: /^Read aloud/ })).toBeTruthy()
  })

  it('resets its button when it has finished', async () => {
    render(<ReadAloud question={question} language="en" />)
    press(/^Read aloud/)
    await act(async () => void said.at(-1)?.dispatchEvent(new Event('end')))
    expect(screen.getByRole('button', { name: /^Read aloud/ })).toBeTruthy()
  })

  it('is hidden when only a remote voice speaks the language', () => {
    voices = [
      { lang: 'es-US', localService: false },
      { lang: 'en-US', localService: true },
    ]
    render(<ReadAloud question={question} language="es" />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
