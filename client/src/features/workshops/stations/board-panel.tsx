import type { StationBoard } from '@portico/shared/contract/stations'
import { boardCsv } from '@portico/shared/rules/day-report'
import { stationWords } from '@portico/shared/words/stations'
import { saveText } from '../../../ui/media/save-blob.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const refreshMs = 5_000

/**
 * The stations on a wall display: queue, seats, minutes, and the end of the id of who is called next (shared/spec/contract.md#stations).
 */
export function BoardPanel({ workshopName }: { workshopName: string }) {
  const board = trpc.workshops.getStationBoard.useQuery({ name: workshopName }, { refetchInterval: refreshMs })
  if (board.error && !board.data) return <ErrorBanner error={board.error} retry={() => void board.refetch()} />
  if (!board.data) return <PageLoading />
  const { stations, lanes } = board.data
  return (
    <div className="grid gap-6">
      {board.error && (
        <p role="status" className="rounded-md bg-wait-soft px-3 py-1.5 font-bold text-wait">
          Offline. These are the last figures.
        </p>
      )}
      {stations.length === 0 && <EmptyState text="This workshop works without stations. An admin can add them under Workshops." />}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {stations.map((station) => (
          <StationCard key={station.station} station={station} />
        ))}
      </ul>
      <section className="grid gap-2">
        <h2 className="text-lg">From check-in to leaving</h2>
        <ul className="grid gap-4 sm:grid-cols-2">
          {lanes.map(({ lane, here, left, medianMinutes, longestMinutes }) => (
            <li key={lane} className="rounded-md border border-line bg-raised px-5 py-4">
              <h3 className="text-lg font-bold">{lane === 'fast' ? 'Fast lane' : 'Normal lane'}</h3>
              <p>{`${here} here, ${left} left`}</p>
              <p className="text-mute">{minutesText(medianMinutes, longestMinutes)}</p>
            </li>
          ))}
        </ul>
      </section>
      <div>
        <Button kind="secondary" size="small" onClick={() => saveText(boardCsv(board.data), `${workshopName}-stations.csv`)}>
          Export the figures
        </Button>
      </div>
    </div>
  )
}

function StationCard({ station }: { station: StationBoard['stations'][number] }) {
  const { seats, seated, waiting, medianMinutes, longestMinutes, next } = station
  return (
    <li className="grid content-start gap-2 rounded-md border-2 border-ink bg-raised px-5 py-4">
      <h2 className="text-2xl leading-tight font-bold">{stationWords[station.station]}</h2>
      <p className="text-xl tabular-nums">{`${waiting} waiting · ${seated} of ${seats} ${seats === 1 ? 'seat' : 'seats'}`}</p>
      <p className="text-mute">{minutesText(medianMinutes, longestMinutes)}</p>
      <p className="text-mute">Next</p>
      <p className="-mt-2 flex flex-wrap gap-x-4 text-3xl font-bold xl:text-2xl 2xl:text-4xl" translate="no">
        {next.length === 0 ? <span className="text-mute">–</span> : next.map((number) => <span key={number}>{number}</span>)}
      </p>
    </li>
  )
}

function minutesText(median: number | null, longest: number | null): string {
  const middle = median === null ? 'No median yet' : `Median ${median} min`
  return longest === null ? middle : `${middle}, longest ${longest} min`
}
