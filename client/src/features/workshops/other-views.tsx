import { isAdmin } from '@portico/shared/rules/accounts'
import { Suspense } from 'react'
import { lazyPart } from '../../layout/loading/lazy-part.ts'
import { PartUnreachable } from '../../layout/loading/part-unreachable.tsx'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { PageLoading } from '../../layout/page-loading.tsx'
import { paths } from '../../paths.ts'
import { CheckInPanel } from './check-in-panel.tsx'

const WalkInPanel = lazyPart(async () => (await import('./walk-ins/walk-in-panel.tsx')).WalkInPanel, PartUnreachable)
const StationsPanel = lazyPart(async () => (await import('./stations/stations-panel.tsx')).StationsPanel, PartUnreachable)
const BoardPanel = lazyPart(async () => (await import('./stations/board-panel.tsx')).BoardPanel, PartUnreachable)
const ReportPanel = lazyPart(async () => (await import('./stations/report-panel.tsx')).ReportPanel, PartUnreachable)
const PrintPanel = lazyPart(async () => (await import('./print/print-panel.tsx')).PrintPanel, PartUnreachable)

/** Views of a workshop day other than the door, as named in the URL. */
export const otherViews = ['details', 'walk-in', 'stations', 'board', 'report', 'print'] as const
export type OtherView = (typeof otherViews)[number]

const viewWords: Record<OtherView, string> = {
  details: 'Details',
  'walk-in': 'Walk-in',
  stations: 'Stations',
  board: 'Board',
  report: 'Report',
  print: 'Print',
}

interface OtherViewProps {
  view: OtherView
  /** Undefined if there is none or it has not loaded yet. */
  workshopName: string | undefined
  caption: string
  accessDeniedText: string
  onShow: (view: OtherView | 'door') => void
}

/** Renders a view, with links to the others above it. */
export function OtherViewPanel({ view, workshopName, caption, accessDeniedText, onShow }: OtherViewProps) {
  const { profile } = useSession()
  return (
    <>
      {workshopName !== undefined && (
        <nav aria-label="Views" className="no-print -mx-2 flex flex-wrap">
          {otherViews.map((other) => (
            <button
              key={other}
              type="button"
              aria-current={other === view ? 'page' : undefined}
              onClick={() => onShow(other)}
              className="min-h-10 cursor-pointer rounded-md px-2 text-sm font-bold text-ink underline-offset-4 hover:bg-sunken aria-[current]:underline"
            >
              {viewWords[other]}
            </button>
          ))}
          {isAdmin(profile?.roles ?? []) && (
            <Link
              href={paths.workshop(workshopName)}
              className="inline-flex min-h-10 items-center rounded-md px-2 text-sm font-bold text-ink no-underline underline-offset-4 hover:bg-sunken hover:underline"
            >
              Workshop
            </Link>
          )}
        </nav>
      )}
      {view === 'details' && <CheckInPanel caption={caption} accessDeniedText={accessDeniedText} />}
      {workshopName !== undefined && (
        <Suspense fallback={<PageLoading />}>
          {view === 'walk-in' && <WalkInPanel key={workshopName} workshopName={workshopName} onPerson={() => onShow('door')} />}
          {view === 'stations' && <StationsPanel workshopName={workshopName} />}
          {view === 'board' && <BoardPanel workshopName={workshopName} />}
          {view === 'report' && <ReportPanel workshopName={workshopName} />}
          {view === 'print' && <PrintPanel workshopName={workshopName} />}
        </Suspense>
      )}
    </>
  )
}
