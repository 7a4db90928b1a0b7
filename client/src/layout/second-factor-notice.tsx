import { Redirect, useLocation } from 'wouter'
import { trpc } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LocalDate } from '../words/local-date.tsx'

const staleMs = 60_000

/** Shows the deadline for setting up a second factor that a role requires; after it, redirects every page to the setup. */
export function SecondFactorNotice() {
  const [location] = useLocation()
  const { data } = trpc.auth.mySignIn.getRequirement.useQuery(undefined, { staleTime: staleMs })
  if (!data?.dueAt) return null
  const isThere = location === paths.yourSignIn()
  if (data.overdue && !isThere) return <Redirect to={paths.yourSignIn()} replace />
  return (
    <div className="no-print mx-auto w-full max-w-page px-4 pt-6 md:px-6">
      <Banner
        kind={data.overdue ? 'error' : 'warning'}
        action={
          !isThere && (
            <LinkButton to={paths.yourSignIn()} kind="secondary" size="small">
              Set it up
            </LinkButton>
          )
        }
      >
        {data.overdue ? (
          'Your role needs a second step to sign in. Set up a passkey or an authenticator app here; then you can go on.'
        ) : (
          <>
            Your role needs a second step to sign in. Set one up before <LocalDate value={data.dueAt} style="moment" />; after that nothing
            else works until you do.
          </>
        )}
      </Banner>
    </div>
  )
}
