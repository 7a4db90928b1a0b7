import type { Profile } from '@portico/shared/contract/auth'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { askForPasskey } from '../../api/passkeys.ts'
import { session } from '../../api/session.ts'
import { trpc } from '../../api/trpc.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** Signing in without a password: the device offers the passkeys that it has for this portal. */
export function PasskeySignIn({ sharedDevice, onSignedIn }: { sharedDevice: boolean; onSignedIn: (profile: Profile) => void }) {
  const options = trpc.auth.login.passkeyOptions.useMutation()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const use = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const passkey = await askForPasskey(await options.mutateAsync({}))
      if (passkey) onSignedIn(await session.signInWithPasskey({ passkey, sharedDevice }))
      else setProblem('No passkey was used. Sign in with your email and password.')
    } catch (error) {
      setProblem(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label="Without a password" className="grid gap-4 border-t border-line pt-6">
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className="grid sm:justify-start">
        <Button kind="secondary" busy={busy} busyLabel="Waiting for your device" onClick={() => void use()}>
          Sign in with a passkey
        </Button>
      </div>
    </section>
  )
}
