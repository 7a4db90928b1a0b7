import { lazy, Suspense, type ComponentType } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { PageUnreachable } from './layout/error-boundary.tsx'
import { PageLoading } from './layout/page-loading.tsx'
import { Shell } from './layout/shell.tsx'
import { EnglishArea, StaffArea } from './layout/staff-area.tsx'
import { paths, patterns } from './paths.ts'
import { loadEnglish } from './words/language.ts'

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
const SignInPage = page(async () => (await import('./features/auth/sign-in-page.tsx')).SignInPage)
const SignOutPage = page(async () => (await import('./features/auth/sign-out-page.tsx')).SignOutPage)
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
const ToReviewPage = page(async () => (await import('./features/agency/to-review-page.tsx')).ToReviewPage)
const WorkshopRespondentsPage = page(async () => (await import('./features/agency/workshop-respondents-page.tsx')).WorkshopRespondentsPage)
const GreenDotsPage = page(async () => (await import('./features/workshops/green-dots-page.tsx')).GreenDotsPage)
const DecidedPage = page(async () => (await import('./features/agency/decided-page.tsx')).DecidedPage)
const InProgressPage = page(async () => (await import('./features/responses/in-progress-page.tsx')).InProgressPage)
const PrintPage = page(async () => (await import('./features/responses/print/print-page.tsx')).PrintPage)
const AllRespondentsPage = page(async () => (await import('./features/responses/overview-pages.tsx')).AllRespondentsPage)
const GreenRespondentsPage = page(async () => (await import('./features/responses/overview-pages.tsx')).GreenRespondentsPage)
const RedRespondentsPage = page(async () => (await import('./features/responses/overview-pages.tsx')).RedRespondentsPage)
const UploadPage = page(async () => (await import('./features/questionnaires/upload-page.tsx')).UploadPage)
const DownloadsPage = page(async () => (await import('./features/downloads/downloads-page.tsx')).DownloadsPage)
const CreateAccountPage = page(async () => (await import('./features/admin/create-account-page.tsx')).CreateAccountPage)
const WorkshopsPage = page(async () => (await import('./features/admin/workshops-page.tsx')).WorkshopsPage)
const AgenciesPage = page(async () => (await import('./features/admin/agencies-page.tsx')).AgenciesPage)
const SignInRulesPage = page(async () => (await import('./features/admin/sign-in-rules-page.tsx')).SignInRulesPage)
const YourSignInPage = page(async () => (await import('./features/auth/your-sign-in/your-sign-in-page.tsx')).YourSignInPage)
const AccountsPage = page(async () => (await import('./features/admin/accounts-page.tsx')).AccountsPage)

/** The whole route table. Pages are loaded when they are first visited; unknown addresses lead home. */
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
          <Route path={patterns.status} component={StatusPage} />
          <Route path={patterns.authentication}>{AuthenticationPages}</Route>
          <Route path={patterns.agencyHome}>{AgencyPages}</Route>
          <Route path={patterns.adminHome}>{AdminPages}</Route>
          <Route path={patterns.volunteerHome}>{VolunteerPages}</Route>
          <Route path={patterns.yourSignIn}>{PersonalPages}</Route>
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

function AgencyPages() {
  return (
    <StaffArea roles={['AGENCY']}>
      <Switch>
        <Route path={patterns.agencyInProgress} component={ToReviewPage} />
        <Route path={patterns.agencyDecided} component={DecidedPage} />
        <Route path={patterns.agencyWorkshop} component={WorkshopRespondentsPage} />
        <Route path={patterns.agencyPrint}>
          <PrintPage scope="my-agency" />
        </Route>
        <Redirect to={paths.agencyInProgress()} replace />
      </Switch>
    </StaffArea>
  )
}

function AdminPages() {
  return (
    <StaffArea roles={['ADMIN_USER', 'ROOT_USER']}>
      <Switch>
        <Route path={patterns.inProgress} component={InProgressPage} />
        <Route path={patterns.allResponses} component={AllRespondentsPage} />
        <Route path={patterns.greenResponses} component={GreenRespondentsPage} />
        <Route path={patterns.redResponses} component={RedRespondentsPage} />
        <Route path={patterns.questionnaireUpload} component={UploadPage} />
        <Route path={patterns.downloads} component={DownloadsPage} />
        <Route path={patterns.createUser} component={CreateAccountPage} />
        <Route path={patterns.workshops} component={WorkshopsPage} />
        <Route path={patterns.agencies} component={AgenciesPage} />
        <Route path={patterns.accounts} component={AccountsPage} />
        <Route path={patterns.signInRules} component={SignInRulesPage} />
        <Route path={patterns.adminPrint}>
          <PrintPage scope="everyone" />
        </Route>
        <Redirect to={paths.allResponses()} replace />
      </Switch>
    </StaffArea>
  )
}

function PersonalPages() {
  return (
    <StaffArea>
      <YourSignInPage />
    </StaffArea>
  )
}

function VolunteerPages() {
  return (
    <StaffArea roles={['VOLUNTEERV1', 'ADMIN_USER', 'ROOT_USER']}>
      <Switch>
        <Route path={patterns.volunteerWorkshop} component={GreenDotsPage} />
        <Redirect to={paths.volunteerWorkshop()} replace />
      </Switch>
    </StaffArea>
  )
}

function page<Props>(load: () => Promise<ComponentType<Props>>, loadTexts = loadEnglish) {
  return lazy(async () => {
    try {
      const [component] = await Promise.all([load(), loadTexts()])
      return { default: component }
    } catch (cause) {
      throw new PageUnreachable('The page could not be loaded', { cause })
    }
  })
}
