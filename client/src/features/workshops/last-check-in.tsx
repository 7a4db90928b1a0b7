import { useState } from 'react'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { clockTime, type Arrival } from './check-in-calls.ts'
import { UndoCheckIn } from './undo-check-in.tsx'

interface LastArrivalProps {
  arrival: Arrival
  onUndo: (anonymousId: string, reason: string) => Promise<unknown>
  onUndone: () => void
}

/** Keeps the last check-in made on this page visible and offers to undo it. */
export function LastCheckIn({ arrival, onUndo, onUndone }: LastArrivalProps) {
  const [undoing, setUndoing] = useState(false)
  const undo = async (reason: string) => {
    await onUndo(arrival.anonymousId, reason)
    onUndone()
  }
  return (
    <Banner
      kind="success"
      action={
        <Button kind="secondary" size="small" onClick={() => setUndoing(true)}>
          Undo
        </Button>
      }
    >
      <b>{`Checked in ${clockTime(arrival.at)}`}</b> <bdi>{arrival.name}</bdi>
      <UndoCheckIn open={undoing} name={arrival.name} onUndo={undo} onClose={() => setUndoing(false)} />
    </Banner>
  )
}
