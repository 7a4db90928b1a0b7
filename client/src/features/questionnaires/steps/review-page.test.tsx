import { fireEvent, render, screen } from '@testing-library/react'
import type { Question } from '@portico/shared/contract/questionnaires'
import { describe, expect, it, vi } from 'vitest'
import { Draft } from '../draft/draft.ts'
import { todayHere } from '../fields/fault-words.ts'
import { ReviewPage } from './review-page.tsx'

const consent = 'I am under 18. My parent or guardian agrees that I send these answers.'
const question: Question = {
  identifier: 'dateOfBirth',
  questionNumber: '1',
  questionText: 'When were you born?',
  questionType: 'date',
  required: true,
}

function visit(dateOfBirth: string, language = 'en') {
  const onSend = vi.fn()
  const nothing = () => {}
  render(
    <ReviewPage
      units={[{ question }]}
      state={{ ...Draft.preview({ id: 1, name: 'screening' }).state(), answers: { dateOfBirth } }}
      language={language}
      faults={{}}
      refusal={undefined}
      note={null}
      onAll={nothing}
      onLeave={undefined}
      onChange={nothing}
      onBack={nothing}
      onSend={onSend}
      onStartAgain={nothing}
    />,
  )
  return { onSend, send: () => fireEvent.click(screen.getByRole('button', { name: 'Send my answers' })) }
}

const bornYearsAgo = (years: number) => `${Number(todayHere().slice(0, 4)) - years}-01-01`

describe('ReviewPage', () => {
  it('requires the consent of a parent from a respondent under 18', () => {
    const { onSend, send } = visit(bornYearsAgo(17))
    send()
    expect(onSend).not.toHaveBeenCalled()
    const box = screen.getByRole('checkbox', { name: consent })
    expect(document.activeElement).toBe(box)
    expect(screen.getByText('You are under 18. Ask your parent or guardian first, then check this box.')).toBeTruthy()
    fireEvent.click(box)
    send()
    expect(onSend.mock.calls).toEqual([[true]])
  })

  it('requires no consent from an adult', () => {
    const { onSend, send } = visit(bornYearsAgo(19))
    expect(screen.queryByRole('checkbox')).toBeNull()
    send()
    expect(onSend.mock.calls).toEqual([[]])
  })

  it.each([
    ['en', 'ltr'],
    ['fa', 'rtl'],
  ])('aligns answers with their questions in %s', (language, direction) => {
    visit(bornYearsAgo(40), language)
    expect(screen.getByText(/^Jan/).closest('dd')?.getAttribute('dir')).toBe(direction)
  })
})
