import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useWords } from '../../words/language.ts'
import { Button } from '../button.tsx'

export interface ConfirmDialogProps {
  open: boolean
  /** The question. */
  title: string
  /** The consequence. */
  children: ReactNode
  /** A verb. */
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  onCancel: () => void
  /** While the action runs; the dialog cannot be cancelled until it is done. */
  busy?: boolean
  busyLabel?: string
  /** Why it cannot be confirmed (yet); it can always be cancelled. */
  disabledReason?: string | undefined
  /** `stop` for destructive actions. */
  kind?: 'primary' | 'stop'
}

/** Asks for confirmation before an irreversible action. Escape and a click outside cancel; the browser traps and restores the focus. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  busy = false,
  busyLabel,
  disabledReason,
  kind = 'primary',
}: ConfirmDialogProps) {
  const { t } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  const cancel = () => !busy && onCancel()
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        cancel()
      }}
      onClick={(event) => event.target === event.currentTarget && cancel()}
      className="m-auto w-[min(32rem,calc(100vw-32px))] rounded-md bg-raised p-0 text-ink shadow-float backdrop:bg-[rgb(10_15_30/0.55)]"
    >
      {open && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-6">
          <h2 id={`${id}-title`} className="text-lg wrap-anywhere">
            {title}
          </h2>
          <div id={`${id}-text`}>{children}</div>
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button kind="secondary" onClick={cancel} disabled={busy}>
              {cancelLabel ?? t('kit.cancel')}
            </Button>
            <Button kind={kind} onClick={onConfirm} busy={busy} busyLabel={busyLabel} disabledReason={disabledReason}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}
