import { resetRequest } from '@portico/shared/contract/auth'
import { limits } from '@portico/shared/words/limits'
import { Link, useLocation } from 'wouter'
import { withProof } from '../../../api/proof-of-work.ts'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Form } from '../../../ui/form.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DonePage } from '../done-page.tsx'

/** Requests a password reset link. */
export function ForgotPasswordPage() {
  const [, navigate] = useLocation()
  const begin = trpc.auth.beginResetPassword.useMutation()
  const form = useContractForm(resetRequest, { email: '' }, async (given) => {
    await withProof((proof) => begin.mutateAsync({ ...given, proof }))
    navigate(paths.forgotPasswordSuccess())
  })
  return (
    <Page title="Forgot password" width="narrow" subtitle="We will email you a link to set a new one.">
      <Form form={form}>
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <SubmitButton form={form} busyLabel="Sending">
          Send the link
        </SubmitButton>
      </Form>
    </Page>
  )
}

/** Confirms that the link was sent, whether or not the account exists. */
export function ForgotPasswordSuccessPage() {
  return (
    <DonePage title="Check your email">
      <p>You have successfully requested a password reset.</p>
      <p>A link to complete the reset has been sent to your email.</p>
      <p>
        The link works for {limits.resetTokenMs / 60_000} minutes. Nothing there? Look in your spam folder, or{' '}
        <Link href={paths.forgotPassword()}>ask again</Link>.
      </p>
    </DonePage>
  )
}
