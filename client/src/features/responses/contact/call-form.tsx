import { callNote } from '@portico/shared/contract/cases'
import type { CallOutcome } from '@portico/shared/words/contact'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Form } from '../../../ui/form.tsx'
import { useDecisions } from '../review/review-calls.ts'

/** Records a phone call: two outcomes with one click, the third with a date. Collapsed, to keep few tab stops before the answers. */
export function CallForm({ anonymousId }: { anonymousId: string }) {
  const [open, setOpen] = useState(false)
  const [later, setLater] = useState(false)
  const record = trpc.agency.recordCall.useMutation()
  const utils = trpc.useUtils()
  const { refresh } = useDecisions('everyone')
  const note = async (outcome: CallOutcome, callAgainOn?: string) => {
    await record.mutateAsync({ respondent: { anonymousId }, outcome, ...(callAgainOn && { callAgainOn }) })
    setOpen(false)
    setLater(false)
    await Promise.all([utils.agency.getContactLog.invalidate(), refresh()])
  }
  const press = (outcome: CallOutcome) => void note(outcome).catch((error: unknown) => showToast(failureOf(error).message, 'warning'))
  return (
    <div role="group" aria-label="Telephoned" className="grid justify-items-start gap-2">
      <Button kind="secondary" size="small" icon="phone" aria-expanded={open} onClick={() => setOpen(!open)}>
        Note a call
      </Button>
      {open && (
        <div className="flex flex-wrap gap-2">
          <Button kind="secondary" size="small" disabled={record.isPending} onClick={() => press('reached')}>
            Reached
          </Button>
          <Button kind="secondary" size="small" disabled={record.isPending} onClick={() => press('no-answer')}>
            No answer
          </Button>
          <Button kind="secondary" size="small" aria-expanded={later} onClick={() => setLater(!later)}>
            Call again on …
          </Button>
        </div>
      )}
      {open && later && <LaterForm anonymousId={anonymousId} onSave={(day) => note('call-again', day)} />}
    </div>
  )
}

function LaterForm({ anonymousId, onSave }: { anonymousId: string; onSave: (day: string) => Promise<void> }) {
  const form = useContractForm(
    callNote,
    { respondent: { anonymousId }, outcome: 'call-again', callAgainOn: undefined },
    ({ callAgainOn = '' }) => onSave(callAgainOn),
  )
  return (
    <Form form={form} label="Call again">
      <TextField type="date" label="Day" {...form.field('callAgainOn')} />
      <div>
        <Button type="submit" size="small" busy={form.busy} busyLabel="Saving">
          Save
        </Button>
      </div>
    </Form>
  )
}
