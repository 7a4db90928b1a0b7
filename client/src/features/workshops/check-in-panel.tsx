import { ErrorBanner } from '../../layout/error-banner.tsx'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useOffset, useQueryText } from '../../ui/lists/url-state.ts'
import { RespondentTable } from '../responses/respondent-table.tsx'
import { useOneWorkshop, WorkshopChoice } from '../responses/workshop-choice.tsx'
import { AccessDenied } from './access-denied.tsx'
import { CameraScanner } from './camera/camera-scanner.tsx'
import { canScan } from './camera/can-scan.ts'
import { CheckInCell } from './check-in-cell.tsx'
import { useCheckIn, type Arrival } from './check-in-calls.ts'
import { LastCheckIn } from './last-check-in.tsx'
import { scannedId } from '@portico/shared/rules/scanned-id'
import { ScanResultScreen, type ScanResult } from './scan-result.tsx'
import { NoGreenDotFound } from './no-green-dot-found.tsx'

/** Lists the green dots of a workshop with search, scanning and check-in. `accessDeniedText` is shown to users without a workshop. */
export function CheckInPanel({ caption, accessDeniedText }: { caption: string; accessDeniedText: string }) {
  const [offset] = useOffset()
  const [query, setQuery] = useQueryText()
  const { workshops, name, error } = useOneWorkshop()
  const list = trpc.responses.getWorkshopGreenDotResponses.useQuery(
    { name: name ?? '', pagination: { offset, count: limits.listPageSize }, filter: { query } },
    { enabled: name !== undefined, placeholderData: keepPreviousData },
  )
  const checkIn = useCheckIn(name)
  const [scanResult, setScanResult] = useState<ScanResult>()
  const [arrival, setArrival] = useState<Arrival>()
  const search = useRef<HTMLDivElement>(null)
  const refused = list.error !== null && failureOf(list.error).id === 'VOLUNTEER_CANT_ACCESS_WORKSHOP'
  const isClosed = refused || workshops?.length === 0
  // Clear the field immediately: the next person may be scanned before the result arrives.
  const admit = async (anonymousId: string) => {
    setQuery('')
    search.current?.querySelector('input')?.focus()
    const outcome = await checkIn.admit(anonymousId)
    setScanResult(outcome.scanResult)
    if (outcome.arrival) setArrival(outcome.arrival)
  }
  const scan = (text: string) => {
    const id = scannedId(text)
    if (id) void admit(id)
    return id !== undefined
  }
  const fault = error ?? (refused ? null : list.error)
  return (
    <>
      {scanResult && <ScanResultScreen scanResult={scanResult} onClose={() => setScanResult(undefined)} />}
      <div ref={search} className="grid items-end gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        {/* A hardware scanner types the id and presses Enter. */}
        <div>
          <SearchBox
            autoFocus
            take={scan}
            disabled={isClosed}
            hint="Name, ID, email or phone. To check someone in, scan their ID or type it in full and press Enter."
          />
        </div>
        {workshops && workshops.length > 1 && <WorkshopChoice workshops={workshops} value={name} />}
      </div>
      {!isClosed && <Camera onScan={scan} />}
      {arrival && <LastCheckIn key={arrival.anonymousId} arrival={arrival} onUndo={checkIn.undo} onUndone={() => setArrival(undefined)} />}
      {isClosed && <AccessDenied text={accessDeniedText} />}
      {!isClosed && fault && <ErrorBanner error={fault} retry={() => void list.refetch()} />}
      {!isClosed && (list.data || !fault) && (
        <RespondentTable
          scope="green-dots"
          caption={caption}
          page={list.data}
          loading={list.isPlaceholderData}
          expectedRows={limits.listPageSize}
          empty={
            query ? (
              <NoGreenDotFound query={query} onClear={() => setQuery('')} />
            ) : (
              <EmptyState text="No green dots yet. Respondents appear here as soon as they turn green." />
            )
          }
          checkIn={(entry) => <CheckInCell entry={entry} onCheckIn={admit} onUndo={checkIn.undo} />}
        />
      )}
    </>
  )
}

function Camera({ onScan }: { onScan: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  if (!canScan()) return null
  if (open) return <CameraScanner onScan={onScan} onClose={() => setOpen(false)} />
  return (
    <div>
      <Button kind="secondary" size="small" onClick={() => setOpen(true)}>
        Scan with the camera
      </Button>
    </div>
  )
}
