import { render, screen } from '@testing-library/react'
import type { Question } from '@portico/shared/contract/questionnaires'
import { type QuestionType, questionTypeFacts, questionTypes, takesAnswer } from '@portico/shared/words/question-types'
import { describe, expect, it } from 'vitest'
import { AnswerText } from '../steps/answer-text.tsx'
import { QuestionField } from './question-field.tsx'

function questionOf(type: QuestionType): Question {
  const { format } = questionTypeFacts[type]
  return {
    identifier: 'asked',
    questionNumber: '1',
    questionText: 'Question?',
    questionType: type,
    required: true,
    options: [
      { value: 'es', label: 'Spanish' },
      { value: 'en', label: 'English' },
    ],
    videoUrl: 'https://youtu.be/abcdefghijk',
    ...(format && { validation: { format } }),
  }
}

/** Returns the values of all controls that a field of this type renders for an answer. */
function heldBy(type: QuestionType, value: string): (string | boolean)[] {
  const field = { question: questionOf(type), language: 'en', label: 'Question?', error: undefined, disabled: false }
  const { container, unmount } = render(<QuestionField {...field} value={value} onAnswer={() => {}} />)
  const controls = container.querySelectorAll<HTMLInputElement>('input, select, textarea')
  const held = Array.from(controls, (control) => (['radio', 'checkbox'].includes(control.type) ? control.checked : control.value))
  unmount()
  return held
}

describe.each(questionTypes.filter(takesAnswer))('a question of type %s', (type) => {
  const answer = questionTypeFacts[type].example ?? 'es'

  it('has a field that shows its answer', () => {
    expect(heldBy(type, '')).not.toEqual([])
    expect(heldBy(type, answer)).not.toEqual(heldBy(type, ''))
  })

  it('shows its answer in the review', () => {
    const { container } = render(<AnswerText question={questionOf(type)} value={answer} language="en" />)
    expect(container.textContent).not.toBe('')
    expect(container.textContent).not.toBe('Not answered')
  })
})

it.each(['radio', 'radioWithFollowUp', 'contactLanguage', 'checkboxes', 'dropDown'] as const)(
  'aligns the choices of type %s with the direction of their language',
  (type) => {
    const field = { question: questionOf(type), label: 'Question?', value: '', error: undefined, disabled: false, onAnswer: () => {} }
    for (const [language, direction] of [
      ['ar', 'rtl'],
      ['en', 'ltr'],
    ] as const) {
      const { container, unmount } = render(<QuestionField {...field} language={language} />)
      expect(container.querySelector('input, select')?.closest('[dir]')?.getAttribute('dir')).toBe(direction)
      unmount()
    }
  },
)

it('shows a video without taking an answer', async () => {
  const field = { question: questionOf('youtube'), language: 'en', label: 'Question?', error: undefined, disabled: false }
  const { container } = render(<QuestionField {...field} value="" onAnswer={() => {}} />)
  expect(container.querySelectorAll('input, select, textarea')).toHaveLength(0)
  expect(await screen.findByRole('button')).toBeTruthy()
})
