import { useState } from 'react'
import { useLocation } from 'wouter'
import { session } from '../../api/session/session.ts'
import { Page } from '../../layout/page.tsx'
import { Protected } from '../../layout/protected.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'

/** Signing out; anyone who is not signed in is sent to the sign-in page. */
export function SignOutPage() {
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await session.signOut()
    navigate(paths.signIn(), { replace: true })
  }
  return (
    <Protected>
      <Page title="Sign out" width="narrow" subtitle="On a shared computer, sign out before you leave.">
        <div>
          <Button disabled={leaving} onClick={() => void leave()}>
            Sign Out
          </Button>
        </div>
      </Page>
    </Protected>
  )
}
