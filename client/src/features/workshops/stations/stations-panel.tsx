import type { DayPerson, DayReport } from '@portico/shared/contract/stations'
import { wayOfPerson } from '@portico/shared/rules/day-report'
import { scannedId } from '@portico/shared/rules/scanned-id'
import { lineAt, nextStation } from '@portico/shared/rules/stations'
import { stationWords, type Station, type StationKind } from '@portico/shared/words/stations'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { SearchBox } from '../../../ui/lists/search-box.tsx'
import { useUrlPart } from '../../../ui/lists/url-state.ts'
import { CameraButton } from '../camera-button.tsx'
import { ScanResultScreen, type ScanResult } from '../scan-result.tsx'

const refreshMs = 10_000
const nowhere = 'Left'

/** One station of a workshop: who sits and who waits; one scan moves a person on (shared/spec/contract.md#stations). Needs a network. */
export function StationsPanel({ workshopName }: { workshopName: string }) {
  const report = trpc.workshops.getDayReport.useQuery({ name: workshopName }, { refetchInterval: refreshMs })
  const [chosen, choose] = useUrlPart('station')
  if (report.error) return <ErrorBanner error={report.error} retry={() => void report.refetch()} />
  if (!report.data) return <PageLoading />
  const { stations } = report.data
  const station = stations.find((one) => one.station === chosen) ?? stations[0]
  if (!station) return <EmptyState text="This workshop works without stations. An admin can add them under Workshops." />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Select
        label="This device stands at"
        choices={stations.map(({ station: kind }) => ({ value: kind, label: stationWords[kind] }))}
        value={station.station}
        onChange={(event) => choose(event.target.value)}
      />
      <OneStation key={station.station} {...{ workshopName, station }} report={report.data} onMoved={() => void report.refetch()} />
    </div>
  )
}

interface OneStationProps {
  workshopName: string
  station: Station
  report: DayReport
  onMoved: () => void
}

function OneStation({ workshopName, station, report, onMoved }: OneStationProps) {
  const move = trpc.workshops.moveToStation.useMutation()
  const [scanResult, setScanResult] = useState<ScanResult>()
  const to = nextStation(report.stations, station.station)
  const moveOn = async (anonymousId: string) => {
    const detail = report.people.find((person) => person.anonymousId === anonymousId)?.fullName ?? ''
    try {
      await move.mutateAsync({ name: workshopName, respondent: { anonymousId }, to })
      setScanResult({ kind: 'in', says: wordOf(to), detail, anonymousId })
      onMoved()
    } catch (error) {
      setScanResult({ ...failed(error), anonymousId })
    }
  }
  const scan = (text: string) => {
    const id = scannedId(text)
    if (id) void moveOn(id)
    return id !== undefined
  }
  const walkers = report.people.map((person) => ({ ...wayOfPerson(person), person }))
  const { seated, waiting } = lineAt(walkers, station)
  return (
    <>
      {scanResult && <ScanResultScreen scanResult={scanResult} onGone={() => setScanResult(undefined)} />}
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <SearchBox compact autoFocus label="Scan, or type the id" take={scan} />
        </div>
        <CameraButton onScan={scan} />
      </div>
      <p className="text-mute">{`A scan sends the person on: ${wordOf(to)}.`}</p>
      <People
        title={`At a seat, ${seated.length} of ${station.seats}`}
        people={seated.map(({ person }) => person)}
        to={to}
        onMove={moveOn}
      />
      <People title={`Waiting, ${waiting.length}`} people={waiting.map(({ person }) => person)} to={to} onMove={moveOn} />
    </>
  )
}

interface PeopleProps {
  title: string
  people: readonly DayPerson[]
  to: StationKind | null
  onMove: (anonymousId: string) => Promise<void>
}

function People({ title, people, to, onMove }: PeopleProps) {
  return (
    <section className="grid gap-1">
      <h2 className="text-lg">{title}</h2>
      <ul>
        {people.map(({ anonymousId, fullName, lane }) => (
          <li key={anonymousId} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0">
              <bdi className="font-bold wrap-anywhere">{fullName || 'Name not given'}</bdi>
              <span className="block text-sm text-mute">
                <span translate="no">{anonymousId.slice(-5)}</span>
                {lane === 'fast' ? ' · fast lane' : ''}
              </span>
            </span>
            <Button
              kind="secondary"
              size="small"
              aria-label={`${wordOf(to)}: ${fullName || anonymousId}`}
              onClick={() => void onMove(anonymousId)}
            >
              {wordOf(to)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function wordOf(to: StationKind | null): string {
  return to === null ? nowhere : stationWords[to]
}

function failed(error: unknown): Omit<ScanResult, 'anonymousId'> {
  const { id, message } = failureOf(error)
  if (id === 'NOT_CHECKED_IN') return { kind: 'not-green', says: 'Not checked in, please see the door', detail: '' }
  if (id === 'NOT_FOUND') return { kind: 'not-green', says: 'Not of this workshop, please see the desk', detail: '' }
  return { kind: 'failed', says: 'Not moved, try again', detail: message }
}
