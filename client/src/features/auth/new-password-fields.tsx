import type { FormField } from '../../api/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'

/** A new password, twice. */
export function NewPasswordFields({ form }: { form: { field: (name: 'password' | 'confirmPassword') => FormField } }) {
  return (
    <>
      <PasswordField
        label="Password"
        hint="Passwords must have at least 8 characters."
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirmPassword')} />
    </>
  )
}
