import { Banner } from '../../../ui/feedback/banner.tsx'
import { ContactLines, type Contact } from './contact-lines.tsx'

export interface EntryProps {
  name: string
  note: string
  contact: Contact
  /** Said first where the entry could not be confirmed. */
  warning?: string | undefined
  /** What to ask before relying on it. */
  toConfirm?: readonly string[]
}

/** A place that one can go to or call; opened by its name, so that the whole list can be looked over. Its facts are English in every language. */
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
