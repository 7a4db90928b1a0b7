import { fireEvent, screen } from '@testing-library/react'
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
