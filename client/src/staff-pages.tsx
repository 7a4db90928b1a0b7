import { Redirect, Route, Switch } from 'wouter'
import { page } from './lazy-page.ts'
import { StaffArea } from './layout/staff-area.tsx'
import { paths, patterns } from './paths.ts'

const ToReviewPage = page(async () => (await import('./features/agency/to-review-page.tsx')).ToReviewPage)
const DecidedPage = page(async () => (await import('./features/agency/decided-page.tsx')).DecidedPage)
const InProgressPage = page(async () => (await import('./features/responses/in-progress-page.tsx')).InProgressPage)
const PrintPage = page(async () => (await import('./features/responses/print/print-page.tsx')).PrintPage)
const WorkshopRespondentsPage = page(async () => (await import('./features/agency/workshop-respondents-page.tsx')).WorkshopRespondentsPage)
// The check-in page must open instantly on any phone, so its texts are part of the shell.
const GreenDotsPage = page(
  async () => (await import('./features/workshops/green-dots-page.tsx')).GreenDotsPage,
  async () => {},
)
const UnreachableDoor = page(
  async () => (await import('./features/workshops/green-dots-page.tsx')).UnreachableDoor,
  async () => {},
)
const AllRespondentsPage = page(async () => (await import('./features/responses/overview-pages.tsx')).AllRespondentsPage)
const GreenRespondentsPage = page(async () => (await import('./features/responses/overview-pages.tsx')).GreenRespondentsPage)
const RedRespondentsPage = page(async () => (await import('./features/responses/overview-pages.tsx')).RedRespondentsPage)
const UploadPage = page(async () => (await import('./features/questionnaires/upload-page.tsx')).UploadPage)
const DownloadsPage = page(async () => (await import('./features/downloads/downloads-page.tsx')).DownloadsPage)
const CreateAccountPage = page(async () => (await import('./features/admin/create-account-page.tsx')).CreateAccountPage)
const WorkshopsPage = page(async () => (await import('./features/admin/workshops-page.tsx')).WorkshopsPage)
const WorkshopPage = page(async () => (await import('./features/admin/workshop/workshop-page.tsx')).WorkshopPage)
const MessagesPage = page(async () => (await import('./features/admin/messages/messages-page.tsx')).MessagesPage)
const AnnouncementsPage = page(async () => (await import('./features/admin/messages/announcements-page.tsx')).AnnouncementsPage)
const TemplatesPage = page(async () => (await import('./features/admin/messages/templates-page.tsx')).TemplatesPage)
const AgenciesPage = page(async () => (await import('./features/admin/agencies/agencies-page.tsx')).AgenciesPage)
const PrivacyRequestsPage = page(async () => (await import('./features/privacy/privacy-requests-page.tsx')).PrivacyRequestsPage)
const SetAsidePage = page(async () => (await import('./features/responses/corrections/set-aside-page.tsx')).SetAsidePage)
const ApiTokensPage = page(async () => (await import('./features/admin/api-tokens/api-tokens-page.tsx')).ApiTokensPage)
const WebhooksPage = page(async () => (await import('./features/admin/webhooks/webhooks-page.tsx')).WebhooksPage)
const SignInRulesPage = page(async () => (await import('./features/admin/sign-in-rules-page.tsx')).SignInRulesPage)
const YourSignInPage = page(async () => (await import('./features/auth/your-sign-in/your-sign-in-page.tsx')).YourSignInPage)
const TranslationsPage = page(async () => (await import('./features/translations/translations-page.tsx')).TranslationsPage)
const AccountsPage = page(async () => (await import('./features/admin/accounts-page.tsx')).AccountsPage)

/** The routes for signed-in accounts; unknown URLs redirect to the landing page. */
export function StaffPages() {
  return (
    <Switch>
      <Route path={patterns.agencyHome}>{AgencyPages}</Route>
      <Route path={patterns.adminHome}>{AdminPages}</Route>
      <Route path={patterns.volunteerHome}>{VolunteerPages}</Route>
      <Route path={patterns.yourSignIn}>{PersonalPages}</Route>
      <Route path={patterns.translations}>{Translations}</Route>
      <Redirect to={paths.landing()} replace />
    </Switch>
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
        <Route path={patterns.workshop}>{({ name }) => <WorkshopPage name={name} />}</Route>
        <Route path={patterns.messages} component={MessagesPage} />
        <Route path={patterns.announcements} component={AnnouncementsPage} />
        <Route path={patterns.messageTemplates} component={TemplatesPage} />
        <Route path={patterns.agencies} component={AgenciesPage} />
        <Route path={patterns.accounts} component={AccountsPage} />
        <Route path={patterns.apiTokens} component={ApiTokensPage} />
        <Route path={patterns.webhooks} component={WebhooksPage} />
        <Route path={patterns.setAside} component={SetAsidePage} />
        <Route path={patterns.privacyRequests} component={PrivacyRequestsPage} />
        <Route path={patterns.signInRules} component={SignInRulesPage} />
        <Route path={patterns.adminPrint}>
          <PrintPage scope="everyone" />
        </Route>
        <Redirect to={paths.allResponses()} replace />
      </Switch>
    </StaffArea>
  )
}

function Translations() {
  return (
    <StaffArea roles={['ADMIN_USER', 'ROOT_USER']} translators>
      <TranslationsPage />
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
    <StaffArea roles={['VOLUNTEERV1', 'ADMIN_USER', 'ROOT_USER']} unreachable={<UnreachableDoor />}>
      <Switch>
        <Route path={patterns.volunteerWorkshop} component={GreenDotsPage} />
        <Redirect to={paths.volunteerWorkshop()} replace />
      </Switch>
    </StaffArea>
  )
}
