import type { Decision, RespondentEntry } from '@portico/shared/contract/responses'
import { greenBlocker, redBlocker } from '@portico/shared/rules/flags'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { FlagMark } from '../../../ui/lists/flag-mark.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { useDecisions, type ReviewScope } from './review-calls.ts'
import { invitationText } from './decision-preview.ts'
import { conflict, type Outcome } from './outcome.tsx'
import { ReasonForm } from './reason-form.tsx'

interface OverallFlagEditorProps {
  scope: ReviewScope
  entry: RespondentEntry
  onOutcome: (outcome: Outcome) => void
}

/**
 * The decision on the whole respondent (shared/spec/product.md#flag-of-a-respondent). Buttons that cannot be pressed say why, in the words
 * of the rule.
 */
export function OverallFlagEditor({ scope, entry, onOutcome }: OverallFlagEditorProps) {
  const [step, setStep] = useState<'red' | 'green' | 'withdraw'>()
  const [busy, setBusy] = useState(false)
  const decide = useStatusDecision({ scope, entry, onOutcome })
  const { flag } = entry
  const forceable = {
    current: flag.current,
    currentRedFlagAnswerCount: flag.currentRedFlagAnswerCount,
    forced: flag.forceInfo?.flag ?? null,
  }
  const name = entry.respondent.fullName
  const close = () => setStep(undefined)
  const markGreen = async () => {
    setBusy(true)
    await decide('green').finally(() => setBusy(false))
    close()
  }
  return (
    <section className="grid gap-4 rounded-md border border-line bg-raised p-4">
      <h2 className="text-lg">Overall</h2>
      <Standing entry={entry} />
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" size="small" disabledReason={redBlocker(forceable)?.[1]} onClick={() => setStep('red')}>
          Mark as red
        </Button>
        <Button size="small" disabledReason={greenBlocker(forceable)?.[1]} onClick={() => setStep('green')}>
          Mark as green
        </Button>
      </div>
      {scope === 'everyone' && flag.forceInfo && (
        <div>
          <Button kind="quiet" size="small" onClick={() => setStep('withdraw')}>
            Undo the decision
          </Button>
        </div>
      )}
      {step === 'red' && (
        <ReasonForm
          about={entry.respondent.anonymousId}
          label="Mark as red"
          onCancel={close}
          onSave={(reason) => decide('red', reason).then(close)}
        >
          <p className="font-medium">{`${name} becomes a red dot.`}</p>
          <p className="text-mute">{redConsequence(scope)}</p>
        </ReasonForm>
      )}
      {step === 'withdraw' && <Withdrawal entry={entry} onCancel={close} onOutcome={onOutcome} />}
      <ConfirmDialog
        open={step === 'green'}
        title="Are you sure? This will send out messages and assign the respondent to the event."
        confirmLabel="Yes"
        cancelLabel="Cancel"
        busy={busy}
        onConfirm={() => void markGreen()}
        onCancel={close}
      >
        <p>{`${name} becomes a green dot of ${entry.respondent.workshopName}. ${invitationText(entry)}`}</p>
      </ConfirmDialog>
    </section>
  )
}

/** The flag now, the one at the beginning, and the decision in force if there is one. */
function Standing({ entry: { flag } }: { entry: RespondentEntry }) {
  const { forceInfo } = flag
  return (
    <div className="grid gap-2">
      <p className="text-lg font-bold">
        <FlagMark flag={flag.current} size={24} />
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
        At first: <FlagMark flag={flag.initial} size={16} />
      </p>
      {forceInfo && (
        <p className="text-sm">
          {forceInfo.flag === 'red' ? 'Marked fully as red' : 'Marked as green'}
          {', '}
          <LocalDate value={forceInfo.timeStampUTC} style="moment" />
          {forceInfo.reason && <span className="block wrap-anywhere">“{forceInfo.reason}”</span>}
        </p>
      )}
    </div>
  )
}

function redConsequence(scope: ReviewScope): string {
  if (scope === 'green-dots') return 'They leave this list and cannot be checked in. Only an admin can undo it.'
  return 'They are not invited, and cannot be marked green until an admin undoes it.'
}

/** Saves a decision and tells what came of it; the second of two reviewers is told what the first did, and the desk is reloaded. */
function useStatusDecision({ scope, entry, onOutcome }: OverallFlagEditorProps) {
  const decisions = useDecisions(scope)
  const about = entry.respondent.anonymousId
  return async (flag: 'red' | 'green', reason = ''): Promise<void> => {
    try {
      await decisions.overrideStatus({ respondent: { anonymousId: about }, status: flag === 'red' ? { flag, reason } : { flag } })
      onOutcome(decided(entry, flag))
    } catch (error) {
      const failure = failureOf(error)
      if (failure.id === 'ALREADY_SET') {
        const history = await decisions.readHistory(about).catch((): Decision[] => [])
        onOutcome(conflict(entry, history.find(({ kind }) => kind === 'respondent') ?? history[0]))
      } else if (flag === 'red') throw error
      else onOutcome({ about, kind: 'error', happened: `Not saved: ${failure.message}`, next: 'This page shows the current state.' })
    }
    await decisions.refresh()
  }
}

function decided(entry: RespondentEntry, flag: 'red' | 'green'): Outcome {
  const { anonymousId: about, fullName } = entry.respondent
  if (flag === 'red') return { about, kind: 'success', happened: `${fullName} is marked as red.`, next: 'No invitation is sent.' }
  return { about, kind: 'success', happened: `${fullName} is a green dot now.`, next: invitationText(entry) }
}

function Withdrawal({
  entry,
  onCancel,
  onOutcome,
}: {
  entry: RespondentEntry
  onCancel: () => void
  onOutcome: (outcome: Outcome) => void
}) {
  const { anonymousId, fullName } = entry.respondent
  const { refresh } = useDecisions('everyone')
  const withdraw = trpc.responses.withdrawForce.useMutation()
  const save = async (reason: string) => {
    await withdraw.mutateAsync({ respondent: { anonymousId }, reason })
    onOutcome({
      about: anonymousId,
      kind: 'success',
      happened: 'The decision was undone.',
      next: `The answers of ${fullName} determine the status again.`,
    })
    onCancel()
    await refresh()
  }
  return (
    <ReasonForm about={anonymousId} label="Undo the decision" onSave={save} onCancel={onCancel}>
      <p className="font-medium">{`The decision on ${fullName} no longer counts.`}</p>
      <p className="text-mute">Their flag follows from their answers again. A message that was sent stays sent.</p>
    </ReasonForm>
  )
}
