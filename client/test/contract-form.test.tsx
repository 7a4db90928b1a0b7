import { act, fireEvent, screen } from '@testing-library/react'
import { registration } from '@portico/shared/contract/auth'
import { useLayoutEffect, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPage } from './render-page.tsx'
import { Refusal } from './stubbed-link.ts'
import { Form } from '../src/ui/form.tsx'
import { PasswordField } from '../src/ui/fields/password-field.tsx'
import { SubmitButton } from '../src/ui/submit-button.tsx'
import { TextField } from '../src/ui/fields/text-field.tsx'
import { CallError } from '../src/api/rest.ts'
import { useContractForm, type Explain } from '../src/api/use-contract-form.ts'

interface Answers {
  token: string
  name: string
  password: string
  confirmPassword: string
}

function RegistrationForm({ submit, explain }: { submit: (values: Answers) => unknown; explain?: Explain<Answers> }) {
  const form = useContractForm(registration, { name: '', password: '', confirmPassword: '', token: 'a-token' }, submit, explain)
  return (
    <Form form={form}>
      <TextField label="Name" {...form.field('name')} />
      <PasswordField label="Password" {...form.field('password')} />
      <PasswordField label="Confirm password" {...form.field('confirmPassword')} />
      <SubmitButton form={form} busyLabel="Submitting">
        Register
      </SubmitButton>
    </Form>
  )
}

async function fillIn(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /Register|Submitting/ })))
}

const good = { Name: 'Ana Reyes', Password: 'long enough', 'Confirm password': 'long enough' }

function errorOf(label: string): string {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** A form with a button that suggests values; used with a user who types as soon as it appears. */
function SuggestingForm({ onSuggested }: { onSuggested?: (shown: string) => void }) {
  const form = useContractForm(registration, { name: '', password: '', confirmPassword: '', token: 'a-token' }, () => undefined)
  return (
    <>
      <Form form={form}>
        <TextField label="Name" {...form.field('name')} />
      </Form>
      <button
        onClick={() => {
          form.suggest({ name: 'Suggested', password: '', confirmPassword: '', token: 'a-token' })
          onSuggested?.(screen.getByLabelText<HTMLInputElement>('Name').value)
        }}
      >
        Suggest
      </button>
    </>
  )
}

function TypedAtOnce({ text, children }: { text: string; children: ReactNode }) {
  useLayoutEffect(() => {
    if (text !== '') fireEvent.change(screen.getByLabelText('Name'), { target: { value: text } })
  }, [text])
  return children
}

it.each([
  ['keeps what was typed before they arrived', 'Ana', 'Ana'],
  ['control: takes them if nothing was typed', '', 'Suggested'],
])('a form that receives values after rendering %s', async (_what, typed, left) => {
  await renderPage(
    <TypedAtOnce text={typed}>
      <SuggestingForm />
    </TypedAtOnce>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Suggest' })))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(left)
})

it('a form shows a suggestion synchronously, so that the user cannot begin in between', async () => {
  const shown: string[] = []
  await renderPage(<SuggestingForm onSuggested={(name) => shown.push(name)} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Suggest' })))
  expect(shown).toEqual(['Suggested'])
})

describe('useContractForm', () => {
  it('passes the parsed values to submit', async () => {
    const sent: Answers[] = []
    await renderPage(<RegistrationForm submit={(values) => sent.push(values)} />)
    await fillIn({ ...good, Name: '  Ana Reyes ' })
    expect(sent).toEqual([{ token: 'a-token', name: 'Ana Reyes', password: 'long enough', confirmPassword: 'long enough' }])
  })

  it('shows each error at its field and in a summary with links, and does not submit', async () => {
    const sent: Answers[] = []
    await renderPage(<RegistrationForm submit={(values) => sent.push(values)} />)
    await fillIn({ Name: '', Password: 'long enough', 'Confirm password': 'something else' })
    expect(sent).toEqual([])
    expect(errorOf('Name')).toBe('Required')
    expect(errorOf('Password')).toBe('Does not match')
    expect(errorOf('Confirm password')).toBe('Does not match')
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    expect(summary.textContent).toContain('Fix 3 fields')
    fireEvent.click(screen.getByRole('link', { name: 'Name: Required' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  it('focuses the only invalid field', async () => {
    await renderPage(<RegistrationForm submit={() => undefined} />)
    await fillIn({ ...good, Name: '' })
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the focus while typing after an error', async () => {
    await renderPage(<RegistrationForm submit={() => undefined} />)
    await fillIn({ Name: '', Password: 'short', 'Confirm password': 'short' })
    const name = screen.getByLabelText('Name')
    name.focus()
    await act(async () => fireEvent.change(name, { target: { value: 'Ana' } }))
    expect(document.activeElement).toBe(name)
    expect(errorOf('Name')).toBe('')
  })

  it('ignores a second submission while the first is running, and shows progress', async () => {
    let sent = 0
    let finish = () => {}
    const submit = () => {
      sent += 1
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    }
    await renderPage(<RegistrationForm submit={submit} />)
    await fillIn(good)
    const button = screen.getByRole('button', { name: 'Submitting' })
    await act(async () => fireEvent.click(button))
    await act(async () => fireEvent.submit(screen.getByLabelText('Name')))
    expect(sent).toBe(1)
    await act(async () => finish())
    expect(screen.getByRole('button', { name: 'Register' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('shows the issues of a 422 at their fields', async () => {
    const submit = () => {
      throw new Refusal('VALIDATION_ERROR', 'Some fields are not valid.', {
        httpStatus: 422,
        issues: [{ path: ['name'], code: 'custom', message: 'Required' }],
      })
    }
    await renderPage(<RegistrationForm submit={submit} />)
    await fillIn(good)
    expect(errorOf('Name')).toBe('Required')
  })

  it('shows an issue of a field that is not on the screen, too', async () => {
    const submit = () => {
      throw new Refusal('VALIDATION_ERROR', '', { httpStatus: 422, issues: [{ path: ['purpose'], code: 'custom', message: 'Too long' }] })
    }
    await renderPage(<RegistrationForm submit={submit} />)
    await fillIn(good)
    expect(screen.getByRole('alert').textContent).toBe('Too long')
  })

  it('shows a refusal with its own message, or as `explain` says', async () => {
    let id: 'INVALID_CODE' | 'ACCOUNT_EXISTS' = 'ACCOUNT_EXISTS'
    const submit = () => {
      throw new Refusal(id, 'From the server.')
    }
    const explain: Explain<Answers> = (failure) =>
      failure.id === 'INVALID_CODE' ? { field: 'name', message: 'This registration link has already been used' } : undefined
    await renderPage(<RegistrationForm submit={submit} explain={explain} />)
    await fillIn(good)
    expect(screen.getByRole('alert').textContent).toBe('From the server.')
    id = 'INVALID_CODE'
    await fillIn(good)
    expect(errorOf('Name')).toBe('This registration link has already been used')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [{ error_id: 'NEW_REASON', message: 'Because.' }, 'Because.'],
    [{}, 'STATUS_FAILURE'],
  ])('shows what is known of an unknown refusal: %o', async (body, shown) => {
    const submit = () => {
      throw new CallError(200, { success: false, ...body })
    }
    await renderPage(<RegistrationForm submit={submit} />)
    await fillIn(good)
    expect(screen.getByRole('alert').textContent).toBe(shown)
  })

  it('keeps input when the connection is lost', async () => {
    const submit = () => {
      throw new TypeError('Failed to fetch')
    }
    await renderPage(<RegistrationForm submit={submit} />)
    await fillIn(good)
    expect(screen.getByRole('alert').textContent).toBe('We cannot reach Portico. Check your connection and try again.')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ana Reyes')
  })
})
