import { fireEvent, screen } from '@testing-library/react'
import { answer, answersOf, entry, pageOf, questionnaire } from './respondents.ts'
import { renderPage } from './render-page.tsx'
import type { Calls } from './stubbed-link.ts'
import { LiveRegion } from '../src/ui/feedback/toast.tsx'
import { AllRespondentsPage } from '../src/features/responses/overview-pages.tsx'

// Unsaved text of another test is restored for the same decision, as intended.
export const emptyReason = () => fireEvent.change(screen.getByLabelText('Reason'), { target: { value: '' } })
/** The answers of the case: one red, one green, and one without a flag. */
export const red = answer({ identifier: 'taxesOwed', answerId: 31, originalValue: 'yes', initialFlag: 'red' })
export const green = answer({ identifier: 'arrested', answerId: 32 })
export const plain = answer({
  identifier: 'nickname',
  answerId: 33,
  originalValue: '',
  canBeFlagged: false,
  effectiveFlag: 'not-applicable',
})

/** A colleague's decision on the red answer. */
export const decided = {
  kind: 'answer',
  identifier: 'taxesOwed',
  flag: 'green',
  reason: 'Papers seen.',
  by: 'Ben Osei',
  outsideAgency: false,
  own: false,
  timestampUTC: '2025-04-01T09:00:00.000Z',
} as const

/** Returns the stubbed calls of the page with the case. */
export function caseCalls(more: Calls = {}): Calls {
  return {
    'workshops.getWorkshopList': () => [],
    'responses.getOverview': () => ({ total: 0, unassigned: 0, byFlag: [], byLanguage: [], byAgency: [], byDay: [] }),
    'responses.getAllResponses': () => pageOf([entry()]),
    'responses.getRespondentAnswerInfo': () => answersOf([green, red, plain]),
    'questionnaires.getQuestionnaireById': ({ code }) => questionnaire(code, ['taxesOwed', 'arrested', 'nickname']),
    ...more,
  }
}

/** Opens the only case on the page of all respondents. */
export async function openCase(more: Calls = {}) {
  const shown = (
    <>
      <AllRespondentsPage />
      <LiveRegion />
    </>
  )
  const page = await renderPage(shown, { as: 'adam', at: '/home/admin/response-overview/all', calls: caseCalls(more) })
  fireEvent.click(await screen.findByRole('button', { name: /^View/ }))
  await screen.findByRole('heading', { name: 'Red answers (1)' })
  await screen.findAllByText(/Question taxesOwed\?/)
  return page
}
