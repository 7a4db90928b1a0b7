import type { WaitingWalkIn } from '@portico/shared/contract/walk-ins'
import { languageOf } from '@portico/shared/words/languages'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { clockTime } from '../check-in-calls.ts'

interface WaitingWalkInsProps {
  walkIns: readonly WaitingWalkIn[]
  onOpen: (walkIn: WaitingWalkIn) => void
  onChanged: () => void
}

/** Lists walk-ins whose answers have not arrived; renders nothing if there are none. */
export function WaitingWalkIns({ walkIns, onOpen, onChanged }: WaitingWalkInsProps) {
  const remove = trpc.workshops.removeWalkIn.useMutation()
  const [removing, setRemoving] = useState<WaitingWalkIn>()
  if (walkIns.length === 0) return null
  const confirm = async () => {
    if (!removing) return
    try {
      await remove.mutateAsync({ walkInId: removing.walkInId })
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    setRemoving(undefined)
    onChanged()
  }
  return (
    <section aria-labelledby="waiting" className="grid gap-2">
      <h2 id="waiting" className="text-lg">
        Answering now
      </h2>
      <ul>
        {walkIns.map((walkIn) => (
          <li key={walkIn.walkInId} className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-2">
            <span className="min-w-0 flex-1">
              <bdi className="font-bold wrap-anywhere">{walkIn.fullName}</bdi>
              <span className="block text-sm text-mute">
                {`${languageOf(walkIn.language)?.englishName ?? walkIn.language} · ${clockTime(walkIn.startedAt)}, ${walkIn.startedBy}`}
              </span>
            </span>
            <span className="flex">
              <Button kind="quiet" size="small" aria-label={`Link of ${walkIn.fullName}`} onClick={() => onOpen(walkIn)}>
                Link
              </Button>
              <Button kind="quiet" size="small" aria-label={`Remove ${walkIn.fullName}`} onClick={() => setRemoving(walkIn)}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        title={`Remove ${removing?.fullName ?? ''}?`}
        confirmLabel="Remove"
        kind="stop"
        busy={remove.isPending}
        busyLabel="Removing"
        onConfirm={() => void confirm()}
        onCancel={() => setRemoving(undefined)}
      >
        <p>The record and its link are deleted. If they send answers all the same, those are stored like anybody else’s.</p>
      </ConfirmDialog>
    </section>
  )
}
