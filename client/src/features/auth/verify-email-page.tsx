import { verification } from '@portico/shared/contract/auth'
import { failures } from '@portico/shared/words/failures'
import { Link, useLocation } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Form } from '../../ui/form.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { LinkedForm } from './linked-form.tsx'
import { DonePage } from './done-page.tsx'

const signIn = (
  <>
    <Link href={paths.signIn()} className="link">
      Log in
    </Link>{' '}
    with your password. If your email is not verified yet, we send you a new link.
  </>
)

/** Verifies an email address; requires a click because mail programs open links on their own. */
export function VerifyEmailPage({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const verify = trpc.auth.register.verify.useMutation()
  const form = useContractForm(verification, { code: token }, async (given) => {
    await verify.mutateAsync(given)
    navigate(paths.verifyEmailSuccess())
  })
  return (
    <Page title="Verify your email" width="narrow">
      {token === '' ? (
        <Banner kind="error">No token specified</Banner>
      ) : (
        <LinkedForm kind="verify" token={token} invalidLinkMessage={failures.INVALID_CODE} next={signIn}>
          <Form form={form}>
            <p>Click here to verify!</p>
            <SubmitButton form={form} busyLabel="Verifying">
              Verify
            </SubmitButton>
          </Form>
        </LinkedForm>
      )}
    </Page>
  )
}

/** Confirms that the account is ready. */
export function VerifyEmailSuccessPage() {
  return (
    <DonePage title="Email verified" signIn>
      <p>You have successfully verified your email.</p>
      <p>You can now log in!</p>
    </DonePage>
  )
}
