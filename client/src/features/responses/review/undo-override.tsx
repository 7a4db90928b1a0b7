import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useDecisions } from './review-calls.ts'
import type { Outcome } from './decisions/outcome.tsx'

interface UndoOverrideProps {
  outcome: Outcome
  undoableOverride: NonNullable<Outcome['undoableOverride']>
  onOutcome: (outcome: Outcome) => void
}

/** Undoes the user's own answer override at check-in, where the respondent has left the list and cannot be reopened. */
export function UndoOverride({ outcome, undoableOverride, onOutcome }: UndoOverrideProps) {
  const decisions = useDecisions('green-dots')
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    try {
      await decisions.overrideAnswer({
        answerId: undoableOverride.answerId,
        flag: 'green',
        reason: 'Undone immediately by the reviewer who set it.',
      })
      onOutcome({
        about: outcome.about,
        kind: 'success',
        happened: 'Undone.',
        next: 'The respondent is on this list again, unless another answer or new rules keep them red.',
      })
      await decisions.refresh()
    } catch (error) {
      showToast(failureOf(error).message, 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="secondary" size="small" busy={busy} onClick={() => void undo()}>
      {undoableOverride.label}
    </Button>
  )
}
