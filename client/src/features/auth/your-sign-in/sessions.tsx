import type { SessionList } from '@portico/shared/contract/sign-in'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { SignInRow, SignInRows, SignInSection } from './sign-in-section.tsx'
import { useSignInChange } from './use-sign-in-change.ts'

/** Lists the user's sessions; ends any of them immediately. */
export function Sessions() {
  const by = useSignInChange()
  const sessions = trpc.auth.mySignIn.getSessionList.useQuery()
  const endOthers = trpc.auth.mySignIn.endOtherSessions.useMutation()
  const endAll = async () => {
    if (await by.change(() => endOthers.mutateAsync())) showToast('You are signed out everywhere else.')
  }
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <SignInSection title="Where you are signed in" text="A session ends automatically 12 hours after sign-in." by={by}>
      {sessions.isPending && <Loading />}
      {sessions.error && <ErrorBanner error={sessions.error} />}
      {sessions.data && (
        <SignInRows label="Your sessions">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} by={by} />
          ))}
        </SignInRows>
      )}
      {others.length > 1 && (
        <div>
          <Button kind="secondary" size="small" busy={by.busy} onClick={() => void endAll()}>
            End all others
          </Button>
        </div>
      )}
    </SignInSection>
  )
}

function SessionRow({ session, by }: { session: SessionList[number]; by: ReturnType<typeof useSignInChange> }) {
  const end = trpc.auth.mySignIn.endSession.useMutation()
  const endIt = async () => {
    if (await by.change(() => end.mutateAsync({ id: session.id }))) showToast('The session has ended.')
  }
  return (
    <SignInRow
      name={session.browser}
      facts={
        <>
          Since <LocalDate value={session.startedAt} style="moment" /> · last seen <LocalDate value={session.lastSeenAt} style="moment" />
        </>
      }
      action={
        session.current ? (
          <span className="text-sm font-bold text-good">This one</span>
        ) : (
          <Button
            kind="secondary"
            size="small"
            busy={end.isPending}
            onClick={() => void endIt()}
            aria-label={`End the session of ${session.browser}`}
          >
            End
          </Button>
        )
      }
    />
  )
}
