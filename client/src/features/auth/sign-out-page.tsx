import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { callRest } from '../../api/rest.ts'
import { deviceFlags } from '../../api/session/device-flags.ts'
import { readDay } from '../../api/session/door-store.ts'
import { session } from '../../api/session/session.ts'
import { Page } from '../../layout/page.tsx'
import { Protected } from '../../layout/protected.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Signs out; redirects users who are not signed in to the sign-in page. */
export function SignOutPage() {
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const providerUrl = deviceFlags.isAtProvider() ? await signOutAtProvider() : null
    await session.signOut()
    deviceFlags.setAtProvider(false)
    if (providerUrl === null) navigate(paths.signIn(), { replace: true })
    else window.location.replace(providerUrl)
  }
  return (
    <Protected>
      <Page title="Sign out" width="narrow" subtitle="On a shared computer, sign out before you leave.">
        <UnsentCheckIns />
        <div>
          <Button disabled={leaving} onClick={() => void leave()}>
            Sign Out
          </Button>
        </div>
      </Page>
    </Protected>
  )
}

// If the identity provider's sign-out URL cannot be fetched, there is no page to redirect to.
async function signOutAtProvider(): Promise<string | null> {
  return callRest('auth/singleSignOn/getSignOut', undefined).then(
    ({ url }) => url,
    () => null,
  )
}

/** Warns that check-ins recorded offline are lost with the session. */
function UnsentCheckIns() {
  const [waiting, setWaiting] = useState(0)
  useEffect(() => {
    readDay(Date.now()).then(
      (day) => setWaiting(day?.waiting ?? 0),
      () => {},
    )
  }, [])
  if (waiting === 0) return null
  return (
    <Banner kind="warning">
      <p className="font-bold">{`${waiting} of the door’s check-ins have not been sent.`}</p>
      <p>Signing out deletes them. Open the door while you have a network: they are then sent automatically.</p>
    </Banner>
  )
}
