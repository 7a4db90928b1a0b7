import type { RespondentEntry } from '@portico/shared/contract/responses'
import { rowId } from '@portico/shared/contract/fields'
import { limits } from '@portico/shared/words/limits'
import { z } from 'zod'
import { trpc } from '../../../api/trpc.ts'
import { useContractForm } from '../../../api/use-contract-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { SubmitOrCancel } from '../../../ui/submit-button.tsx'
import { useDecisions } from './review-calls.ts'
import type { Outcome } from './decisions/outcome.tsx'

const chosenAgency = z.object({
  agencyId: z.string().min(1, 'Required').transform(Number).pipe(rowId),
  reason: z.string().max(limits.reasonMax),
})

interface AgencyChangeProps {
  entry: RespondentEntry
  open: boolean
  onOpen: (open: boolean) => void
  onOutcome: (outcome: Outcome) => void
}

/** Assigns the case to another agency; for admins. */
export function AgencyChange({ entry, open, onOpen, onOutcome }: AgencyChangeProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <Button kind="secondary" size="small" aria-expanded={open} onClick={() => onOpen(!open)}>
        {entry.respondent.agency ? 'Assign to another agency' : 'Assign an agency'}
      </Button>
      {open && <AgencyForm entry={entry} onCancel={() => onOpen(false)} onOutcome={onOutcome} />}
    </div>
  )
}

function AgencyForm({
  entry,
  onCancel,
  onOutcome,
}: {
  entry: RespondentEntry
  onCancel: () => void
  onOutcome: (outcome: Outcome) => void
}) {
  const { anonymousId, agency: now } = entry.respondent
  const agencies = trpc.agency.getAllAgencies.useQuery()
  const assign = trpc.responses.assignRespondent.useMutation()
  const { refresh } = useDecisions('everyone')
  const form = useContractForm(chosenAgency, { agencyId: '', reason: '' }, async ({ agencyId, reason }) => {
    await assign.mutateAsync({ respondent: { anonymousId }, agencyId, reason: reason.trim() || undefined })
    const name = agencies.data?.find((agency) => agency.id === agencyId)?.name ?? 'the agency'
    onOutcome({
      about: anonymousId,
      kind: 'success',
      happened: `The case is now with ${name}.`,
      next: 'It appears in their list immediately.',
    })
    await refresh()
  })
  const choices = (agencies.data ?? [])
    .filter((agency) => agency.id !== now?.id)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <div className="w-full rounded-md border-[1.5px] border-edge bg-paper p-4">
      <Form form={form} label="Agency of this respondent">
        <Select label="Agency" placeholder="Please select" choices={choices} {...form.field('agencyId')} autoFocus />
        <TextArea label="Reason" optional hint="Both agencies can read it." rows={2} {...form.field('reason')} />
        <SubmitOrCancel form={form} busyLabel="Saving" onCancel={onCancel}>
          Save
        </SubmitOrCancel>
      </Form>
    </div>
  )
}
