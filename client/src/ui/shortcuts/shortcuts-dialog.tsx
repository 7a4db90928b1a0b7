import { useEffect, useRef } from 'react'
import { useWords } from '../../words/language.ts'
import { Button } from '../button.tsx'
import { useShortcutSwitch } from './use-shortcuts.ts'

interface ShortcutsDialogProps {
  open: boolean
  onClose: () => void
  /** The keys, as labelled, and what they do. */
  shortcuts: readonly (readonly [keys: readonly string[], what: string])[]
}

/** Lists the single-key shortcuts of a screen, with a switch that turns them off in this browser. */
export function ShortcutsDialog({ open, onClose, shortcuts }: ShortcutsDialogProps) {
  const { t } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  const [areOn, setOn] = useShortcutSwitch()
  useEffect(() => {
    if (open) ref.current?.showModal()
    else ref.current?.close()
  }, [open])
  return (
    <dialog
      ref={ref}
      aria-labelledby="shortcuts-title"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-auto max-h-[90dvh] w-[min(34rem,calc(100vw-32px))] rounded-md bg-raised p-0 text-ink shadow-float backdrop:bg-[rgb(10_15_30/0.55)]"
    >
      {open && (
        <div className="grid gap-4 p-6">
          <h2 id="shortcuts-title" className="text-lg">
            Keyboard shortcuts
          </h2>
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2">
            {shortcuts.map(([keys, what]) => (
              <div key={what} className="contents">
                <dt className="flex flex-wrap items-center gap-1">
                  {keys.map((key) => (
                    <kbd key={key} className="min-w-7 rounded-sm border-[1.5px] border-edge bg-sunken px-1.5 text-center text-sm">
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <label className="flex min-h-10 items-center gap-3">
            <input type="checkbox" checked={areOn} onChange={(event) => setOn(event.target.checked)} className="size-5" />
            Use single keys in this browser
          </label>
          <div className="justify-self-end">
            <Button size="small" onClick={onClose}>
              {t('kit.close')}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}
