import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { page } from './lazy-page.ts'
import { PageLoading } from './layout/page-loading.tsx'
import { Shell } from './layout/shell.tsx'
import { EnglishArea } from './layout/staff-area.tsx'
import { paths, patterns } from './paths.ts'

// Its English is part of the frame: the first page that people see waits for nothing else.
const LandingPage = page(
  async () => (await import('./features/site/landing-page.tsx')).LandingPage,
  async () => {},
)
const EventsPage = page(async () => (await import('./features/site/events/events-page.tsx')).EventsPage)
const ResourcesPage = page(async () => (await import('./features/site/resources-page.tsx')).ResourcesPage)
const AboutPage = page(async () => (await import('./features/site/about-page.tsx')).AboutPage)
const TermsPage = page(async () => (await import('./features/site/terms-page.tsx')).TermsPage)
const PrivacyPage = page(async () => (await import('./features/site/privacy-page.tsx')).PrivacyPage)
const CitizenshipPage = page(async () => (await import('./features/questionnaires/citizenship-page.tsx')).CitizenshipPage)
const QuestionnairePage = page(async () => (await import('./features/questionnaires/questionnaire-page.tsx')).QuestionnairePage)
const StatusPage = page(async () => (await import('./features/questionnaires/status/status-page.tsx')).StatusPage)
const SelfCheckInPage = page(async () => (await import('./features/workshops/self-check-in/self-check-in-page.tsx')).SelfCheckInPage)
const YourDataPage = page(async () => (await import('./features/privacy/your-data-page.tsx')).YourDataPage)
const PreviewPage = page(async () => (await import('./features/questionnaires/preview/preview-page.tsx')).PreviewPage)
const SignInPage = page(async () => (await import('./features/auth/sign-in-page.tsx')).SignInPage)
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
// A table of its own: respondents have no need of it. Its pages load their texts themselves.
const StaffPages = page(
  async () => (await import('./staff-pages.tsx')).StaffPages,
  async () => {},
)

/** The route table; that of the staff is `staff-pages.tsx`. Pages are loaded when they are first visited; unknown addresses lead home. */
export function App() {
  return (
    <Shell>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path={patterns.landing} component={LandingPage} />
          <Route path={patterns.events} component={EventsPage} />
          <Route path={patterns.resources} component={ResourcesPage} />
          <Route path={patterns.about} component={AboutPage} />
          <Route path={patterns.terms} component={TermsPage} />
          <Route path={patterns.privacy} component={PrivacyPage} />
          <Route path={patterns.citizenship} component={CitizenshipPage} />
          <Route path={patterns.citizenshipQuestionnaire}>
            {({ questionnaireName }) => <QuestionnairePage name={questionnaireName} />}
          </Route>
          <Route path={patterns.questionnaire}>{({ name }) => <QuestionnairePage name={name} />}</Route>
          <Route path={patterns.workshopQuestionnaire}>
            {({ workshopName, name }) => <QuestionnairePage name={name} workshopName={workshopName} />}
          </Route>
          <Route path={patterns.selfCheckIn} component={SelfCheckInPage} />
          <Route path={patterns.status} component={StatusPage} />
          <Route path={patterns.yourData} component={YourDataPage} />
          <Route path={patterns.preview} component={PreviewPage} />
          <Route path={patterns.authentication}>{AuthenticationPages}</Route>
          <Route path={patterns.home} component={StaffPages} />
          <Redirect to={paths.landing()} replace />
        </Switch>
      </Suspense>
    </Shell>
  )
}

function AuthenticationPages() {
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
