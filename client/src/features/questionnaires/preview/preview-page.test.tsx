import { fireEvent, render, screen } from '@testing-library/react'
import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setLanguage } from '../../../words/language.ts'
import { PreviewPage } from './preview-page.tsx'

const draft: Questionnaire = {
  id: 4,
  version: 0,
  name: 'screening',
  language: 'en',
  languages: ['en'],
  questions: [
    {
      identifier: 'arrested',
      questionNumber: '1',
      questionText: 'Have you been arrested?',
      questionType: 'radioWithFollowUp',
      required: true,
      redFlagReason: 'An arrest can matter.',
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
      followUp: { identifier: 'more', showWhen: ['yes'] },
    },
    { identifier: 'more', questionNumber: '2', questionText: 'When and why?', questionType: 'input', required: true },
  ],
}

const calls: string[] = []
let stored: string[] = []

beforeEach(async () => {
  await setLanguage('en')
  calls.length = 0
  localStorage.setItem('portico.answer.fullName', 'somebody else')
  stored = Object.keys(localStorage)
  history.replaceState(null, '', '/preview#draft=secret')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    calls.push(`${new URL(address, 'http://here').pathname} ${body}`)
    const red = [{ identifier: 'arrested', reason: 'An arrest can matter.', guidance: 'Ask for court papers.' }]
    const data = address.includes('openReview') ? { questionnaire: draft, expiresAt: '2026-12-05T20:00:00Z' } : { flag: 'in-progress', red }
    return Response.json({ success: true, data })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('PreviewPage asks follow-ups as for respondents, shows the result of the rules, and stores nothing', async () => {
  render(<PreviewPage />)
  expect(await screen.findByText('Preview: nothing is stored', { selector: 'p' })).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  fireEvent.click(await screen.findByLabelText('Yes'))
  fireEvent.change(await screen.findByLabelText(/When and why/), { target: { value: 'In 2004' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  fireEvent.click(await screen.findByRole('button', { name: /^Send/ }))
  expect(await screen.findByText('Why: An arrest can matter.')).toBeDefined()
  expect(screen.getByText('To find out: Ask for court papers.')).toBeDefined()
  expect(Object.keys(localStorage)).toEqual(stored)
  expect(localStorage.getItem('portico.answer.fullName')).toBe('somebody else')
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['/api/questionnaires/openReview', '/api/questionnaires/judgeReview'])
  expect(calls[1]).toContain('"answers":{"arrested":"yes","more":"In 2004"}')
  fireEvent.click(screen.getByRole('button', { name: 'Answer again' }))
  expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined()
})

it('PreviewPage shows all questions as written by their author', async () => {
  render(<PreviewPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Read all questions' }))
  expect(await screen.findByText('An arrest can matter.')).toBeDefined()
  expect(screen.getByText('Asks more when the answer is yes')).toBeDefined()
})
