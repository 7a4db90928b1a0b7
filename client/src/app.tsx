import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { page } from './lazy-page.ts'
import { PageLoading } from './layout/page-loading.tsx'
import { Shell } from './layout/shell.tsx'
import { paths, patterns } from './paths.ts'

// Its English texts are part of the shell, so that the landing page waits for nothing else.
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
const YourSeatPage = page(async () => (await import('./features/seats/your-seat-page.tsx')).YourSeatPage)
const PreviewPage = page(async () => (await import('./features/questionnaires/preview/preview-page.tsx')).PreviewPage)
// Separate route tables that respondents do not need. The staff pages load their texts themselves.
const AuthenticationPages = page(async () => (await import('./authentication-pages.tsx')).AuthenticationPages)
const StaffPages = page(
  async () => (await import('./staff-pages.tsx')).StaffPages,
  async () => {},
)

/**
 * The route table; sign-in and staff routes are in `authentication-pages.tsx` and `staff-pages.tsx`. Pages are lazy-loaded; unknown URLs
 * redirect to the landing page.
 */
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
          <Route path={patterns.yourSeat} component={YourSeatPage} />
          <Route path={patterns.preview} component={PreviewPage} />
          <Route path={patterns.authentication} component={AuthenticationPages} />
          <Route path={patterns.home} component={StaffPages} />
          <Redirect to={paths.landing()} replace />
        </Switch>
      </Suspense>
    </Shell>
  )
}
