import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, renderPage, type } from '../../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../../test/stubbed-link.ts'
import { AgenciesPage } from './agencies-page.tsx'

describe('AgenciesPage', () => {
  it('creates an agency, and shows a duplicate name as an error of the name field', async () => {
    const calls: Calls = {
      'agency.getAgencyDetails': () => [],
      'agency.saveAgency': (saved) => {
        expect(saved).toMatchObject({ waitingAmberDays: 2, waitingRedDays: 7 })
        throw new Refusal('INVALID_REQUEST', 'There is already an agency of this name.')
      },
    }
    await renderPage(<AgenciesPage />, { as: 'adam', calls })
    await press('New agency')
    type('Name', 'North Valley Legal Aid')
    type('Amber after', '2')
    await press('Save agency')
    const field = await screen.findByLabelText('Name')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('There is already an agency of this name.')).toBeDefined()
  })
})
