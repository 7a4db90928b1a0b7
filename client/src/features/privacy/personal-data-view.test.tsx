import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press, renderPage } from '../../../test/render-page.tsx'
import { PersonalDataView, type Visit } from './personal-data-view.tsx'

const data: Visit['data'] = {
  anonymousId: 'FXMC-TY6F-HG474',
  workshop: { title: 'Citizenship Day', eventDate: null },
  language: 'en',
  contactLanguage: 'en',
  submittedAt: '2026-11-21T20:00:00.000Z',
  checkedInAt: null,
  seatTime: null,
  waitingSince: null,
  stoppedAt: '2026-11-21T21:00:00.000Z',
  contact: { fullName: 'Mai Nguyen', email: 'mai@respondents.example', phoneNumber: null },
  answers: [],
  messages: [],
  replies: [],
  requests: [],
}

it.each([
  [429, 'TOO_MANY_REQUESTS', 'Please call us'],
  [200, 'INVALID_CODE', 'This link has already been used, or it is too old. Please ask for a new one.'],
])('a request that is refused with %s %s says what to do', async (status, error_id, text) => {
  await renderPage(<PersonalDataView visit={{ visit: 'visit', data }} wish="resume" />)
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error_id, message: 'Not now.' }, { status }))
  await press('Use my data again')
  expect(await screen.findByText(text)).toBeTruthy()
})
