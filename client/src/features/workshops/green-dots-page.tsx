import { failures } from '@portico/shared/words/failures'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { readDay } from '../../api/session/door-store.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { PageLoading } from '../../layout/page-loading.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'
import { useOneWorkshop, WorkshopChoice } from '../responses/workshop-choice.tsx'
import { DoorPanel } from './door/door-panel.tsx'

// With the review of a case, which a door does without.
const CheckInPanel = lazy(async () => ({ default: (await import('./check-in-panel.tsx')).CheckInPanel }))
const withoutAccess = failures.VOLUNTEER_CANT_ACCESS_WORKSHOP

/** /home/volunteer/workshop: the door of a workshop; its green dots with their contact data and decisions are the other view. */
export function GreenDotsPage() {
  const [view, setView] = useUrlChoice('view')
  const { workshops, name, error } = useOneWorkshop()
  const [choosing, setChoosing] = useState(false)
  const details = view === 'details'
  return (
    <Page
      title="Green Dots"
      dense
      width={details ? 'full' : 'prose'}
      actions={
        <span className="flex">
          {!details && workshops && workshops.length > 1 && (
            <Button kind="quiet" size="small" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
              Workshop
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => setView(details ? '' : 'details')}>
            {details ? 'Door' : 'Details'}
          </Button>
        </span>
      }
    >
      {details ? (
        <Suspense fallback={<PageLoading />}>
          <CheckInPanel caption="Green dots" withoutAccess={withoutAccess} />
        </Suspense>
      ) : (
        <>
          {choosing && workshops && <WorkshopChoice workshops={workshops} value={name} />}
          {error !== null && error !== undefined && !name && <ErrorBanner error={error} />}
          <DoorPanel workshopName={name} shut={workshops?.length === 0} withoutAccess={withoutAccess} />
        </>
      )}
    </Page>
  )
}

/** The same page while the server cannot be asked who is there: the door that the device holds, if it holds one. */
export function UnreachableDoor() {
  const [held, setHeld] = useState<boolean>()
  useEffect(() => {
    readDay(Date.now()).then(
      (day) => setHeld(day !== undefined),
      () => setHeld(false),
    )
  }, [])
  if (held === undefined) return <PageLoading />
  if (!held) return <Redirect to={paths.signIn()} replace />
  return (
    <Page title="Green Dots" dense width="prose">
      <DoorPanel workshopName={undefined} shut={false} withoutAccess={withoutAccess} />
    </Page>
  )
}
