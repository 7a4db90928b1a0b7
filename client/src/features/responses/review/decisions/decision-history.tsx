import type { AnswerInfo } from '@portico/shared/contract/responses'
import { decisionText } from '@portico/shared/rules/decisions'
import { Button } from '../../../../ui/button.tsx'
import { SkeletonLine } from '../../../../ui/feedback/skeleton.tsx'
import { LocalDate } from '../../../../words/local-date.tsx'
import { useCase } from '../case-context.ts'
import { useUndo } from './use-undo.ts'

/**
 * Lists decisions with author, time and reason, newest first; the newest can be undone for a day. Keeps its place while loading to avoid
 * layout shifts.
 */
export function DecisionHistory({ info, loading }: { info: AnswerInfo | undefined; loading: boolean }) {
  return (
    <section className="grid content-start gap-3" data-section={3} tabIndex={-1}>
      <h2 className="text-lg">History</h2>
      {loading && <SkeletonLine width="60%" />}
      {info && <Decisions info={info} />}
    </section>
  )
}

function Decisions({ info }: { info: AnswerInfo }) {
  const { scope, entry, locked } = useCase()
  const { undo, busy } = useUndo()
  const { history, version, undoable, assigned } = info
  const agency = entry.respondent.agency?.name ?? 'its agency'
  return (
    <>
      {history.length === 0 ? (
        <p className="text-mute">No decisions yet.</p>
      ) : (
        <ol
          className="grid gap-3 border-s-2 border-line ps-4 lg:max-h-80 lg:overflow-y-auto"
          tabIndex={history.length > 4 ? 0 : undefined}
          aria-label={history.length > 4 ? 'Decisions, newest first' : undefined}
        >
          {history.map((decision, index) => (
            <li
              key={`${decision.timestampUTC} ${decision.kind} ${decision.identifier ?? ''} ${history.length - index}`}
              className="grid gap-0.5"
            >
              <span className="wrap-anywhere">{decisionText(decision)}</span>
              {decision.kind === 'correction' &&
                (!decision.flag || decision.before !== decision.after) &&
                (decision.before ?? decision.after) !== undefined && (
                  <span className="wrap-anywhere">
                    <del className="text-mute">{decision.before ?? 'No answer'}</del> →{' '}
                    <ins className="no-underline">{decision.after ?? 'No answer'}</ins>
                  </span>
                )}
              {decision.reason && <span className="max-w-prose wrap-anywhere whitespace-pre-line text-mute">“{decision.reason}”</span>}
              <span className="text-sm text-mute">
                <LocalDate value={decision.timestampUTC} style="moment" />
                {decision.outsideAgency && ' · from outside the agency'}
              </span>
              {index === 0 && undoable && !locked && scope !== 'green-dots' && (
                <span className="-ms-4">
                  <Button kind="quiet" size="small" busy={busy} onClick={() => void undo(entry.respondent.anonymousId, version)}>
                    Undo this
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {assigned && (
        <p className="grid gap-0.5">
          <span className="wrap-anywhere">{`${assigned.by} gave the case to ${agency}`}</span>
          {assigned.reason && <span className="max-w-prose wrap-anywhere whitespace-pre-line text-mute">“{assigned.reason}”</span>}
          <span className="text-sm text-mute">
            <LocalDate value={assigned.timestampUTC} style="moment" />
          </span>
        </p>
      )}
    </>
  )
}
