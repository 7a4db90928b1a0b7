import { reason } from '@portico/shared/contract/fields'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { useUnsent } from '../../../api/use-unsent.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'

const reasoned = z.object({ reason })

export interface ReasonFormProps {
  /** What is being decided, for screen readers. */
  label: string
  /** The anonymousId: what was typed comes back at the same decision on the same person when the session ended in between. */
  about: string
  /** What will be saved and what follows from it, before it is saved. */
  children: ReactNode
  saveLabel?: string
  /** Saves it; what it throws is shown at the form. */
  onSave: (reason: string) => Promise<unknown>
  onCancel: () => void
}

/** A decision that needs a reason, with what it means above and Save and Cancel below. */
export function ReasonForm({ label, about, children, saveLabel = 'Save', onSave, onCancel }: ReasonFormProps) {
  const form = useContractForm(reasoned, { reason: '' }, (values) => onSave(values.reason))
  const [opener] = useState(() => document.activeElement)
  const cancel = () => {
    onCancel()
    if (opener instanceof HTMLElement) opener.focus()
  }
  useUnsent(form, `${label}, ${about}`)
  return (
    <div className="rounded-md border-[1.5px] border-edge bg-paper p-4">
      <Form form={form} label={label}>
        <div className="grid gap-1 wrap-anywhere">{children}</div>
        <TextArea label="Reason" hint="Other reviewers will see it." {...form.field('reason')} autoFocus />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small" busy={form.busy} busyLabel="Saving">
            {saveLabel}
          </Button>
          <Button kind="secondary" size="small" onClick={cancel} disabled={form.busy}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}
