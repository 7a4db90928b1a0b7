import { Redirect, Route, Switch } from 'wouter'
import { SignInPage } from './features/auth/sign-in-page.tsx'
import { page } from './lazy-page.ts'
import { EnglishArea } from './layout/staff-area.tsx'
import { paths, patterns } from './paths.ts'

const SignOutPage = page(async () => (await import('./features/auth/sign-out-page.tsx')).SignOutPage)
const SingleSignOnPage = page(async () => (await import('./features/auth/single-sign-on/single-sign-on-page.tsx')).SingleSignOnPage)
const ForgotPasswordPage = page(async () => (await import('./features/auth/password/forgot-password-page.tsx')).ForgotPasswordPage)
const ForgotPasswordSuccessPage = page(
  async () => (await import('./features/auth/password/forgot-password-page.tsx')).ForgotPasswordSuccessPage,
)
const ResetPasswordPage = page(async () => (await import('./features/auth/password/reset-password-page.tsx')).ResetPasswordPage)
const ResetPasswordSuccessPage = page(
  async () => (await import('./features/auth/password/reset-password-page.tsx')).ResetPasswordSuccessPage,
)
const VerifyEmailPage = page(async () => (await import('./features/auth/verify-email-page.tsx')).VerifyEmailPage)
const VerifyEmailSuccessPage = page(async () => (await import('./features/auth/verify-email-page.tsx')).VerifyEmailSuccessPage)
const RegistrationPage = page(async () => (await import('./features/auth/registration-page.tsx')).RegistrationPage)
const RegistrationSuccessPage = page(async () => (await import('./features/auth/registration-page.tsx')).RegistrationSuccessPage)
/** The routes for signing in and for links in e-mails. The sign-in page is bundled with them because it is the most visited. */
export function AuthenticationPages() {
  return (
    <EnglishArea>
      <Switch>
        <Route path={patterns.signIn} component={SignInPage} />
        <Route path={patterns.signOut} component={SignOutPage} />
        <Route path={patterns.singleSignOn} component={SingleSignOnPage} />
        <Route path={patterns.forgotPassword} component={ForgotPasswordPage} />
        <Route path={patterns.forgotPasswordSuccess} component={ForgotPasswordSuccessPage} />
        <Route path={patterns.resetPasswordSuccess} component={ResetPasswordSuccessPage} />
        <Route path={patterns.resetPassword}>{({ token = '' }) => <ResetPasswordPage token={token} />}</Route>
        <Route path={patterns.verifyEmailSuccess} component={VerifyEmailSuccessPage} />
        <Route path={patterns.verifyEmail}>{({ token = '' }) => <VerifyEmailPage token={token} />}</Route>
        <Route path={patterns.registrationSuccess} component={RegistrationSuccessPage} />
        <Route path={patterns.registration}>{({ token = '' }) => <RegistrationPage token={token} />}</Route>
        <Redirect to={paths.landing()} replace />
      </Switch>
    </EnglishArea>
  )
}
