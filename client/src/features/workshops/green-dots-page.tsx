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
const WalkInPanel = lazy(async () => ({ default: (await import('./walk-ins/walk-in-panel.tsx')).WalkInPanel }))
const PrintPanel = lazy(async () => ({ default: (await import('./print/print-panel.tsx')).PrintPanel }))
const withoutAccess = failures.VOLUNTEER_CANT_ACCESS_WORKSHOP

const views = ['door', 'details', 'walk-in', 'print'] as const
type View = (typeof views)[number]

interface WorkshopDayPageProps {
  title: string
  caption: string
  /** Said to those who have no workshop. */
  withoutAccess: string
  /** The view that the bare address shows. */
  first: 'door' | 'details'
}

/** /home/volunteer/workshop: the door of a workshop; its green dots with their contact data and decisions are the other view. */
export function GreenDotsPage() {
  return <WorkshopDayPage title="Green Dots" caption="Green dots" withoutAccess={withoutAccess} first="door" />
}

/** The day of a workshop: its door, its green dots in detail, and walk-ins. */
export function WorkshopDayPage({ first, ...page }: WorkshopDayPageProps) {
  const [chosen, choose] = useUrlChoice('view')
  const view = viewOf(chosen) ?? first
  const show = (next: View) => choose(next === first ? '' : next)
  const { workshops, name, error } = useOneWorkshop()
  const [choosing, setChoosing] = useState(false)
  return (
    <Page
      title={page.title}
      dense
      width={view === 'details' || view === 'print' ? 'full' : 'prose'}
      actions={
        <span className="flex">
          {view === 'door' && workshops && workshops.length > 1 && (
            <Button kind="quiet" size="small" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
              Workshop
            </Button>
          )}
          {view === 'door' && name && (
            <Button kind="quiet" size="small" onClick={() => show('walk-in')}>
              Walk-in
            </Button>
          )}
          {view === 'details' && name && (
            <Button kind="quiet" size="small" onClick={() => show('print')}>
              Print
            </Button>
          )}
          <Button kind="quiet" size="small" onClick={() => show(view === 'door' ? 'details' : 'door')}>
            {view === 'door' ? 'Details' : 'Door'}
          </Button>
        </span>
      }
    >
      {view === 'door' && choosing && workshops && <WorkshopChoice workshops={workshops} value={name} />}
      {view !== 'details' && error !== null && error !== undefined && !name && <ErrorBanner error={error} />}
      {view === 'door' && <DoorPanel workshopName={name} shut={workshops?.length === 0} withoutAccess={page.withoutAccess} />}
      <Suspense fallback={<PageLoading />}>
        {view === 'details' && <CheckInPanel caption={page.caption} withoutAccess={page.withoutAccess} />}
        {view === 'walk-in' && name && <WalkInPanel key={name} workshopName={name} onPerson={() => show('door')} />}
        {view === 'print' && name && <PrintPanel workshopName={name} />}
      </Suspense>
    </Page>
  )
}

function viewOf(chosen: string | undefined): View | undefined {
  return views.find((view) => view === chosen)
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
