import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberPage, rememberReader, takeReturnPage } from '../../layout/navigation/return-page.ts'
import { renderPage, type } from '../../../test/render-page.tsx'
import { Refusal } from '../../../test/stubbed-link.ts'
import { RegistrationPage, RegistrationSuccessPage } from './registration-page.tsx'
import { ForgotPasswordPage } from './password/forgot-password-page.tsx'
import { ResetPasswordPage } from './password/reset-password-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { VerifyEmailPage } from './verify-email-page.tsx'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('SignInPage', () => {
  it('prefills the seed credentials and warns about them', async () => {
    await renderPage(<SignInPage />, {
      calls: { 'auth.getOverriddenCredentials': () => ({ email: 'adam@portico.example', password: 'portico-seed' }) },
    })
    expect(await screen.findByText('Warning! Currently using overridden credentials!')).toBeDefined()
    expect(screen.getByDisplayValue('adam@portico.example')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Welcome' })).toBeDefined()
  })

  it('shows no warning and an empty form without seed credentials, and requires both fields', async () => {
    await renderPage(<SignInPage />, { calls: { 'auth.getOverriddenCredentials': () => null } })
    expect(screen.queryByText(/overridden credentials/)).toBeNull()
    press('Login')
    expect((await screen.findAllByText(/Required/)).length).toBeGreaterThanOrEqual(2)
  })
})

describe('SignInPage after a session that ended on a staff page', () => {
  const ended = 'Your session has ended. Log in to return to your page.'
  afterEach(() => void takeReturnPage(7))

  it('says so', async () => {
    rememberReader(7)
    rememberPage('/home/agency/inprogress')
    await renderPage(<SignInPage />, { calls: { 'auth.getOverriddenCredentials': () => null } })
    expect(screen.getByText(ended)).toBeDefined()
  })

  it('control: says nothing to somebody who was not signed in', async () => {
    rememberPage('/home/agency/inprogress')
    await renderPage(<SignInPage />, { calls: { 'auth.getOverriddenCredentials': () => null } })
    expect(screen.queryByText(ended)).toBeNull()
  })
})

describe('SignInPage when the seed credentials arrive late', () => {
  const seed = { email: 'adam@portico.example', password: 'portico-seed' }
  const shown = () => ['Email', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

  /** Renders the page before the server has answered; `answer` resolves the pending call. */
  async function waitingPage() {
    const suggestion = Promise.withResolvers<typeof seed>()
    await renderPage(<SignInPage />, { calls: { 'auth.getOverriddenCredentials': () => suggestion.promise } })
    return {
      answer: async () => {
        await act(async () => suggestion.resolve(seed))
        await screen.findByText('Warning! Currently using overridden credentials!')
      },
    }
  }

  it('control: prefills an untouched form', async () => {
    const page = await waitingPage()
    await page.answer()
    expect(shown()).toEqual([seed.email, seed.password])
  })

  const emptied = () => {
    type('Email', 'ben@')
    type('Email', '')
  }

  it.each<[begun: string, begin: () => void, left: [email: string, password: string]]>([
    ['filled in', () => type('Email', 'ben@'), ['ben@', '']],
    ['started with the password', () => type('Password', 'portico'), ['', 'portico']],
    ['filled in and cleared', emptied, ['', '']],
    ['only focused', () => screen.getByLabelText('Email').focus(), ['', '']],
  ])('does not overwrite a form that was %s', async (_, begin, left) => {
    const page = await waitingPage()
    await act(async () => begin())
    await page.answer()
    expect(shown()).toEqual(left)
  })

  it('keeps the errors of a failed attempt', async () => {
    const page = await waitingPage()
    await act(async () => press('Login'))
    await page.answer()
    expect(shown()).toEqual(['', ''])
    expect(screen.getByRole('alert').querySelectorAll('a')).toHaveLength(2)
  })
})

describe('RegistrationPage', () => {
  const works = { 'auth.checkLink': () => ({}) }
  const fill = async () => {
    await screen.findByLabelText('Name')
    type('Name', 'Mara Quist')
    type('Password', 'correct horse')
    type('Confirm password', 'correct horse')
  }

  it('reports mismatched passwords at both fields', async () => {
    await renderPage(<RegistrationPage token="t" />, { calls: works })
    await fill()
    type('Confirm password', 'another horse')
    press('Register')
    expect((await screen.findAllByText('Does not match')).length).toBeGreaterThanOrEqual(2)
  })

  it('reports too short and mismatched passwords together, at both fields', async () => {
    await renderPage(<RegistrationPage token="t" />, { calls: works })
    await fill()
    type('Password', 'short')
    type('Confirm password', 'other')
    press('Register')
    await screen.findByRole('alert')
    for (const label of ['Password', 'Confirm password']) {
      const described = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
      expect(document.getElementById(described)?.textContent).toBe('Must have a length of at least 8. Does not match')
    }
  })

  it('does not submit on Shift+Enter', async () => {
    await renderPage(<RegistrationPage token="t" />, { calls: works })
    const field = await screen.findByLabelText('Confirm password')
    expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(false)
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
  })

  it.each([
    ['INVALID_CODE', 'used', 'This registration link has already been used'],
    ['INVALID_REQUEST', 'This invitation was withdrawn.', 'This invitation was withdrawn.'],
    ['ACCOUNT_EXISTS', 'There is one.', 'Unexpected error: {"error_id":"ACCOUNT_EXISTS","message":"There is one."}'],
  ] as const)('explains a refusal with %s', async (id, message, shown) => {
    const refuse = () => {
      throw new Refusal(id, message)
    }
    await renderPage(<RegistrationPage token="t" />, { calls: { ...works, 'auth.register.local': refuse } })
    await fill()
    press('Register')
    expect(await screen.findByText(shown)).toBeDefined()
  })

  it('redirects to the success page', async () => {
    const page = await renderPage(<RegistrationPage token="t" />, { calls: { ...works, 'auth.register.local': () => ({}) } })
    await fill()
    press('Register')
    await expect.poll(() => page.address()).toBe('/authentication/registration/success')
  })

  describe('of the first account', () => {
    beforeEach(() => history.replaceState(null, '', '#first-account'))
    afterEach(() => history.replaceState(null, '', '#'))

    it.each([
      ['Rosa Real', '/authentication/registration/success#first-account'],
      ['rosa@example.org', '/authentication/registration/success'],
    ])('says with which address %s signs in', async (name, address) => {
      const page = await renderPage(<RegistrationPage token="t" />, { calls: { ...works, 'auth.register.local': () => ({}) } })
      await fill()
      expect(screen.getByText(/you sign in as root@portico\.invalid\.$/)).toBeDefined()
      type('Name', name)
      press('Register')
      await expect.poll(() => page.address()).toBe(address)
    })

    it('asks nobody without an address to verify an email', async () => {
      await renderPage(<RegistrationSuccessPage />, { calls: {} })
      expect(screen.getByText('You can log in now, with the email root@portico.invalid and your password.')).toBeDefined()
      expect(screen.queryByText('Please check your email to verify your email.')).toBeNull()
      expect(screen.getByRole('link', { name: 'Login' })).toBeDefined()
    })
  })

  it('explains the next step after registration', async () => {
    await renderPage(<RegistrationSuccessPage />, { calls: {} })
    expect(screen.getByText('STEP 1 Completed! You have successfully created an account')).toBeDefined()
    expect(screen.getByText('Please check your email to verify your email.')).toBeDefined()
  })
})

describe('ForgotPasswordPage', () => {
  it('solves the challenge of a rate-limited request', async () => {
    const given: unknown[] = []
    const begin = (input: { readonly proof?: string }) => {
      given.push(input)
      if (input.proof === undefined) throw new Refusal('TOO_MANY_REQUESTS', 'Wait.', { challenge: 'v1.1.9.a.b' })
      return {}
    }
    const page = await renderPage(<ForgotPasswordPage />, { calls: { 'auth.beginResetPassword': begin } })
    type('Email', 'ben@portico.example')
    press('Send the link')
    await expect.poll(() => page.address()).toBe('/authentication/forgot-password/success')
    const email = 'ben@portico.example'
    expect(given).toEqual([{ email }, { email, proof: expect.stringMatching(/^v1\.1\.9\.a\.b:\d+$/) }])
  })
})

describe('a link that does not work', () => {
  const refuse = () => {
    throw new Refusal('INVALID_CODE', 'This link has already been used or has expired. Ask for a new one.')
  }

  it.each([
    ['registration', RegistrationPage, 'This registration link has already been used'],
    ['reset', ResetPasswordPage, 'This reset password link has already been used'],
    ['verification', VerifyEmailPage, 'This link has already been used or has expired. Ask for a new one.'],
  ])('is reported before the form of the %s page is shown', async (_, LinkPage, sentence) => {
    await renderPage(<LinkPage token="t" />, { calls: { 'auth.checkLink': refuse } })
    expect(await screen.findByText(sentence)).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /Register|Set password|Verify/ })).toBeNull()
  })

  it('control: the form is shown when the link could not be checked', async () => {
    const fail = () => {
      throw new Refusal('UNAVAILABLE', '')
    }
    await renderPage(<RegistrationPage token="t" />, { calls: { 'auth.checkLink': fail } })
    expect(await screen.findByLabelText('Name')).toBeDefined()
  })
})

describe('PasswordAdvice', () => {
  it.each([
    ['sunshine', 'Very weak', 'Choose a password that is harder to guess: this one is among the most common.'],
    ['abababab', 'Very weak', 'Choose a password that does not repeat the same few characters.'],
    ['Mara Quist', 'Very weak', 'Choose a password that is not your name or your email address.'],
    ['correct horse battery staple', 'Strong', undefined],
  ])('rates %s as %s', async (password, level, advice) => {
    await renderPage(<RegistrationPage token="t" />, { calls: { 'auth.checkLink': () => ({}) } })
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mara Quist' } })
    type('Password', password)
    expect(await screen.findByText(`Strength: ${level}`)).toBeDefined()
    if (advice) expect(screen.getByText(advice)).toBeDefined()
    else expect(screen.queryByText(/^Choose|^Add/)).toBeNull()
  })

  it('control: shows nothing below eight characters', async () => {
    await renderPage(<RegistrationPage token="t" />, { calls: { 'auth.checkLink': () => ({}) } })
    fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'short' } })
    expect(screen.queryByText(/^Strength/)).toBeNull()
  })
})

describe('a link without a token', () => {
  it('redirects registration and password reset to the landing page', async () => {
    const registration = await renderPage(<RegistrationPage token="" />, { at: '/authentication/registration/', calls: {} })
    await expect.poll(() => registration.address()).toBe('/')
    registration.unmount()
    const reset = await renderPage(<ResetPasswordPage token="" />, { at: '/authentication/reset-password/', calls: {} })
    await expect.poll(() => reset.address()).toBe('/')
  })

  it('is reported on the verification page', async () => {
    await renderPage(<VerifyEmailPage token="" />, { calls: {} })
    expect(screen.getByText('No token specified')).toBeDefined()
  })
})
