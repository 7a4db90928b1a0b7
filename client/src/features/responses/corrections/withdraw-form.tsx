import { trpc } from '../../../api/trpc.ts'
import { useCase } from '../review/case-context.ts'
import { ReasonForm } from '../review/decisions/reason-form.tsx'
import type { CorrectionFormProps } from './case-corrections.tsx'
import { useCorrection } from './use-correction.ts'

/** Withdraws a respondent at their request; an admin can restore them. */
export function WithdrawForm({ info, onDone }: CorrectionFormProps) {
  const { locked } = useCase()
  const { about, name, change } = useCorrection(info)
  const withdraw = trpc.corrections.withdrawRespondent.useMutation()
  const save = async (reason: string) => {
    const next = 'An admin can put them back, under “Withdrawn and merged” on the page of all respondents.'
    await change(() => withdraw.mutateAsync({ ...about, reason }), `${name} was withdrawn.`, next)
    onDone()
  }
  return (
    <ReasonForm
      about={about.respondent.anonymousId}
      label="Withdraw the case"
      saveLabel="Withdraw"
      locked={locked}
      onSave={save}
      onCancel={onDone}
    >
      <p className="font-medium">{`${name} leaves every list, count and export, and gets no more messages.`}</p>
      <p className="text-mute">For a person who asked to be taken out. Nothing is deleted before its time, and nobody is notified.</p>
    </ReasonForm>
  )
}
