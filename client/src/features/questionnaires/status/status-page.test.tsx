import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press, renderPage, type } from '../../../../test/render-page.tsx'
import { StatusPage } from './status-page.tsx'

it('a refusal takes the focus each time, so that it is seen above the form', async () => {
  await renderPage(<StatusPage />)
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error_id: 'NOT_FOUND', message: 'No.' }))
  type(/^Your personal number/, 'ABCD-EFGH-JKMNP')
  fireEvent.click(screen.getByRole('radio', { name: 'Email address' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Email address' }), { target: { value: 'mai@respondents.example' } })
  for (const _ of ['once', 'twice']) {
    screen.getByRole('button', { name: 'Show me' }).focus()
    await press('Show me')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('This number and this contact do not fit together.'))
  }
})

it.each([true, false])(
  'an answer that arrives after the page was left (%s) is shown to nobody; control: who stays sees it',
  async (left) => {
    await renderPage(<StatusPage />)
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => promise)
    type(/^Your personal number/, 'ABCD-EFGH-JKMNP')
    fireEvent.click(screen.getByRole('radio', { name: 'Email address' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Email address' }), { target: { value: 'mai@respondents.example' } })
    await press('Show me')
    if (left) await act(async () => void window.dispatchEvent(new Event('pagehide')))
    const data = {
      step: 'call',
      workshop: {
        name: 'spring',
        title: 'Spring day',
        titles: {},
        timeZone: 'America/Los_Angeles',
        eventDate: '2025-04-05',
        startTime: null,
        endTime: null,
        address: null,
      },
      seat: null,
    }
    await act(async () => resolve(Response.json({ success: true, data })))
    await act(async () => {})
    const isAsking = screen.queryByRole('button', { name: /^(Show me|One moment)/ }) !== null
    expect(isAsking).toBe(left)
  },
)
