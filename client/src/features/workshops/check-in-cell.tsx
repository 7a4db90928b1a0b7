import type { RespondentEntry } from '@portico/shared/contract/responses'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { localDate } from '../../words/local-date.tsx'
import { clockTime } from './check-in-calls.ts'
import { UndoCheckIn } from './undo-check-in.tsx'

export interface CheckInCellProps {
  entry: RespondentEntry
  onCheckIn: (anonymousId: string) => Promise<unknown>
  onUndo: (anonymousId: string, reason: string) => Promise<unknown>
}

/** Shows the time of the check-in, which can be undone, or a button to check in. */
export function CheckInCell({ entry, onCheckIn, onUndo }: CheckInCellProps) {
  const { anonymousId, fullName } = entry.respondent
  const [busy, setBusy] = useState(false)
  const [undoing, setUndoing] = useState(false)
  const checkIn = () => {
    setBusy(true)
    void onCheckIn(anonymousId).finally(() => setBusy(false))
  }
  if (!entry.checkedInAt)
    return (
      <span className="grid min-w-28 whitespace-nowrap">
        <Button wide busy={busy} aria-label={`Check in ${fullName}`} onClick={checkIn}>
          Check in
        </Button>
      </span>
    )
  return (
    <span className="grid justify-items-start gap-1">
      <span className="inline-flex items-center gap-1.5 font-bold text-good">
        <Icon name="check-circle" />
        <time dateTime={entry.checkedInAt}>{momentOf(entry.checkedInAt)}</time>
      </span>
      <span className="-ms-4">
        <Button kind="quiet" size="small" aria-label={`Undo the check-in of ${fullName}`} onClick={() => setUndoing(true)}>
          Undo
        </Button>
      </span>
      <UndoCheckIn open={undoing} name={fullName} onUndo={(reason) => onUndo(anonymousId, reason)} onClose={() => setUndoing(false)} />
    </span>
  )
}

/** Returns the time for today, preceded by the date for other days. */
function momentOf(instant: string): string {
  const today = new Date().toDateString() === new Date(instant).toDateString()
  return today ? clockTime(instant) : `${localDate(instant, 'en')}, ${clockTime(instant)}`
}
