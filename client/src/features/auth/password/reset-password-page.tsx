import { reset } from '@portico/shared/contract/auth'
import { Link, Redirect, useLocation } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Form } from '../../../ui/form.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { DonePage } from '../done-page.tsx'
import { LinkedForm } from '../linked-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { explainLink } from '../explain-link.ts'

const usedUpMessage = 'This reset password link has already been used'
const askAgain = (
  <Link href={paths.forgotPassword()} className="link">
    Ask for a new link
  </Link>
)

/** Sets a new password using an emailed link; redirects home without a token. */
export function ResetPasswordPage({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const finish = trpc.auth.finishResetPassword.useMutation()
  const form = useContractForm(
    reset,
    { token, password: '', confirmPassword: '' },
    async (given) => {
      await finish.mutateAsync(given)
      navigate(paths.resetPasswordSuccess())
    },
    explainLink(usedUpMessage),
  )
  if (token === '') return <Redirect to={paths.landing()} replace />
  return (
    <Page title="Set a new password" width="narrow">
      <LinkedForm kind="reset" token={token} invalidLinkMessage={usedUpMessage} next={askAgain}>
        <Form form={form}>
          <NewPasswordFields form={form} />
          <SubmitButton form={form} busyLabel="Saving">
            Set password
          </SubmitButton>
        </Form>
      </LinkedForm>
    </Page>
  )
}

/** Confirms that the new password was set. */
export function ResetPasswordSuccessPage() {
  return (
    <DonePage title="New password set" signIn>
      <p>You have successfully reset your password.</p>
      <p>You can now log in!</p>
    </DonePage>
  )
}
