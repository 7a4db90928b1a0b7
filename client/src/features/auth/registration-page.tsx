import { registration } from '@portico/shared/contract/auth'
import { Redirect, useLocation } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DonePage } from './done-page.tsx'
import { explainLink } from './explain-link.ts'
import { LinkedForm } from './linked-form.tsx'
import { NewPasswordFields } from './password/new-password-fields.tsx'

const usedUpMessage = 'This registration link has already been used'

/** Registers an account using an invitation link; redirects home without a token. */
export function RegistrationPage({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const register = trpc.auth.register.local.useMutation()
  const form = useContractForm(
    registration,
    { token, name: '', password: '', confirmPassword: '' },
    async (given) => {
      await register.mutateAsync(given)
      navigate(paths.registrationSuccess())
    },
    explainLink(usedUpMessage),
  )
  if (token === '') return <Redirect to={paths.landing()} replace />
  return (
    <Page title="Register an account" width="narrow">
      <LinkedForm
        kind="registration"
        token={token}
        invalidLinkMessage={usedUpMessage}
        next="Ask the person who invited you for a new link."
      >
        <Form form={form}>
          <TextField label="Name" autoComplete="name" {...form.field('name')} />
          <NewPasswordFields form={form} known={form.value('name')} />
          <SubmitButton form={form} busyLabel="Submitting">
            Register
          </SubmitButton>
        </Form>
      </LinkedForm>
    </Page>
  )
}

/** Explains the next step after registration. */
export function RegistrationSuccessPage() {
  return (
    <DonePage title="Register an account">
      <p>STEP 1 Completed! You have successfully created an account</p>
      <p>Please check your email to verify your email.</p>
    </DonePage>
  )
}
