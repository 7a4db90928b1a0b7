import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

/** /home/sign-in: manages the user's second factors and sessions. */
export function YourSignInPage() {
  const signIn = trpc.auth.mySignIn.getSignIn.useQuery()
  const [codes, setCodes] = useState<readonly string[]>([])
  // Adding a second device creates no codes and must not hide those that are still shown.
  const showCodes = (made: readonly string[]) => setCodes((shown) => (made.length > 0 ? made : shown))
  return (
    <Page
      title="Your sign-in"
      width="prose"
      subtitle="A second step after your password keeps the answers safe even if someone learns your password."
    >
      {signIn.isPending && <Loading />}
      {signIn.error && <ErrorBanner error={signIn.error} retry={() => void signIn.refetch()} />}
      {signIn.data && (
        <>
          <Passkeys signIn={signIn.data} onCodes={showCodes} />
          <Authenticator signIn={signIn.data} onCodes={showCodes} />
          <RecoveryCodes signIn={signIn.data} codes={codes} onCodes={setCodes} />
        </>
      )}
      <Sessions />
    </Page>
  )
}
