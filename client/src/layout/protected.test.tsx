import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { profiles } from '../../test/profiles.ts'
import { renderPage } from '../../test/render-page.tsx'
import { session } from '../api/session/session.ts'
import { Protected } from './protected.tsx'

const page = (
  <Protected roles={['AGENCY']}>
    <label>
      Reason <input />
    </label>
  </Protected>
)

describe('Protected', () => {
  it('shows its children to accounts with one of its roles', async () => {
    const { address } = await renderPage(page, { as: 'ana', at: '/home/agency/inprogress' })
    expect(screen.getByLabelText('Reason')).toBeTruthy()
    expect(address()).toBe('/home/agency/inprogress')
  })

  it.each(['vera', 'adam', undefined] as const)('shows nothing to %s and redirects to the sign-in page', async (person) => {
    const { address } = await renderPage(page, { as: person, at: '/home/agency/inprogress' })
    expect(screen.queryByLabelText('Reason')).toBeNull()
    expect(address()).toBe('/authentication/sign-in')
  })

  it('redirects to the given fallback instead', async () => {
    const { address } = await renderPage(<Protected fallback="/about">Secret</Protected>, { at: '/home' })
    expect(address()).toBe('/about')
  })

  it('keeps input while the session is refreshed, and redirects when it ends', async () => {
    const { address } = await renderPage(page, { as: 'ana', at: '/home/agency/inprogress' })
    screen.getByLabelText<HTMLInputElement>('Reason').value = 'Traffic ticket only'
    let refreshed: Promise<boolean> | undefined
    act(() => {
      refreshed = session.refresh()
    })
    expect(session.state().status).toBe('refreshing')
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Traffic ticket only')
    await act(async () => {
      await refreshed
    })
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Traffic ticket only')
    await act(() => session.signOut())
    expect(address()).toBe('/authentication/sign-in')
  })
})

describe('Protected while the session begins', () => {
  beforeEach(() => vi.resetModules())

  it('shows Loading... and then the page', async () => {
    let answer = (_response: Response) => {}
    vi.stubGlobal('fetch', (path: string) => {
      if (path === '/api/getMyProfile') return Promise.resolve(Response.json(profiles.ana))
      return new Promise<Response>((resolve) => {
        answer = resolve
      })
    })
    const fresh = await import('./protected.tsx')
    const { hook } = memoryLocation({ path: '/home/agency/inprogress' })
    render(
      <Router hook={hook}>
        <fresh.Protected roles={['AGENCY']}>The panel</fresh.Protected>
      </Router>,
    )
    expect(screen.getByRole('status').textContent).toBe('Loading...')
    await act(async () => answer(Response.json({ accessToken: 'token' })))
    expect(await screen.findByText('The panel')).toBeTruthy()
  })
})
