import { useState, type KeyboardEvent } from 'react'
import { failureOf } from '../../../../api/failure.ts'
import { trpc } from '../../../../api/trpc.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/feedback/toast.tsx'

interface AgencyReasonsProps {
  agencyId: number
  /** The current content of the field, which can be saved as a reason. */
  typed: string
  onUse: (text: string) => void
}

/** The agency's saved reasons: each can be inserted into the field and edited there. They can be added, changed and removed. */
export function AgencyReasons({ agencyId, typed, onUse }: AgencyReasonsProps) {
  const { reasons, keep, remove } = useAgencyReasons(agencyId)
  const [managing, setManaging] = useState(false)
  const [changing, setChanging] = useState<number>()
  const text = typed.trim()
  const isKept = reasons.some((reason) => reason.text === text)
  const save = async () => {
    await keep(text, changing)
    setChanging(undefined)
  }
  return (
    <div className="grid gap-2">
      {reasons.length > 0 && (
        <ol className="flex flex-wrap gap-2" aria-label="What your agency often writes">
          {reasons.map((reason, index) => (
            <li key={reason.id} className="flex max-w-full flex-wrap items-center gap-1">
              <button
                type="button"
                onClick={() => onUse(reason.text)}
                aria-keyshortcuts={index < 9 ? `Alt+${index + 1}` : undefined}
                className="min-h-10 max-w-full cursor-pointer rounded-md border border-edge bg-raised px-3 py-1.5 text-start text-sm wrap-anywhere hover:border-ink"
              >
                {index < 9 && <kbd className="me-2 text-mute">{`Alt+${index + 1}`}</kbd>}
                {reason.text}
              </button>
              {managing && (
                <>
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={`Change: ${reason.text}`}
                    onClick={() => {
                      setChanging(reason.id)
                      onUse(reason.text)
                    }}
                  >
                    Change
                  </Button>
                  <Button kind="quiet" size="small" aria-label={`Remove: ${reason.text}`} onClick={() => void remove(reason.id)}>
                    Remove
                  </Button>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        {text !== '' && !isKept && (
          <Button kind="quiet" size="small" onClick={() => void save()}>
            {changing === undefined ? 'Keep as a reason of the agency' : 'Save the changed reason'}
          </Button>
        )}
        {reasons.length > 0 && (
          <Button kind="quiet" size="small" aria-pressed={managing} onClick={() => setManaging(!managing)}>
            {managing ? 'Done' : 'Edit reasons'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Returns the saved reasons of an agency and the actions on them; a toast shows a refusal. */
export function useAgencyReasons(agencyId: number | undefined) {
  const utils = trpc.useUtils()
  const list = trpc.agency.getReasonList.useQuery({ agencyId: agencyId ?? 0 }, { enabled: agencyId !== undefined, staleTime: 60_000 })
  const saving = trpc.agency.saveReason.useMutation()
  const removing = trpc.agency.removeReason.useMutation()
  const change = async (call: Promise<unknown>) => {
    await call.catch((error: unknown) => showToast(failureOf(error).message, 'error'))
    await utils.agency.getReasonList.invalidate()
  }
  return {
    reasons: list.data ?? [],
    keep: (text: string, id: number | undefined) => change(saving.mutateAsync({ agencyId: agencyId ?? 0, id, text })),
    remove: (id: number) => change(removing.mutateAsync({ agencyId: agencyId ?? 0, id })),
  }
}

/** Returns the index, from 0, of the reason selected by Alt and a digit; undefined for other keys. */
export function reasonKey(event: KeyboardEvent): number | undefined {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
  return event.altKey && !event.ctrlKey && digit ? Number(digit) - 1 : undefined
}
