import type { FormField } from '../../../api/use-contract-form.ts'
import { PasswordAdvice } from './password-advice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'

export interface NewPasswordFieldsProps {
  form: { field: (name: 'password' | 'confirmPassword') => FormField; value: (name: 'password') => string }
  /** The person's name, if known, which the password must not be. */
  known?: string
}

/** Two inputs for a new password, with its strength. */
export function NewPasswordFields({ form, known = '' }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="Password"
        hint="Passwords must have at least 8 characters."
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordAdvice password={form.value('password')} known={known} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirmPassword')} />
    </>
  )
}
