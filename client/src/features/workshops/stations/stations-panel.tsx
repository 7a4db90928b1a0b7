import { scannedId } from '@portico/shared/rules/scanned-id'
import { queueAt, nextStation } from '@portico/shared/rules/stations'
import { stationWords, type Station, type StationKind } from '@portico/shared/words/stations'
import { useState } from 'react'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { PageLoading } from '../../../layout/page-loading.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { SearchBox } from '../../../ui/lists/search-box.tsx'
import { useUrlPart } from '../../../ui/lists/url-state.ts'
import { CameraButton } from '../camera/camera-button.tsx'
import { Conflicts, Unsent } from '../door/door-notices.tsx'
import { rowsOf, type DoorRow } from '../door/stored-door.ts'
import { useDoor } from '../door/use-door.ts'
import { placeLabel } from '../door/door-actions.ts'
import { ScanResultScreen, type ScanResult } from '../scan-result.tsx'
import { moveOn } from './move-on.ts'

/**
 * One station of a workshop: who is seated and who waits; one scan moves a person on, online or offline (shared/spec/contract.md#stations).
 * Without a name, the workshop stored on the device.
 */
export function StationsPanel({ workshopName }: { workshopName: string | undefined }) {
  const { door, state, refresh } = useDoor(workshopName)
  const { stored, reachable } = state
  const [chosen, choose] = useUrlPart('station')
  const [scanResult, setScanResult] = useState<ScanResult>()
  if (state.isOver && !stored) return <EmptyState text="The day of this list is over. Sign in with a network for a new one." />
  if (state.error !== null && !stored) return <ErrorBanner error={state.error} retry={() => void refresh()} />
  if (!stored) return <PageLoading />
  const { stations } = stored.list
  const station = stations.find((one) => one.station === chosen) ?? stations[0]
  if (!station) return <EmptyState text="This workshop works without stations. An admin can add them under Workshops." />
  const to = nextStation(stations, station.station)
  const move = async (anonymousId: string) => setScanResult(await moveOn(door, anonymousId, { to, refresh }))
  const scan = (text: string) => {
    const id = scannedId(text)
    if (id) void move(id)
    return id !== undefined
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {scanResult && <ScanResultScreen scanResult={scanResult} onClose={() => setScanResult(undefined)} />}
      <Unsent stored={stored} reachable={reachable} />
      {state.error !== null && <ErrorBanner error={state.error} retry={() => void refresh()} />}
      <Conflicts door={door} stored={stored} />
      <Select
        label="This device stands at"
        choices={stations.map(({ station: kind }) => ({ value: kind, label: stationWords[kind] }))}
        value={station.station}
        onChange={(event) => choose(event.target.value)}
      />
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <SearchBox key={station.station} compact autoFocus label="Scan or type ID" take={scan} />
        </div>
        <CameraButton onScan={scan} />
      </div>
      <p className="text-mute">{`A scan sends the person on: ${placeLabel(to)}.`}</p>
      <StationQueue station={station} rows={rowsOf(stored)} to={to} onMove={move} />
    </div>
  )
}

interface StationQueueProps {
  station: Station
  rows: readonly DoorRow[]
  to: StationKind | null
  onMove: (anonymousId: string) => Promise<void>
}

/** Lists who is seated and who waits at a station. */
function StationQueue({ station, rows, to, onMove }: StationQueueProps) {
  const checkedIn = rows.flatMap((row) =>
    row.place?.station ? [{ row, leftAt: null, visits: [{ station: row.place.station, from: row.place.since, until: null }] }] : [],
  )
  const { seated, waiting } = queueAt(checkedIn, station)
  return (
    <>
      <People title={`At a seat, ${seated.length} of ${station.seats}`} people={seated.map(({ row }) => row)} to={to} onMove={onMove} />
      <People title={`Waiting, ${waiting.length}`} people={waiting.map(({ row }) => row)} to={to} onMove={onMove} />
    </>
  )
}

interface PeopleProps {
  title: string
  people: readonly DoorRow[]
  to: StationKind | null
  onMove: (anonymousId: string) => Promise<void>
}

function People({ title, people, to, onMove }: PeopleProps) {
  const send = to === null ? placeLabel(to) : 'Send on'
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
            <span className="shrink-0">
              <Button
                kind="secondary"
                size="small"
                aria-label={`${send}: ${fullName || anonymousId}`}
                onClick={() => void onMove(anonymousId)}
              >
                {send}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
