import { reason as reasonRule } from '@portico/shared/contract/fields'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'

interface UndoCheckInProps {
  open: boolean
  name: string
  /** Throws the server's refusal. */
  onUndo: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of an undo, which is kept in the history. */
export function UndoCheckIn({ open, name, onUndo, onClose }: UndoCheckInProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const close = () => {
    setReason('')
    setError(undefined)
    onClose()
  }
  const undo = async () => {
    const checked = reasonRule.safeParse(reason)
    if (!checked.success) return setError(checked.error.issues[0]?.message)
    setBusy(true)
    try {
      await onUndo(checked.data)
      showToast(`${name} is no longer checked in.`)
      close()
    } catch (failed) {
      setError(failureOf(failed).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title={`Undo the check-in of ${name}?`}
      confirmLabel="Undo check-in"
      cancelLabel="Cancel"
      busy={busy}
      busyLabel="Undoing"
      onConfirm={() => void undo()}
      onCancel={close}
    >
      <div className="grid gap-4">
        <p>They can be checked in again afterwards. The reason stays in their history.</p>
        <TextArea label="Reason" value={reason} error={error} onChange={(event) => setReason(event.target.value)} autoFocus />
      </div>
    </ConfirmDialog>
  )
}
