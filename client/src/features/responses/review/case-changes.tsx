import type { Decision, RespondentEntry } from '@portico/shared/contract/responses'
import { decisionText } from '@portico/shared/rules/decisions'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { localDate } from '../../../words/local-date.tsx'

interface CaseChangesProps {
  entry: RespondentEntry
  /** What others decided while the case was open, newest first. */
  changes: readonly Decision[]
  /** The case is not the caller's any more. */
  gone: boolean
  onContinue: () => void
}

/** Says why an open case can only be read now: who decided what, when and why, or that it is someone else's. */
export function CaseChanges({ entry, changes, gone, onContinue }: CaseChangesProps) {
  const name = entry.respondent.fullName
  if (gone)
    return (
      <Banner kind="warning">
        <p className="font-bold">{`The case of ${name} is not with your agency any more.`}</p>
        <p>It was given to another agency while it was open here. You can still read and copy what is on this screen.</p>
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
          <li key={`${decision.timestampUTC} ${decision.kind} ${decision.identifier ?? ''}`}>{told(decision)}</li>
        ))}
      </ul>
      <p>Nothing of yours was saved or lost. This page shows the current state.</p>
    </Banner>
  )
}

function told(decision: Decision): string {
  const reason = decision.reason ? ` Reason: “${decision.reason}”` : ''
  return `${decisionText(decision)}, ${localDate(decision.timestampUTC, 'en', 'moment')}.${reason}`
}
