import type { RespondentSeat } from '@portico/shared/contract/seats'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LocalDate } from '../../../words/local-date.tsx'

/** Shows a respondent's seat; assigns, moves or frees it. Renders nothing for a workshop without slots (shared/spec/contract.md#seats). */
export function SeatSection({ anonymousId }: { anonymousId: string }) {
  const seat = trpc.seats.getSeat.useQuery({ respondent: { anonymousId } })
  const [open, setOpen] = useState(false)
  if (!seat.data || seat.data.slots.length === 0) return null
  return (
    <section className="grid content-start justify-items-start gap-3">
      <h3 className="font-bold">Seat</h3>
      <p>
        <SeatWords seat={seat.data} />
      </p>
      <Button kind="secondary" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {seat.data.seat ? 'Change the seat' : 'Give a seat'}
      </Button>
      {open && <SeatForm anonymousId={anonymousId} seat={seat.data} onSaved={() => setOpen(false)} />}
    </section>
  )
}

function SeatWords({ seat: { seat, waiting } }: { seat: RespondentSeat }) {
  if (waiting) return `On the waiting list, ${waiting.ahead} before them`
  if (!seat) return <span className="text-mute">No seat yet</span>
  if (seat.offeredUntil === null) return <b className="tabular-nums">{seat.time}</b>
  return (
    <>
      {`${seat.time} is offered until `}
      <LocalDate value={seat.offeredUntil} style="moment" />
    </>
  )
}

const none = 'none'

/** Chooses and saves a seat for a respondent. */
export function useSeatChange(anonymousId: string, seat: RespondentSeat | undefined, onSaved: () => void) {
  const set = trpc.seats.setSeat.useMutation()
  const utils = trpc.useUtils()
  const [picked, choose] = useState<string>()
  const chosen = picked ?? String(seat?.seat?.slotId ?? '')
  const respondent = { anonymousId }
  const save = async () => {
    try {
      const now = await set.mutateAsync({ respondent, slotId: chosen === none ? null : Number(chosen) })
      utils.seats.getSeat.setData({ respondent }, now)
      showToast(now.seat ? `The seat is at ${now.seat.time}. We tell the person.` : 'The person has no seat now.')
      onSaved()
    } catch {
      await utils.seats.getSeat.invalidate()
    }
  }
  return { chosen, choose, save: () => void save(), busy: set.isPending, error: set.error }
}

/** Selects a seat for a respondent; shows why it could not be saved. */
export function SeatChoice({
  seat: { seat, slots, waiting },
  change: { chosen, choose, error },
}: {
  seat: RespondentSeat
  change: Pick<ReturnType<typeof useSeatChange>, 'chosen' | 'choose' | 'error'>
}) {
  const choices = slots.map(({ slotId, time, free }) => ({
    value: String(slotId),
    label: slotId === seat?.slotId ? `${time}, theirs` : `${time}, ${free} free`,
    disabled: free === 0 && slotId !== seat?.slotId,
  }))
  const leaving = seat || waiting ? [{ value: none, label: seat ? 'No seat' : 'Off the waiting list' }] : []
  return (
    <div className="grid gap-3">
      {error && <ErrorBanner error={error} />}
      <Select
        label="Seat at"
        placeholder="Please select"
        choices={[...choices, ...leaving]}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  )
}

function SeatForm({ anonymousId, seat, onSaved }: { anonymousId: string; seat: RespondentSeat; onSaved: () => void }) {
  const change = useSeatChange(anonymousId, seat, onSaved)
  return (
    <div className="grid w-full gap-3">
      <SeatChoice seat={seat} change={change} />
      <div>
        <Button size="small" disabled={change.chosen === ''} busy={change.busy} busyLabel="Saving" onClick={change.save}>
          Save
        </Button>
      </div>
    </div>
  )
}
