import { credentials, type Credentials, type Profile } from '@portico/shared/contract/auth'
import { landingOf } from '@portico/shared/rules/accounts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { deviceFlags } from '../../api/session/device-flags.ts'
import { browserHasPasskeys } from '../../api/session/passkeys.ts'
import { session, useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { useContractForm } from '../../api/use-contract-form.ts'
import { Page } from '../../layout/page.tsx'
import { hasSessionEnded, takeReturnPage } from '../../layout/navigation/return-page.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Form } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SecondStep, secondStepIn, type WaitingSignIn } from './second-step.tsx'
import { SingleSignOnButton } from './single-sign-on/single-sign-on-button.tsx'
import { SignOutNotice } from './sign-out-notice.tsx'

/** Signs in, then returns to the page the user was on or to their landing page (shared/spec/product.md#landing-after-sign-in). */
export function SignInPage() {
  const [, navigate] = useLocation()
  const { profile } = useSession()
  const overridden = trpc.auth.getOverriddenCredentials.useQuery().data
  const goHome = ({ id, roles, translates }: Profile) =>
    navigate(takeReturnPage(id) ?? landingOf(roles, translates) ?? paths.landing(), { replace: true })
  const [waiting, setWaiting] = useState<WaitingSignIn>()
  const [sessionEnded] = useState(hasSessionEnded)
  const form = useContractForm(
    credentials,
    { email: '', password: '', sharedDevice: false },
    async (given) => {
      try {
        const profile = await session.signIn(given)
        deviceFlags.setAtProvider(false)
        goHome(profile)
      } catch (error) {
        const next = secondStepIn(error)
        if (!next) throw error
        setWaiting(next)
      }
    },
    ({ id }) => (id === 'INVALID_CREDENTIALS' ? { message: 'Invalid email or password' } : undefined),
  )
  const suggest = useEffectEvent((given: Credentials) => form.suggest(given))
  useEffect(() => {
    if (overridden) suggest(overridden)
  }, [overridden])
  const leaveIfSignedIn = useEffectEvent(() => {
    if (profile) goHome(profile)
  })
  useEffect(() => leaveIfSignedIn(), [])
  const goBack = (why?: string) => {
    setWaiting(undefined)
    form.setFormError(why)
  }
  if (waiting) return <SecondStep waiting={waiting} onSignedIn={goHome} onBack={goBack} />
  return (
    <Page title="Welcome" width="narrow">
      <SignOutNotice />
      {sessionEnded && <Banner kind="info">Your session has ended. Log in to return to your page.</Banner>}
      {overridden && <Banner kind="warning">Warning! Currently using overridden credentials!</Banner>}
      <Form form={form} label="Sign in">
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <Checkbox
          label="This is a shared computer"
          hint="You are signed out after an hour of inactivity."
          {...form.field('sharedDevice')}
        />
        <p>
          <Link href={paths.forgotPassword()} className="link">
            Forgot password
          </Link>
        </p>
        <SubmitButton form={form} busyLabel="Logging in">
          Login
        </SubmitButton>
      </Form>
      <SingleSignOnButton sharedDevice={form.value('sharedDevice') ?? false} />
      {browserHasPasskeys() && <PasskeySignIn sharedDevice={form.value('sharedDevice') ?? false} onSignedIn={goHome} />}
    </Page>
  )
}
