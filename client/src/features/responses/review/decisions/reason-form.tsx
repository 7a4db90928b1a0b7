import { reason } from '@portico/shared/contract/fields'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { z } from 'zod'
import { useContractForm } from '../../../../api/use-contract-form.ts'
import { forgetUnsent, useUnsent } from '../../../../api/use-unsent.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Form } from '../../../../ui/form.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { KeepAsNote } from '../notes/keep-as-note.tsx'
import { useCase } from '../case-context.ts'
import { AgencyReasons, reasonKey, useAgencyReasons } from './agency-reasons.tsx'

const reasoned = z.object({ reason })

export interface ReasonFormProps {
  /** Names the decision for screen readers. */
  label: string
  /** The anonymousId. Unsaved text is restored for the same decision on the same respondent. */
  about: string
  /** What will be saved, and its consequences. */
  children: ReactNode
  saveLabel?: string
  /** Why it cannot be saved now; what was typed is kept and can be copied. */
  locked?: string | undefined
  /** Saves the decision; the form shows what it throws. */
  onSave: (reason: string) => Promise<unknown>
  onCancel: () => void
}

/** A form for a decision that needs a reason, with its meaning above and Save and Cancel below. Ctrl+Enter saves too. */
export function ReasonForm({ label, about, children, saveLabel = 'Save', locked, onSave, onCancel }: ReasonFormProps) {
  const { scope, entry } = useCase()
  // At check-in there are no agencies.
  const agencyId = scope === 'green-dots' ? undefined : entry.respondent.agency?.id
  const agencyReasons = useAgencyReasons(agencyId)
  const key = `${label}, ${about}`
  const done = useRef(false)
  const [opener] = useState(() => document.activeElement)
  const form = useContractForm(
    reasoned,
    { reason: '' },
    async (values) => {
      await onSave(values.reason)
      done.current = true
      forgetUnsent(key)
    },
    ({ id }) =>
      id === 'NOT_FOUND'
        ? { message: 'This case is not with your agency any more. Nothing was saved; your text is still here.' }
        : undefined,
  )
  useUnsent(form, key, done)
  const cancel = () => {
    done.current = true
    forgetUnsent(key)
    onCancel()
    if (opener instanceof HTMLElement) opener.focus()
  }
  const insert = (text: string) => {
    const typed = form.value('reason').trim()
    form.controlled('reason').onChange(typed === '' || typed === text ? text : `${typed} ${text}`)
    document.getElementById(form.field('reason').id)?.focus()
  }
  const saveByKey = (event: KeyboardEvent) => {
    const wanted = agencyReasons.reasons[reasonKey(event) ?? -1]
    if (wanted && !locked) {
      event.preventDefault()
      return insert(wanted.text)
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || locked) return
    event.preventDefault()
    form.onSubmit()
  }
  return (
    <div className="rounded-md border-[1.5px] border-edge bg-paper p-4" onKeyDown={saveByKey}>
      <Form form={form} label={label}>
        <div className="grid gap-1 wrap-anywhere">{children}</div>
        <TextArea
          label="Reason"
          hint="Other reviewers will see it. Ctrl+Enter saves."
          {...form.field('reason')}
          readOnly={locked !== undefined}
          autoFocus
        />
        {agencyId !== undefined && !locked && <AgencyReasons agencyId={agencyId} typed={form.value('reason') ?? ''} onUse={insert} />}
        {locked && !form.formError?.startsWith(locked) && <p className="font-medium text-wait">{locked}</p>}
        <div className="flex flex-wrap gap-3">
          {locked ? (
            <>
              <CopyButton text={form.value('reason') ?? ''} label="Copy the reason" />
              <KeepAsNote text={form.value('reason') ?? ''} />
            </>
          ) : (
            <Button type="submit" size="small" busy={form.busy} busyLabel="Saving">
              {saveLabel}
            </Button>
          )}
          <Button kind="secondary" size="small" onClick={cancel} disabled={form.busy}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}
