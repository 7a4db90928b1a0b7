import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press, renderPage } from '../../../test/render-page.tsx'
import { YourDataPage } from './your-data-page.tsx'

const expired = 'This link has already been used, or it is too old. Please ask for a new one.'

beforeEach(() => history.replaceState(null, '', '/yourData#delete=a-link-from-an-email'))
afterEach(() => history.replaceState(null, '', '/'))

it('a link that no longer works leads to the form that asks for a new one, with the same wish', async () => {
  await renderPage(<YourDataPage />)
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error_id: 'INVALID_CODE', message: 'Used.' }))
  await press('Open my data')
  expect(await screen.findByText(expired)).toBeTruthy()
  expect(document.activeElement?.textContent).toContain(expired)
  expect(screen.getByRole('radio', { name: 'Delete everything about me' })).toHaveProperty('checked', true)
  expect(screen.getByRole('button', { name: 'Send me a link' })).toBeTruthy()
  expect(location.hash).toBe('')
})

it('a link that could not be opened for want of a connection can be opened again', async () => {
  await renderPage(<YourDataPage />)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await press('Open my data')
  expect(await screen.findByText('We cannot reach Portico. Check your connection and try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open my data' })).toBeTruthy()
  expect(location.hash).toBe('#delete=a-link-from-an-email')
})

it.each([true, false])('data that arrives after the page was left (%s) is shown to nobody; control: who stays sees it', async (left) => {
  await renderPage(<YourDataPage />)
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  await press('Open my data')
  if (left) await act(async () => void window.dispatchEvent(new Event('pagehide')))
  await act(async () => resolve(Response.json({ success: false, error_id: 'INTERNAL_ERROR', message: 'Portico failed.' })))
  expect(screen.queryByRole('button', { name: 'Send me a link' }) !== null).toBe(left)
})
