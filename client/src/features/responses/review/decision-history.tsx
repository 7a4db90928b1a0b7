import type { Decision } from '@portico/shared/contract/responses'
import { decisionText } from '@portico/shared/rules/decisions'
import { LocalDate } from '../../../words/local-date.tsx'

/** Who decided what, when and why, newest first. */
export function DecisionHistory({ history }: { history: readonly Decision[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">History</h2>
      {history.length === 0 ? (
        <p className="text-mute">No decisions yet.</p>
      ) : (
        <ol className="grid gap-4 border-s-2 border-line ps-4">
          {history.map((decision) => (
            <li key={`${decision.timestampUTC} ${decision.kind} ${decision.identifier ?? ''}`} className="grid gap-0.5">
              <span className="wrap-anywhere">{decisionText(decision)}</span>
              {decision.reason && <span className="max-w-prose wrap-anywhere whitespace-pre-line text-mute">“{decision.reason}”</span>}
              <span className="text-sm text-mute">
                <LocalDate value={decision.timestampUTC} style="moment" />
                {decision.outsideAgency && ' · from outside the agency'}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
