import type { Account } from '@portico/shared/contract/admin'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, renderPage } from '../../../test/render-page.tsx'
import { pageOf } from '../../../test/respondents.ts'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { workshops } from '../../../test/workshops.ts'
import { AccountsPage } from './accounts-page.tsx'

describe('AccountsPage', () => {
  const account = (id: number, name: string, roles: Account['roles']): Account => ({
    id,
    name,
    email: `${name.toLowerCase()}@example.org`,
    purpose: '',
    roles,
    agencies: [],
    workshopNames: [],
    translates: [],
    signsOffTranslations: false,
    verified: true,
    version: 1,
    disabled: false,
  })
  const calls = (more: Calls = {}): Calls => ({
    'admin.getAccountList': () => pageOf([account(2, 'Rosa', ['ROOT_USER']), account(5, 'Vera', ['VOLUNTEERV1'])]),
    'admin.getInvitationList': () => [],
    'workshops.getWorkshopList': () => workshops,
    ...more,
  })

  it('does not let an admin change a root account', async () => {
    await renderPage(<AccountsPage />, { as: 'adam', calls: calls() })
    const row = within((await screen.findByRole('rowheader', { name: /Rosa/ })).closest('tr') as HTMLElement)
    expect(row.getByText('Only a root account can change it')).toBeDefined()
    expect(row.queryByRole('button')).toBeNull()
  })

  it('assigns workshops to a volunteer', async () => {
    const sent: unknown[] = []
    const more: Calls = {
      'admin.updateAccount': (input) => {
        sent.push(input)
        return account(5, 'Vera', ['VOLUNTEERV1'])
      },
    }
    await renderPage(<AccountsPage />, { as: 'adam', calls: calls(more) })
    fireEvent.click(await screen.findByRole('button', { name: /^Change ?Vera/ }))
    fireEvent.click(await screen.findByLabelText('Spring day'))
    await press('Save')
    await waitFor(() =>
      expect(sent).toEqual([
        {
          id: 5,
          ifVersion: 1,
          roles: ['VOLUNTEERV1'],
          agencyIds: [],
          workshopNames: ['spring_day'],
          translates: [],
          signsOffTranslations: false,
        },
      ]),
    )
  })

  it('disables an account only after confirmation, and shows a refusal', async () => {
    const sent: unknown[] = []
    const more: Calls = {
      'admin.updateAccount': (input) => {
        sent.push(input)
        throw new Refusal('LAST_ROOT', 'The last root account cannot be disabled or lose its role.')
      },
    }
    await renderPage(<AccountsPage />, { as: 'rosa', calls: calls(more) })
    fireEvent.click(await screen.findByRole('button', { name: /^Change ?Rosa/ }))
    await press('Disable the account')
    expect(sent).toEqual([])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Disable', hidden: true })))
    expect(await screen.findByText('The last root account cannot be disabled or lose its role.')).toBeDefined()
    expect(sent).toEqual([{ id: 2, disabled: true }])
  })
})
