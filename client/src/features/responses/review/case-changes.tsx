import type { Decision, RespondentEntry } from '@portico/shared/contract/responses'
import { decisionText } from '@portico/shared/rules/decisions'
import type { ClientFailure } from '../../../api/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { localDate } from '../../../words/local-date.tsx'
import type { ReviewScope } from './review-calls.ts'
import { nameOf } from '../name-of.ts'

interface CaseChangesProps {
  entry: RespondentEntry
  /** Decisions by others while the case was open, newest first. */
  changes: readonly Decision[]
  /** How the case became inaccessible to the user. */
  gone: CaseGone | undefined
  onContinue: () => void
}

/** Explains why an open case is read-only: who decided what, when and why, or that the case is no longer accessible. */
export function CaseChanges({ entry, changes, gone, onContinue }: CaseChangesProps) {
  const name = nameOf(entry.respondent)
  if (gone)
    return (
      <Banner kind="warning">
        <p className="font-bold">{`${name}: ${gone.happened}`}</p>
        <p>{`${gone.how} You can still read and copy what is on this screen.`}</p>
      </Banner>
    )
  if (changes.length === 0) return null
  return (
    <Banner
      kind="warning"
      action={
        <Button kind="secondary" size="small" onClick={onContinue}>
          Continue from here
        </Button>
      }
    >
      <p className="font-bold">{`Another reviewer has already decided on ${name}.`}</p>
      <ul className="grid gap-1">
        {changes.map((decision) => (
          <li key={`${decision.timestampUTC} ${decision.kind} ${decision.identifier ?? ''}`}>{describeDecision(decision)}</li>
        ))}
      </ul>
      <p>Nothing of yours was saved or lost. This page shows the current state.</p>
    </Banner>
  )
}

export interface CaseGone {
  readonly happened: string
  readonly how: string
}

/**
 * Returns why an open case is no longer found, as far as the server says (shared/spec/contract.md#claims); undefined for other failures.
 */
export function reasonGone(scope: ReviewScope, { id, message }: ClientFailure): CaseGone | undefined {
  const happened = 'This case is not with your agency any more.'
  if (id === 'CASE_MOVED') return { happened, how: message }
  if (id !== 'NOT_FOUND') return undefined
  if (scope === 'green-dots') return { happened: 'Not a green dot any more.', how: 'It was decided otherwise while it was open here.' }
  if (scope === 'everyone') return { happened: 'This case was deleted.', how: 'It was deleted while it was open here.' }
  return { happened, how: 'It was moved or deleted while it was open here.' }
}

function describeDecision(decision: Decision): string {
  const reason = decision.reason ? ` Reason: “${decision.reason}”` : ''
  return `${decisionText(decision)}, ${localDate(decision.timestampUTC, 'en', 'moment')}.${reason}`
}
