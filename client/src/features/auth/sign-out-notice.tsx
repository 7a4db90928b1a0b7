import { useState } from 'react'
import { session, useSession } from '../../api/session/session.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** Warns that a sign-out has not reached the server yet, and confirms once it has. Renders nothing if none was pending. */
export function SignOutNotice() {
  const { signOutPending } = useSession()
  const [wasPending, setWasPending] = useState(signOutPending)
  const [trying, setTrying] = useState(false)
  if (signOutPending && !wasPending) setWasPending(true)
  const tryNow = async () => {
    setTrying(true)
    await session.finishSignOut()
    setTrying(false)
  }
  if (!wasPending) return null
  if (!signOutPending) return <Banner kind="success">You are signed out.</Banner>
  return (
    <Banner kind="warning">
      <p className="font-bold">You are not signed out yet: Portico could not be reached.</p>
      <p>Your session may still be open on this device. We keep trying. Leave this page open until it says you are signed out.</p>
      <div className="mt-2">
        <Button kind="secondary" size="small" busy={trying} busyLabel="Trying" onClick={() => void tryNow()}>
          Try now
        </Button>
      </div>
    </Banner>
  )
}
