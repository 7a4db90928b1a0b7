import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { session } from '../api/session/session.ts'
import { announce, showToast } from '../ui/feedback/toast.tsx'
import { markHydrated } from './hydration.ts'
import { Shell } from './shell.tsx'

const toWorker = vi.fn<(message: object) => void>()
const register = vi.fn(async () => ({}))

beforeEach(() => {
  const value = { register, ready: Promise.resolve({ active: { postMessage: toWorker } }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
  vi.stubEnv('PROD', true)
  markHydrated()
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.clearAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('Shell caches the respondent pages on the device from the first one visited, even when coming from a staff page', async () => {
  await renderPage(<Shell>Sign in</Shell>, { at: '/authentication/sign-in' })
  await act(async () => {})
  expect(register).not.toHaveBeenCalled()
  fireEvent.click(screen.getAllByRole('link', { name: 'Home' })[0] ?? document.body)
  await waitFor(() => expect(toWorker).toHaveBeenCalledWith({ language: document.documentElement.lang }))
  expect(register).toHaveBeenCalledTimes(1)
})

it('Shell dismisses toasts and announcements when the session ends, because they may name a respondent', async () => {
  await renderPage(<Shell>Check-in</Shell>, { as: 'ana', at: '/home/agency/inprogress' })
  act(() => showToast('Mai Nguyen is no longer checked in.'))
  act(() => announce('Mai Nguyen, checked in'))
  expect(screen.getAllByText(/Mai Nguyen/)).toHaveLength(2)
  await act(async () => session.signOut())
  expect(screen.queryAllByText(/Mai Nguyen/)).toEqual([])
})
