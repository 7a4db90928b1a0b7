import type { Question, Questionnaire } from '@portico/shared/contract/questionnaires'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDropOff } from './use-drop-off.ts'

const questionnaire: Questionnaire = { id: 5, name: 'screening', version: 1, language: 'en', languages: ['en'], questions: [] }
const counting = { ...questionnaire, countsDropOff: true } as const
const sent = vi.fn<typeof fetch>()
beforeEach(() => {
  sent.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', sent)
})
afterEach(() => vi.unstubAllGlobals())

const asked = (identifier: string): Question => ({
  identifier,
  questionNumber: '1',
  questionType: 'input',
  questionText: identifier,
  required: false,
})
const step = (...identifiers: string[]) => ({ units: identifiers.map((identifier) => ({ question: asked(identifier) })) })
const kept = { keeping: 'device', transfer: undefined } as const

it('useDropOff reports the last question shown when the page is left, without cookies, and nothing once unmounted', () => {
  const initialProps: { shown: ReturnType<typeof step> | undefined } = { shown: step('fullName') }
  const { rerender, unmount } = renderHook(({ shown }) => useDropOff(counting, kept, shown), { initialProps })
  rerender({ shown: step('email', 'phone') })
  rerender({ shown: undefined })
  dispatchEvent(new Event('pagehide'))
  const body = JSON.stringify({ questionnaireId: 5, identifier: 'phone' })
  const request = { method: 'POST', body, credentials: 'omit', keepalive: true }
  expect(sent.mock.calls).toEqual([['/api/questionnaires/countDropOff', expect.objectContaining(request)]])
  unmount()
  dispatchEvent(new Event('pagehide'))
  expect(sent).toHaveBeenCalledTimes(1)
})

it.each([
  ['if drop-offs are not counted', questionnaire, kept, step('phone')],
  ['for a preview', counting, { ...kept, keeping: 'preview' } as const, step('phone')],
  ['for a draft that moved to another device', counting, { ...kept, transfer: 'moved' }, step('phone')],
  ['before a question was shown', counting, kept, undefined],
])('useDropOff reports nothing %s', (_what, shownOf, state, shown) => {
  renderHook(() => useDropOff(shownOf, state, shown))
  dispatchEvent(new Event('pagehide'))
  expect(sent).not.toHaveBeenCalled()
})
