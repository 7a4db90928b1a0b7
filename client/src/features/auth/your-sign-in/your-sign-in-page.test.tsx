import type { MySignIn, SessionList } from '@portico/shared/contract/sign-in'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../../test/stubbed-link.ts'
import { SecondFactorNotice } from '../../../layout/second-factor-notice.tsx'
import { YourSignInPage } from './your-sign-in-page.tsx'

const at = '2025-04-05T17:30:00.000Z'
const without: MySignIn = { passkeysWork: false, passkeys: [], authenticator: null, recoveryCodesLeft: 0 }
const withApp: MySignIn = { ...without, authenticator: { addedAt: at, lastUsedAt: null }, recoveryCodesLeft: 2 }
const sessions: SessionList = [
  { id: '7f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c11', browser: 'Firefox on Windows', startedAt: at, lastSeenAt: at, current: true },
  { id: '8f0c2c5e-0a7e-4a57-b0a6-4f6f1a3f9c12', browser: 'Safari on iPhone', startedAt: at, lastSeenAt: at, current: false },
]
const calls = (signIn: MySignIn, more: Calls = {}): Calls => ({
  'auth.mySignIn.getSignIn': () => signIn,
  'auth.mySignIn.getSessionList': () => sessions,
  ...more,
})
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

describe('a change that requires reauthentication', () => {
  it.each([
    ['the password if there is no second factor', without, 'Password', { password: 'given' }],
    ['a code if there is one', withApp, 'Code', { code: 'given' }],
  ])('asks for %s, then makes the change', async (_what, signIn, label, proof) => {
    const proofs: unknown[] = []
    let ended = 0
    await renderPage(<YourSignInPage />, {
      as: 'ana',
      calls: calls(signIn, {
        'auth.mySignIn.endSession': () => {
          if (proofs.length === 0) throw new Refusal('REAUTHENTICATION_REQUIRED', 'Confirm first that it is you.')
          ended += 1
          return {}
        },
        'auth.mySignIn.reauthenticate': (given) => {
          proofs.push(given)
          return {}
        },
      }),
    })
    await press('End the session of Safari on iPhone')
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value: 'given' } })
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' })))
    await waitFor(() => expect(ended).toBe(1))
    expect(proofs).toEqual([proof])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the dialog open after a wrong password, and makes no change when cancelled', async () => {
    let tries = 0
    await renderPage(<YourSignInPage />, {
      as: 'ana',
      calls: calls(without, {
        'auth.mySignIn.endSession': () => {
          tries += 1
          throw new Refusal('REAUTHENTICATION_REQUIRED', 'Confirm first that it is you.')
        },
        'auth.mySignIn.reauthenticate': () => {
          throw new Refusal('WRONG_PASSWORD', 'That password is wrong.')
        },
      }),
    })
    await press('End the session of Safari on iPhone')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'wrong' } })
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' })))
    expect(await within(dialog).findByText('That password is wrong.')).toBeDefined()
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(tries).toBe(1)
    expect(screen.getByText('Safari on iPhone')).toBeDefined()
  })
})

describe('YourSignInPage', () => {
  it('shows new recovery codes once, and how many are left', async () => {
    await renderPage(<YourSignInPage />, {
      as: 'ana',
      calls: calls(withApp, { 'auth.mySignIn.createRecoveryCodes': () => ({ recoveryCodes: ['AAAA-BBBB-CCCC'] }) }),
    })
    expect(await screen.findByText('2 codes are left.')).toBeDefined()
    await press('Create new codes')
    await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create new codes' })))
    expect(await screen.findByText('AAAA-BBBB-CCCC')).toBeDefined()
    await press('I have saved them')
    expect(screen.queryByText('AAAA-BBBB-CCCC')).toBeNull()
  })

  it('explains why an authenticator app cannot be removed', async () => {
    const last = 'Your role needs a second step. Add another one before you remove this one.'
    const refuse = () => {
      throw new Refusal('LAST_SECOND_FACTOR', last)
    }
    await renderPage(<YourSignInPage />, { as: 'ana', calls: calls(withApp, { 'auth.mySignIn.removeAuthenticator': refuse }) })
    await press('Remove the authenticator app')
    await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' })))
    expect(await screen.findByText(last)).toBeDefined()
  })

  it('says when passkeys are not supported', async () => {
    await renderPage(<YourSignInPage />, { as: 'ana', calls: calls(without) })
    expect(await screen.findByText(/Passkeys do not work at this address or in this browser/)).toBeDefined()
  })
})

describe('SecondFactorNotice', () => {
  it.each([
    [{ dueAt: null, overdue: false }, /^$/, '/home/agency/inprogress'],
    [{ dueAt: at, overdue: false }, /Set one up before/, '/home/agency/inprogress'],
    [{ dueAt: at, overdue: true }, /then you can go on/, '/home/sign-in'],
  ])('for %o shows %s at %s', async (requirement, text, address) => {
    let requests = false
    const answer = () => {
      requests = true
      return requirement
    }
    const page = await renderPage(<SecondFactorNotice />, {
      as: 'ana',
      at: '/home/agency/inprogress',
      calls: { 'auth.mySignIn.getRequirement': answer },
    })
    await waitFor(() => expect([requests, page.address()]).toEqual([true, address]))
    await waitFor(() => expect(page.container.textContent).toMatch(text))
  })
})
