import { useEffect, useSyncExternalStore } from 'react'
import { useWords } from '../../words/language.ts'
import { bannerLook, type BannerKind } from './banner.tsx'
import { Icon } from '../icon.tsx'

/** An action offered by a toast while it is shown. */
export interface ToastAction {
  readonly label: string
  /** The key that triggers it, as named in `useShortcuts`; the toast only displays it. */
  readonly shortcut?: string
  readonly run: () => void
}

interface Note {
  readonly number: number
  readonly text: string
  readonly more?: string | undefined
  readonly kind: BannerKind
  readonly action?: ToastAction | undefined
}

const shownMs = 8_000
const shownWithActionMs = 10_000
let latest: Note | undefined
let spoken: Note | undefined
let counter = 0
const listeners = new Set<() => void>()

/** Confirms an action for a few seconds, away from any buttons, and to screen readers. Never the only place of an error. */
export function showToast(text: string, kind: BannerKind = 'success'): void {
  latest = { number: ++counter, text, kind }
  changed()
}

/** Like `showToast`, with a second line and an action that is offered for ten seconds. */
export function showToastWithAction(text: string, more: string, action: ToastAction | undefined): void {
  latest = { number: ++counter, text, more, kind: 'success', action }
  changed()
}

/** Runs the action of the current toast, once; false if there is none. */
export function runToastAction(): boolean {
  const note = latest
  if (!note?.action) return false
  dismiss(note)
  note.action.run()
  return true
}

/** Dismisses whatever toast or announcement there is, as when the account it was meant for is gone. */
export function dismissToasts(): void {
  latest = undefined
  spoken = undefined
  changed()
}

/** Announces something to screen readers only, such as the number of results. */
export function announce(text: string): void {
  spoken = { number: ++counter, text, kind: 'info' }
  changed()
}

/** Renders toasts and announcements; once per client. */
export function LiveRegion() {
  const { t } = useWords()
  const note = useSyncExternalStore(
    subscribe,
    () => latest,
    () => undefined,
  )
  const said = useSyncExternalStore(
    subscribe,
    () => spoken,
    () => undefined,
  )
  useEffect(() => {
    if (!note) return undefined
    const timer = setTimeout(() => dismiss(note), note.action ? shownWithActionMs : shownMs)
    return () => clearTimeout(timer)
  }, [note])
  return (
    <>
      <div
        aria-live="polite"
        className="no-print pointer-events-none fixed inset-x-4 top-4 z-40 grid justify-items-center sm:top-auto sm:bottom-4 sm:justify-items-end"
      >
        {note && (
          <div
            key={note.number}
            className={`pointer-events-auto grid max-w-prose grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 rounded-md sm:flex border-s-4 px-4 py-3 shadow-float ${bannerLook[note.kind].box}`}
          >
            <span className={`flex h-[1lh] items-center ${bannerLook[note.kind].mark}`}>
              <Icon name={bannerLook[note.kind].icon} />
            </span>
            <div className="min-w-0 wrap-anywhere">
              <p className={note.more ? 'font-bold' : ''}>{note.text}</p>
              {note.more && <p>{note.more}</p>}
            </div>
            {note.action && (
              <button
                type="button"
                onClick={runToastAction}
                aria-keyshortcuts={note.action.shortcut}
                className="col-start-2 row-start-2 inline-flex min-h-10 shrink-0 cursor-pointer justify-self-start items-center gap-2 rounded-md border-[1.5px] border-edge bg-raised px-3 text-sm font-bold hover:border-ink sm:-my-1"
              >
                {note.action.label}
                {note.action.shortcut && (
                  <kbd aria-hidden="true" className="max-sm:hidden">
                    {note.action.shortcut}
                  </kbd>
                )}
              </button>
            )}
            <button
              type="button"
              aria-label={t('kit.close')}
              onClick={() => dismiss(note)}
              className="col-start-3 row-start-1 -my-1 -me-2 grid size-8 cursor-pointer place-items-center rounded-md"
            >
              <Icon name="close" />
            </button>
          </div>
        )}
      </div>
      <div aria-live="polite" className="sr-only">
        {said && <span key={said.number}>{said.text}</span>}
      </div>
    </>
  )
}

function dismiss(note: Note): void {
  if (latest === note) latest = undefined
  changed()
}

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
