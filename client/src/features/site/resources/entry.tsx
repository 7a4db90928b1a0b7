import { Banner } from '../../../ui/feedback/banner.tsx'
import { ContactLines, type Contact } from './contact-lines.tsx'

export interface EntryProps {
  name: string
  note: string
  contact: Contact
  /** Shown first for an entry that could not be verified. */
  warning?: string | undefined
  /** Facts to confirm before relying on the entry. */
  toConfirm?: readonly string[]
}

/** A place to visit or call, collapsed to its name so that the list stays scannable. Its details are in English in every language. */
export function Entry({ name, note, contact, warning, toConfirm = [] }: EntryProps) {
  return (
    <li className="border-b border-line">
      <details>
        <summary className="min-h-12 cursor-pointer py-3">
          <h3 lang="en" dir="ltr" className="inline text-base font-medium">
            {name}
          </h3>
        </summary>
        <div className="grid content-start gap-2.5 pb-6">
          {warning && <Banner kind="warning">{warning}</Banner>}
          <p lang="en" dir="ltr" className="text-mute">
            {note}
          </p>
          <ContactLines {...contact} />
          {toConfirm.length > 0 && <p className="border-s-3 border-accent ps-3 text-sm">{toConfirm.join(' ')}</p>}
        </div>
      </details>
    </li>
  )
}
