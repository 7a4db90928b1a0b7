import { languageOf } from '@portico/shared/words/languages'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { clockTime } from '../check-in-calls.ts'
import { notGreen } from '../scan-result.tsx'
import { initialOf, type DoorRow } from './stored-door.ts'

const indexFrom = 12

export interface DoorListProps {
  caption: string
  rows: readonly DoorRow[]
  onCheckIn: (row: DoorRow) => void
  onUndo: (row: DoorRow) => void
  /** Whether respondents have seats with individual times. */
  withSeats: boolean
  /** Undefined while offline, because only the server knows which seats are free. */
  onSeat: ((row: DoorRow) => void) | undefined
}

/** Dense list of respondents, with an index of initials once it is long. */
export function DoorList({ caption, rows, ...actions }: DoorListProps) {
  const table = useRef<HTMLTableElement>(null)
  const letters = [...new Set(rows.map(initialOf))]
  const go = (letter: string) =>
    table.current?.querySelector(`[data-initial="${CSS.escape(letter)}"]`)?.scrollIntoView({ block: 'start', behavior: 'instant' })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      {rows.length >= indexFrom && (
        <nav aria-label="Index" className="sticky top-0 z-10 flex overflow-x-auto bg-paper py-1">
          {letters.map((letter) => (
            <button
              key={letter}
              type="button"
              onClick={() => go(letter)}
              className="min-h-10 min-w-9 shrink-0 cursor-pointer rounded-md font-bold text-ink hover:bg-sunken"
            >
              {letter}
            </button>
          ))}
        </nav>
      )}
      <table ref={table} className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <tbody>
          {rows.map((row, index) => {
            const initial = initialOf(row)
            const first = index === 0 || initialOf(rows[index - 1] ?? row) !== initial
            return <DoorLine key={row.anonymousId} row={row} initial={first ? initial : undefined} {...actions} />
          })}
        </tbody>
      </table>
    </div>
  )
}

interface DoorLineProps extends Omit<DoorListProps, 'caption' | 'rows'> {
  row: DoorRow
  /** Set on the first row of each initial. */
  initial: string | undefined
}

function DoorLine({ row, initial, onCheckIn, onUndo, withSeats, onSeat }: DoorLineProps) {
  const { fullName, anonymousId, language, green, checkIns } = row
  const [checkIn] = checkIns
  const name = fullName || anonymousId
  return (
    <tr data-initial={initial} className="scroll-mt-14 border-b border-line">
      <th scope="row" className="min-w-0 py-1 pe-3 text-start font-normal">
        <bdi className="line-clamp-4 text-left leading-tight font-bold wrap-anywhere">{fullName || 'Name not given'}</bdi>
        <span className="text-sm text-mute">
          {withSeats && <SeatTime row={row} onSeat={onSeat} />}
          <span translate="no">{`…${anonymousId.slice(-4)}`}</span>
          {` · ${languageOf(language)?.englishName ?? language}`}
        </span>
      </th>
      <td className="w-36 py-1 text-end">
        {checkIn && (
          <span className="inline-flex items-center gap-1 whitespace-nowrap">
            <span className="inline-flex items-center gap-1 font-bold text-good">
              <Icon name="check-circle" />
              <time dateTime={new Date(checkIn.at).toISOString()}>{clockTime(new Date(checkIn.at).toISOString())}</time>
            </span>
            <Button kind="quiet" size="small" aria-label={`Undo the check-in of ${name}`} onClick={() => onUndo(row)}>
              Undo
            </Button>
          </span>
        )}
        {!checkIn && green && (
          <Button wide aria-label={`Check in ${name}`} onClick={() => onCheckIn(row)}>
            Check in
          </Button>
        )}
        {!checkIn && !green && <span className="block text-sm leading-tight font-bold text-stop">{notGreen}</span>}
      </td>
    </tr>
  )
}

// Respondents who are checked in or not green cannot change their seat.
function SeatTime({ row, onSeat }: { row: DoorRow; onSeat: DoorListProps['onSeat'] }) {
  const { fullName, anonymousId, green, checkIns, seatTime } = row
  if (!seatTime && !green) return null
  const seatText = seatTime ?? 'No seat'
  const mayChange = onSeat && green && checkIns.length === 0
  return (
    <>
      {mayChange ? (
        <button
          type="button"
          aria-label={`${seatText}: change the seat of ${fullName || anonymousId}`}
          onClick={() => onSeat(row)}
          className="min-h-6 cursor-pointer font-bold text-ink tabular-nums underline underline-offset-2"
        >
          {seatText}
        </button>
      ) : (
        <b className="text-ink tabular-nums">{seatText}</b>
      )}
      {' · '}
    </>
  )
}
