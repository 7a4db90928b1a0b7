import type { Invitation } from '@portico/shared/contract/admin'
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, renderPage, type } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { agencies, workshops } from '../../../test/workshops.ts'
import { CreateAccountPage } from './create-account-page.tsx'

const invitation: Invitation = {
  id: 3,
  email: 'pending@example.org',
  account: 'agency',
  purpose: '',
  agency: { id: 7, name: 'North Valley Legal Aid' },
  workshopNames: [],
  translates: [],
  invitedBy: 'Rosa Ruiz',
  sentAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-11-23T18:00:00.000Z',
  works: true,
}

describe('CreateAccountPage', () => {
  function calls(more: Calls = {}): Calls {
    return {
      'admin.registrationOptions': () => ({ accountFlavors: ['volunteer', 'simple-agency'] }),
      'admin.getInvitationList': () => [],
      'agency.getAllAgencies': () => agencies,
      'workshops.getWorkshopList': () => workshops,
      ...more,
    }
  }

  it('offers only the account types that the server allows, volunteer first', async () => {
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls() })
    const choice = await screen.findByLabelText('Account type')
    expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Volunteer', 'Agency'])
    expect(choice).toHaveProperty('value', 'volunteer')
  })

  it('shows Loading... until the options arrive, then says that the user may create no accounts', async () => {
    let answer: (options: { accountFlavors: [] }) => void = () => {}
    const waiting = new Promise<{ accountFlavors: [] }>((resolve) => {
      answer = resolve
    })
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls({ 'admin.registrationOptions': () => waiting }) })
    expect(screen.getByText('Loading...')).toBeDefined()
    await act(async () => answer({ accountFlavors: [] }))
    expect(await screen.findByText('Not authorized to create users')).toBeDefined()
  })

  it.each([
    ['keeps what was typed while the request was in flight', 'next@example.org'],
    ['control: is empty if nothing was typed', undefined],
  ])('form after sending: %s', async (_what, next) => {
    const answer = Promise.withResolvers<{ emailSuccess: boolean }>()
    const more: Calls = { 'admin.generateRegistrationLink': () => answer.promise }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls(more) })
    await screen.findByLabelText('Account type')
    type('Email', 'new@example.org')
    type('Purpose (optional)', 'Saturday')
    await press('Send registration link')
    if (next) type('Email', next)
    await act(async () => answer.resolve({ emailSuccess: true }))
    expect(await screen.findByText(/new@example.org can register/)).toBeDefined()
    expect(
      [screen.getByLabelText('Email'), screen.getByLabelText('Purpose (optional)')].map((field) => 'value' in field && field.value),
    ).toEqual([next ?? '', ''])
  })

  it('requires an agency for an agency account', async () => {
    const sent: unknown[] = []
    const more: Calls = {
      'admin.generateRegistrationLink': (input) => {
        sent.push(input)
        return { emailSuccess: true }
      },
    }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls(more) })
    await screen.findByLabelText('Account type')
    type('Account type', 'agency')
    type('Email', 'new@example.org')
    expect((await screen.findByLabelText('Agency')).querySelector('option')?.textContent).toBe('Please select')
    await press('Send registration link')
    expect(await screen.findByText('Required')).toBeDefined()
    await screen.findByRole('option', { name: 'Bay Immigration Partners' })
    type('Agency', '8')
    await press('Send registration link')
    expect(await screen.findByText('The link is on its way.')).toBeDefined()
    expect(sent).toEqual([{ account: 'agency', email: 'new@example.org', purpose: '', agencyId: 8 }])
    expect(screen.getByLabelText('Account type')).toHaveProperty('value', 'volunteer')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', '')
  })

  it.each([
    ['', 'Required'],
    ['nobody', /Enter an email address/],
  ])('rejects %j as an email address', async (email, message) => {
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls() })
    await screen.findByLabelText('Account type')
    type('Email', email)
    await press('Send registration link')
    expect(await screen.findByText(message)).toBeDefined()
  })

  it('reports an unexpected error and keeps the input when the email was not sent', async () => {
    await renderPage(<CreateAccountPage />, {
      as: 'adam',
      calls: calls({ 'admin.generateRegistrationLink': () => ({ emailSuccess: false }) }),
    })
    await screen.findByLabelText('Account type')
    type('Email', 'new@example.org')
    await press('Send registration link')
    expect(await screen.findByText('Unexpected error')).toBeDefined()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'new@example.org')
  })

  it('shows a refusal unchanged', async () => {
    const refuse = () => {
      throw new Refusal('ACCOUNT_EXISTS', 'There is one.')
    }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls({ 'admin.generateRegistrationLink': refuse }) })
    await screen.findByLabelText('Account type')
    type('Email', 'ana@example.org')
    await press('Send registration link')
    expect(await screen.findByText('{"error_id":"ACCOUNT_EXISTS","message":"There is one."}')).toBeDefined()
  })

  it('shows only the latest outcome: a success or a refusal', async () => {
    const answer = ({ email }: { email: string }) => {
      if (email === 'three@example.org') throw new Refusal('ACCOUNT_EXISTS', 'There is one.')
      return { emailSuccess: true }
    }
    const more: Calls = { 'admin.generateRegistrationLink': answer }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls(more) })
    await screen.findByLabelText('Account type')
    for (const email of ['one@example.org', 'two@example.org']) {
      type('Email', email)
      await press('Send registration link')
      expect(await screen.findByText(new RegExp(`^${email} can register`))).toBeDefined()
      expect(screen.getAllByText('The link is on its way.')).toHaveLength(1)
    }
    type('Email', 'three@example.org')
    await press('Send registration link')
    expect(await screen.findByText(/ACCOUNT_EXISTS/)).toBeDefined()
    expect(screen.queryByText('The link is on its way.')).toBeNull()
  })

  it('warns before sending that the new invitation replaces a pending one', async () => {
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls({ 'admin.getInvitationList': () => [invitation] }) })
    await screen.findByLabelText('Account type')
    type('Email', 'someone@example.org')
    expect(screen.queryByText(/has invited this address/)).toBeNull()
    type('Email', ' Pending@example.org')
    expect(await screen.findByText(/^Rosa Ruiz has invited this address as Agency/)).toBeDefined()
  })
})
