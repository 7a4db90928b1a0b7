import { useEffect, useSyncExternalStore } from 'react'
import { useWords } from '../../words/language.ts'
import { bannerLook, type BannerKind } from './banner.tsx'
import { Icon } from '../icon.tsx'

interface Note {
  readonly number: number
  readonly text: string
  readonly kind: BannerKind
}

const shownMs = 8_000
let latest: Note | undefined
let spoken: Note | undefined
let counter = 0
const listeners = new Set<() => void>()

/** Says for a while, at an edge where no buttons are and to screen readers, that something was done. Never the only place of an error. */
export function showToast(text: string, kind: BannerKind = 'success'): void {
  latest = { number: ++counter, text, kind }
  changed()
}

/** Says something to screen readers alone, like the number of results. */
export function announce(text: string): void {
  spoken = { number: ++counter, text, kind: 'info' }
  changed()
}

/** The place where both appear; once in the whole client. */
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
    const timer = setTimeout(() => dismiss(note), shownMs)
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
            className={`pointer-events-auto flex max-w-prose items-start gap-3 rounded-md border-s-4 px-4 py-3 shadow-float ${bannerLook[note.kind].box}`}
          >
            <span className={`flex h-[1lh] items-center ${bannerLook[note.kind].mark}`}>
              <Icon name={bannerLook[note.kind].icon} />
            </span>
            <p>{note.text}</p>
            <button
              type="button"
              aria-label={t('kit.close')}
              onClick={() => dismiss(note)}
              className="-my-1 -me-2 grid size-8 cursor-pointer place-items-center rounded-md"
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
