import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { SeatChoice, useSeatChange } from '../../responses/contact/seat-section.tsx'
import type { DoorRow } from './stored-door.ts'

export interface DoorSeatProps {
  row: DoorRow
  open: boolean
  onSaved: () => void
  onClose: () => void
}

/** Assigns, moves or frees the seat of a respondent at the door (shared/spec/contract.md#check-in-without-a-network). */
export function DoorSeat({ row: { anonymousId, fullName }, open, onSaved, onClose }: DoorSeatProps) {
  const seat = trpc.seats.getSeat.useQuery({ respondent: { anonymousId } }, { enabled: open, staleTime: 0, networkMode: 'always' })
  const change = useSeatChange(anonymousId, seat.data, () => {
    onSaved()
    onClose()
  })
  return (
    <ConfirmDialog
      open={open}
      title={`Seat of ${fullName || anonymousId}`}
      confirmLabel="Save"
      cancelLabel="Cancel"
      busy={change.busy}
      busyLabel="Saving"
      onConfirm={() => change.chosen !== '' && change.save()}
      onCancel={onClose}
    >
      {seat.error && <ErrorBanner error={seat.error} />}
      {seat.data && <SeatChoice seat={seat.data} change={change} />}
    </ConfirmDialog>
  )
}
