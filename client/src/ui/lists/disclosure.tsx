import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'

export interface DisclosureButtonProps {
  expanded: boolean
  onToggle: () => void
  /** The id of the element it shows and hides. */
  controls: string
  /** The label while closed and while open, such as View and Hide. */
  labels: readonly [closed: string, open: string]
  /** Appended to the label for screen readers, such as the name of the row. */
  about?: string
}

/** Shows or hides a nearby element; a button with `aria-expanded`. */
export function DisclosureButton({ expanded, onToggle, controls, labels, about }: DisclosureButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      onClick={onToggle}
      className="inline-flex min-h-10 cursor-pointer items-center gap-1.5 rounded-md border-[1.5px] border-edge bg-raised px-3 py-1.5 text-sm font-bold hover:border-ink hover:bg-sunken"
    >
      <span>{expanded ? labels[1] : labels[0]}</span>
      {about && ' '}
      {about && <span className="sr-only">{about}</span>}
      <span className={`transition-transform ${expanded ? 'rotate-180' : ''}`}>
        <Icon name="chevron-down" />
      </span>
    </button>
  )
}

/** A title that expands the content below it. */
export function Disclosure({ title, children, open = false }: { title: ReactNode; children: ReactNode; open?: boolean }) {
  const [expanded, setExpanded] = useState(open)
  const id = useId()
  return (
    <div className="border-b border-line">
      <button
        type="button"
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded(!expanded)}
        className="flex min-h-12 w-full cursor-pointer items-center justify-between gap-4 py-3 text-start font-bold"
      >
        <span>{title}</span>
        <span className={`transition-transform ${expanded ? 'rotate-180' : ''}`}>
          <Icon name="chevron-down" />
        </span>
      </button>
      <div id={id} hidden={!expanded} className="pb-6">
        {children}
      </div>
    </div>
  )
}
