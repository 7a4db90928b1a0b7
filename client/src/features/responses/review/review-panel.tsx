import { ErrorBanner } from '../../../layout/error-banner.tsx'
import type { AnswerInfo, RespondentEntry } from '@portico/shared/contract/responses'
import { SkeletonBox, SkeletonLine } from '../../../ui/feedback/skeleton.tsx'
import { AnswerSections } from './answers-table.tsx'
import { DecisionHistory } from './decision-history.tsx'
import { useAnswerInfo, type ReviewScope } from './review-calls.ts'
import { OutcomeBanner, type Outcome } from './outcome.tsx'
import { OverallFlagEditor } from './overall-flag-editor.tsx'
import { ClaimNotice } from '../case-claim.tsx'
import { RespondentFacts } from '../respondent-facts.tsx'

export interface ReviewPanelProps {
  scope: ReviewScope
  entry: RespondentEntry
  outcome: Outcome | undefined
  onOutcome: (outcome: Outcome) => void
}

/** The review panel: the respondent and the overall decision at the start, the answers beside them, red ones first. */
export function ReviewPanel({ scope, entry, outcome, onOutcome }: ReviewPanelProps) {
  const answers = useAnswerInfo(scope, entry.respondent.anonymousId)
  return (
    <div className="grid gap-6 pt-2 pb-6">
      {outcome && <OutcomeBanner outcome={outcome} />}
      {scope !== 'green-dots' && <ClaimNotice anonymousId={entry.respondent.anonymousId} />}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[18rem_minmax(0,1fr)]">
        {/* At most as high as the window: what is below its edge could not be scrolled to. */}
        <div className="grid gap-6 lg:sticky lg:top-16 lg:-m-1 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-1">
          <OverallFlagEditor scope={scope} entry={entry} onOutcome={onOutcome} />
          <RespondentFacts scope={scope} entry={entry} onOutcome={onOutcome} />
        </div>
        <div className="grid min-w-0 gap-8">
          <PanelAnswers
            scope={scope}
            entry={entry}
            onOutcome={onOutcome}
            info={answers.data}
            error={answers.error}
            retry={answers.refetch}
          />
        </div>
      </div>
    </div>
  )
}

interface PanelAnswersProps extends Omit<ReviewPanelProps, 'outcome'> {
  info: AnswerInfo | undefined
  error: unknown
  retry: () => unknown
}

function PanelAnswers({ info, error, retry, ...panel }: PanelAnswersProps) {
  if (info)
    return (
      <>
        <AnswerSections {...panel} info={info} />
        <DecisionHistory history={info.history} />
      </>
    )
  if (error) return <ErrorBanner error={error} retry={() => retry()} />
  return (
    <div aria-busy="true" className="grid gap-4">
      <h2 className="text-lg">Answers</h2>
      <SkeletonLine width="50%" />
      <SkeletonBox height={96} />
      <SkeletonBox height={96} />
      <SkeletonBox height={96} />
    </div>
  )
}
