import type { Profile } from '@portico/shared/contract/auth'
import { session } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { usePasskeyPrompt } from '../../api/session/use-passkey-prompt.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** Signs in without a password: the device offers its passkeys for this portal. */
export function PasskeySignIn({ sharedDevice, onSignedIn }: { sharedDevice: boolean; onSignedIn: (profile: Profile) => void }) {
  const options = trpc.auth.login.passkeyOptions.useMutation()
  const { ask, busy, problem } = usePasskeyPrompt({
    options: () => options.mutateAsync({}),
    give: async (passkey) => onSignedIn(await session.signInWithPasskey({ passkey, sharedDevice })),
    cancelledMessage: 'No passkey was used. Sign in with your email and password.',
  })
  return (
    <section aria-label="Without a password" className="grid gap-4 border-t border-line pt-6">
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className="grid sm:justify-start">
        <Button kind="secondary" busy={busy} busyLabel="Waiting for your device" onClick={ask}>
          Sign in with a passkey
        </Button>
      </div>
    </section>
  )
}
