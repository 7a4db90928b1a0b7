import type { RespondentEntry } from '@portico/shared/contract/responses'
import { greenBlocker, redBlocker } from '@portico/shared/rules/flags'
import { useState } from 'react'
import { failureOf, isConflict } from '../../../../api/failure.ts'
import { trpc } from '../../../../api/trpc.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/dialog.tsx'
import { FlagMark } from '../../../../ui/lists/flag-mark.tsx'
import { LocalDate } from '../../../../words/local-date.tsx'
import { useCase } from '../case-context.ts'
import { useWorkshopTitles } from '../../../../layout/workshops/use-workshops.ts'
import { useDecisions, type ReviewScope } from '../review-calls.ts'
import { withheldInvitationText, invitationText } from './decision-preview.ts'
import type { Outcome } from './outcome.tsx'
import { ReasonForm } from './reason-form.tsx'
import { nameOf } from '../../name-of.ts'

/** The decision on the whole respondent (shared/spec/product.md#flag-of-a-respondent). Disabled buttons give the reason from the rule. */
export function OverallFlagEditor() {
  const { scope, entry, locked } = useCase()
  const [step, setStep] = useState<'red' | 'green' | 'withdraw'>()
  const [busy, setBusy] = useState(false)
  const decide = useStatusDecision()
  const { flag } = entry
  const forceable = {
    current: flag.current,
    currentRedFlagAnswerCount: flag.currentRedFlagAnswerCount,
    forced: flag.forceInfo?.flag ?? null,
  }
  const name = nameOf(entry.respondent)
  const close = () => setStep(undefined)
  const markGreen = async () => {
    setBusy(true)
    await decide('green').finally(() => setBusy(false))
    close()
  }
  return (
    <section className="grid content-start gap-4 rounded-md border border-line bg-raised p-4" data-section={1} tabIndex={-1}>
      <h2 className="text-lg">Overall</h2>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <FlagSummaryView entry={entry} />
        <div className="flex flex-wrap gap-3">
          <Button
            kind="secondary"
            size="small"
            data-mark="red"
            disabledReason={locked ?? redBlocker(forceable)?.[1]}
            onClick={() => setStep('red')}
          >
            Mark as red
          </Button>
          <Button size="small" data-mark="green" disabledReason={locked ?? greenBlocker(forceable)?.[1]} onClick={() => setStep('green')}>
            Mark as green
          </Button>
        </div>
      </div>
      {scope === 'everyone' && flag.forceInfo && (
        <div>
          <Button kind="quiet" size="small" disabledReason={locked} onClick={() => setStep('withdraw')}>
            Undo the decision
          </Button>
        </div>
      )}
      {step === 'red' && (
        <ReasonForm
          about={entry.respondent.anonymousId}
          label="Mark as red"
          locked={locked ?? (flag.current === 'red' ? 'This respondent is red now.' : undefined)}
          onCancel={close}
          onSave={(reason) => decide('red', reason).then(close)}
        >
          <p className="font-medium">{`${name} becomes a red dot.`}</p>
          <p className="text-mute">{redConsequence(scope)}</p>
        </ReasonForm>
      )}
      {step === 'withdraw' && <Withdrawal onCancel={close} />}
      <ConfirmDialog
        open={step === 'green'}
        title="Are you sure? This will send out messages and assign the respondent to the event."
        confirmLabel="Yes"
        cancelLabel="Cancel"
        busy={busy}
        onConfirm={() => void markGreen()}
        onCancel={close}
      >
        <GreenConsequence entry={entry} />
      </ConfirmDialog>
    </section>
  )
}

function GreenConsequence({ entry }: { entry: RespondentEntry }) {
  const workshop = useWorkshopTitles()(entry.respondent.workshopName)
  return <p>{`${nameOf(entry.respondent)} becomes a green dot of “${workshop}”. ${invitationText(entry)}`}</p>
}

/** Shows the current flag, the initial one, and the force in effect, if any. */
function FlagSummaryView({ entry: { flag } }: { entry: RespondentEntry }) {
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

/** Saves a decision and reports the outcome; after a conflict, shows the other reviewer's decision. */
function useStatusDecision() {
  const { scope, entry, basedOn, onOutcome, onConflict } = useCase()
  const decisions = useDecisions(scope)
  const about = entry.respondent.anonymousId
  return async (flag: 'red' | 'green', reason = ''): Promise<void> => {
    try {
      const status = flag === 'red' ? { flag, reason } : { flag }
      await decisions.overrideStatus({ respondent: { anonymousId: about }, status, basedOn })
    } catch (error) {
      const hasConflict = isConflict(error)
      if (hasConflict) await onConflict(({ kind }) => kind === 'respondent')
      // What was typed stays in the form, which shows the error.
      if (flag === 'red') throw error
      if (!hasConflict)
        onOutcome({ about, kind: 'error', happened: `Not saved: ${failureOf(error).message}`, next: 'This page shows the current state.' })
      return
    }
    onOutcome(decisionOutcome(entry, flag))
    await decisions.refresh()
  }
}

function decisionOutcome(entry: RespondentEntry, flag: 'red' | 'green'): Outcome {
  const about = entry.respondent.anonymousId
  const name = nameOf(entry.respondent)
  if (flag === 'red') return { about, kind: 'success', happened: `${name} is marked as red.`, next: withheldInvitationText(entry) }
  return { about, kind: 'success', happened: `${name} is a green dot now.`, next: invitationText(entry) }
}

function Withdrawal({ onCancel }: { onCancel: () => void }) {
  const { entry, basedOn, locked, onOutcome, onConflict } = useCase()
  const { anonymousId } = entry.respondent
  const name = nameOf(entry.respondent)
  const { refresh } = useDecisions('everyone')
  const withdraw = trpc.responses.withdrawForce.useMutation()
  const save = async (reason: string) => {
    try {
      await withdraw.mutateAsync({ respondent: { anonymousId }, reason, basedOn })
    } catch (error) {
      if (isConflict(error)) await onConflict(({ kind }) => kind === 'respondent')
      throw error
    }
    onOutcome({
      about: anonymousId,
      kind: 'success',
      happened: 'The decision was undone.',
      next: `The answers of ${name} determine the status again.`,
    })
    onCancel()
    await refresh()
  }
  return (
    <ReasonForm about={anonymousId} label="Undo the decision" locked={locked} onSave={save} onCancel={onCancel}>
      <p className="font-medium">{`The decision on ${name} no longer counts.`}</p>
      <p className="text-mute">Their flag follows from their answers again. A message that was sent cannot be called back.</p>
    </ReasonForm>
  )
}
