import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { roleLabel } from '../../../words/role-label.ts'
import { leaveForProvider } from './at-provider.ts'

const list = new Intl.ListFormat('en')

/** Signs in with the organization's identity provider, if one is configured. */
export function SingleSignOnButton({ sharedDevice }: { sharedDevice: boolean }) {
  const provider = trpc.auth.singleSignOn.getProvider.useQuery().data
  const begin = trpc.auth.singleSignOn.begin.useMutation()
  const [leaving, setLeaving] = useState(false)
  if (!provider) return null
  const { label, rolesWithoutPassword } = provider
  const leave = async () => {
    setLeaving(true)
    await begin.mutateAsync().then(
      ({ url }) => leaveForProvider(url, sharedDevice),
      () => setLeaving(false),
    )
  }
  return (
    <section aria-label="Single sign-on" className="grid gap-4 border-t border-line pt-6">
      {begin.error && <Banner kind="error">{failureOf(begin.error).message}</Banner>}
      {rolesWithoutPassword.length > 0 && (
        <p className="text-mute">{`Only this way for these accounts: ${list.format(rolesWithoutPassword.map((role) => roleLabel[role]))}.`}</p>
      )}
      <div className="grid sm:justify-start">
        <Button kind="secondary" busy={leaving} busyLabel="Opening the sign-in" onClick={() => void leave()}>
          {label}
        </Button>
      </div>
    </section>
  )
}
