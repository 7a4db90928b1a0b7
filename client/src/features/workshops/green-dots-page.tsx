import { isAdmin } from '@portico/shared/rules/accounts'
import { failures } from '@portico/shared/words/failures'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../layout/loading/lazy-part.ts'
import { PartUnreachable } from '../../layout/loading/part-unreachable.tsx'
import { Redirect } from 'wouter'
import { readDay } from '../../api/session/door-store.ts'
import { useSession } from '../../api/session/session.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { PageLoading } from '../../layout/page-loading.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'
import { loadEnglish } from '../../words/language.ts'
import { useOneWorkshop, WorkshopChoice } from '../responses/workshop-choice.tsx'
import { DoorPanel } from './door/door-panel.tsx'
import type { OtherView } from './other-views.tsx'

// Loaded on demand: the door needs neither the review of a case nor its dependencies.
const OtherViewPanel = lazyPart(async () => {
  const [{ OtherViewPanel: panel }] = await Promise.all([import('./other-views.tsx'), loadEnglish()])
  return panel
}, PartUnreachable)
const StationsPanel = lazyPart(async () => (await import('./stations/stations-panel.tsx')).StationsPanel, PartUnreachable)
const volunteerRefusalText = failures.VOLUNTEER_CANT_ACCESS_WORKSHOP

type View = OtherView | 'door'

interface WorkshopDayPageProps {
  title: string
  caption: string
  /** Shown to users without a workshop. */
  accessDeniedText: string
  /** The view without a `view` parameter in the URL. */
  first: 'door' | 'details'
}

/** /home/volunteer/workshop: the door of a workshop, with contact data and decisions of its green dots as a second view. */
export function GreenDotsPage() {
  const { profile } = useSession()
  const accessDeniedText = isAdmin(profile?.roles ?? []) ? 'No workshops yet. Create one under Admin, Workshops.' : volunteerRefusalText
  return <WorkshopDayPage title="Green Dots" caption="Green dots" accessDeniedText={accessDeniedText} first="door" />
}

/** The day of a workshop: its door, the details of its green dots, and walk-ins. */
export function WorkshopDayPage({ first, title, caption, accessDeniedText }: WorkshopDayPageProps) {
  const [chosen, choose] = useUrlChoice('view')
  const view = viewOf(chosen) ?? first
  const show = (next: View) => choose(next === first ? '' : next)
  const { workshops, name, error } = useOneWorkshop()
  const [choosing, setChoosing] = useState(false)
  return (
    <Page
      title={title}
      dense
      width={view === 'door' || view === 'walk-in' || view === 'stations' ? 'prose' : 'full'}
      actions={
        <span className="-mx-2 flex flex-wrap sm:mx-0 [&_button]:whitespace-nowrap max-sm:[&_button]:px-2">
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
          <Button kind="quiet" size="small" onClick={() => show(view === 'door' ? 'details' : 'door')}>
            {view === 'door' ? 'Details' : 'Door'}
          </Button>
        </span>
      }
    >
      {view === 'door' && choosing && workshops && <WorkshopChoice workshops={workshops} value={name} />}
      {view !== 'details' && error !== null && error !== undefined && !name && <ErrorBanner error={error} />}
      {view === 'door' && <DoorPanel workshopName={name} isClosed={workshops?.length === 0} accessDeniedText={accessDeniedText} />}
      {view !== 'door' && (
        <Suspense fallback={<PageLoading />}>
          <OtherViewPanel view={view} workshopName={name} caption={caption} accessDeniedText={accessDeniedText} onShow={show} />
        </Suspense>
      )}
    </Page>
  )
}

function viewOf(chosen: string | undefined): View | undefined {
  switch (chosen) {
    case 'door':
    case 'details':
    case 'walk-in':
    case 'stations':
    case 'board':
    case 'report':
    case 'print':
      return chosen
    default:
      return undefined
  }
}

/** The same page while the session cannot be verified: the door stored on the device, if any, and its stations. */
export function UnreachableDoor() {
  const [held, setHeld] = useState<boolean>()
  const [chosen, choose] = useUrlChoice('view')
  const atStation = chosen === 'stations'
  useEffect(() => {
    readDay(Date.now()).then(
      (day) => setHeld(day !== undefined),
      () => setHeld(false),
    )
  }, [])
  if (held === undefined) return <PageLoading />
  if (!held) return <Redirect to={paths.signIn()} replace />
  return (
    <Page
      title="Green Dots"
      dense
      width="prose"
      actions={
        <Button kind="quiet" size="small" onClick={() => choose(atStation ? 'door' : 'stations')}>
          {atStation ? 'Door' : 'Stations'}
        </Button>
      }
    >
      {atStation ? (
        <Suspense fallback={<PageLoading />}>
          <StationsPanel workshopName={undefined} />
        </Suspense>
      ) : (
        <DoorPanel workshopName={undefined} isClosed={false} accessDeniedText={volunteerRefusalText} />
      )}
    </Page>
  )
}
