import { scannedId } from '@portico/shared/rules/scanned-id'
import { useRef, useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { useWorkshopTitles } from '../../../layout/workshops/use-workshops.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { showToast, showToastWithAction } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/lists/search-box.tsx'
import { useQueryText, useUrlChoice } from '../../../ui/lists/url-state.ts'
import { AccessDenied } from '../access-denied.tsx'
import { CameraButton } from '../camera/camera-button.tsx'
import { ScanResultScreen, type ScanResult } from '../scan-result.tsx'
import { DoorList, type DoorListProps } from './door-list.tsx'
import { NobodyFound } from './nobody-found.tsx'
import { Conflicts, SetAsideNotice, Unsent } from './door-notices.tsx'
import type { DoorSeat } from './door-seat.tsx'
import type { DoorState } from './door.ts'
import { rowsOf, searchRows, type DoorRow, type StoredDoor } from './stored-door.ts'
import { useDoor } from './use-door.ts'
import { admit, undoCheckIns, undoReason } from './door-actions.ts'

type Tab = 'expected' | 'in' | 'not-green'

interface DoorPanelProps {
  /** Undefined shows what the device holds, while the session cannot be verified. */
  workshopName: string | undefined
  /** Whether there is no workshop to show. */
  isClosed: boolean
  accessDeniedText: string
}

/** The door of a workshop: search, scan, check in and undo, online or offline (shared/spec/contract.md#check-in-without-a-network). */
export function DoorPanel({ workshopName, isClosed: hasNoWorkshop, accessDeniedText }: DoorPanelProps) {
  const { door, state, refresh } = useDoor(workshopName)
  const utils = trpc.useUtils()
  const titleOf = useWorkshopTitles()
  const [, setQuery] = useQueryText()
  const [scanResult, setScanResult] = useState<ScanResult>()
  const seats = useSeats(refresh)
  const search = useRef<HTMLDivElement>(null)
  const isClosed = hasNoWorkshop || (state.error !== null && failureOf(state.error).id === 'VOLUNTEER_CANT_ACCESS_WORKSHOP')
  const findElsewhere = async (anonymousId: string) => {
    try {
      const found = await utils.responses.getWorkshopGreenDotRespondent.fetch({ respondent: { anonymousId } }, { staleTime: 0 })
      return `${found.respondent.fullName}: ${titleOf(found.respondent.workshopName)}`
    } catch {
      // Not found, foreign or offline: the desk sorts it out.
      return undefined
    }
  }
  // Clear the field immediately: the next person may be scanned before the result arrives.
  const checkIn = async (anonymousId: string) => {
    setQuery('')
    search.current?.querySelector('input')?.focus()
    setScanResult(await admit(door, anonymousId, { refresh, findElsewhere }))
  }
  // The list moves up at once: a second tap on the same place would check in the next person.
  const pressedAt = useRef(-Infinity)
  const press = (act: () => void) => {
    const before = pressedAt.current
    pressedAt.current = performance.now()
    if (pressedAt.current - before > doubleTapMs) act()
  }
  const undo = async ({ anonymousId, fullName }: DoorRow) => {
    if (!(await undoCheckIns(door, anonymousId))) return showToast(`${fullName} is still checked in.`, 'warning')
    const again = { label: 'Check in again', run: () => void checkIn(anonymousId) }
    showToastWithAction(`${fullName} is no longer checked in.`, `Reason: ${undoReason.toLowerCase()}.`, again)
  }
  const scan = (text: string) => {
    const id = scannedId(text)
    if (id) void checkIn(id)
    return id !== undefined
  }
  return (
    <>
      {scanResult && <ScanResultScreen scanResult={scanResult} onClose={() => setScanResult(undefined)} />}
      {state.stored && !isClosed && <DoorStatus stored={state.stored} reachable={state.reachable} />}
      {/* A hardware scanner types the id and presses Enter. */}
      <div ref={search} className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <SearchBox compact autoFocus disabled={isClosed} label="Name or digits" take={scan} />
        </div>
        {!isClosed && <CameraButton onScan={scan} />}
      </div>
      <SetAsideNotice setAside={state.setAside} />
      {isClosed && <AccessDenied text={accessDeniedText} />}
      {!isClosed && state.error !== null && <ErrorBanner error={state.error} retry={() => void refresh()} />}
      {!isClosed && !state.stored && state.isOver && (
        <EmptyState text="The day of this list is over. Sign in with a network for a new one." />
      )}
      {!isClosed && state.stored && (
        <>
          <Conflicts door={door} stored={state.stored} />
          <WaitingWalkIns count={state.stored.list.walkIns.length} />
          <DoorTabs
            stored={state.stored}
            onCheckIn={({ anonymousId }) => press(() => void checkIn(anonymousId))}
            onUndo={(row) => void undo(row)}
            onSeat={state.reachable ? seats.show : undefined}
            reachable={state.reachable}
          />
          {seats.dialog}
        </>
      )}
    </>
  )
}

/** The seat dialog, loaded on demand because it works only online. */
function useSeats(refresh: () => Promise<void>) {
  const [chosen, setChosen] = useState<{ Dialog: typeof DoorSeat; row: DoorRow; open: boolean }>()
  const load = async (row: DoorRow) => {
    try {
      const { DoorSeat: Dialog } = await import('./door-seat.tsx')
      setChosen({ Dialog, row, open: true })
    } catch {
      showToast('Seats can be changed only with a network.', 'warning')
    }
  }
  const close = () => setChosen((now) => now && { ...now, open: false })
  return {
    show: (row: DoorRow) => void load(row),
    dialog: chosen && (
      <chosen.Dialog key={chosen.row.anonymousId} row={chosen.row} open={chosen.open} onSaved={() => void refresh()} onClose={close} />
    ),
  }
}

function DoorStatus({ stored, reachable }: Pick<DoorState, 'reachable'> & { stored: StoredDoor }) {
  const rows = rowsOf(stored)
  const welcome = rows.filter((row) => row.green || row.checkIns.length > 0)
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="min-w-0 flex-1 truncate text-mute">{stored.list.workshop.title}</bdi>
      <b className="whitespace-nowrap tabular-nums">
        {`${welcome.filter((row) => row.checkIns.length > 0).length} of ${welcome.length} in`}
      </b>
      {/* On a phone, the title needs the room. */}
      <bdi className="max-w-32 truncate text-sm text-mute max-sm:hidden">{stored.account.name}</bdi>
      <Unsent stored={stored} reachable={reachable} />
    </div>
  )
}

interface DoorTabsProps extends Pick<DoorListProps, 'onCheckIn' | 'onUndo' | 'onSeat'> {
  stored: StoredDoor
  reachable: boolean
}

function DoorTabs({ stored, reachable, ...actions }: DoorTabsProps) {
  const [query, setQuery] = useQueryText()
  const [tab, setTab] = useState<Tab>('expected')
  const rows = rowsOf(stored)
  const withSeats = rows.some(({ seatTime }) => seatTime !== undefined)
  const found = query ? searchRows(rows, query) : rows.filter((row) => tabOf(row) === tab)
  if (query && found.length === 0) return <NobodyFound query={query} reachable={reachable} onClear={() => setQuery('')} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {!query && (
        <div role="group" aria-label="Show" className="grid grid-cols-3 gap-1">
          {(['expected', 'in', 'not-green'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === tab}
              onClick={() => setTab(one)}
              className="bordered-when-forced min-h-12 cursor-pointer rounded-md border-[1.5px] border-edge leading-tight font-bold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-on-ink"
            >
              {`${tabWords[one]} `}
              <span className="block tabular-nums sm:inline">{rows.filter((row) => tabOf(row) === one).length}</span>
            </button>
          ))}
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState text={emptyWords[tab]} />
      ) : (
        <DoorList caption={query ? 'Found' : tabWords[tab]} rows={found} withSeats={withSeats} {...actions} />
      )}
    </div>
  )
}

/** Two taps within this time are one. */
const doubleTapMs = 500
const tabWords: Record<Tab, string> = { expected: 'Expected', in: 'In', 'not-green': 'Not green' }
const emptyWords: Record<Tab, string> = {
  expected: 'No green dots are expected any more. Respondents appear here as soon as they turn green.',
  in: 'Nobody is in yet.',
  'not-green': 'Everyone is green.',
}

function tabOf(row: DoorRow): Tab {
  if (row.checkIns.length > 0) return 'in'
  return row.green ? 'expected' : 'not-green'
}

function WaitingWalkIns({ count }: { count: number }) {
  const [, show] = useUrlChoice('view')
  if (count === 0) return null
  return (
    <Button kind="secondary" size="small" wide onClick={() => show('walk-in')}>
      {count === 1 ? '1 walk-in is answering' : `${count} walk-ins are answering`}
    </Button>
  )
}
