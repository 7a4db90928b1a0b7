import type { AnswerInfo, Decision, RespondentEntry } from '@portico/shared/contract/responses'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { PageSkipTo } from '../../../layout/navigation/skip-link.tsx'
import { CaseCorrections } from '../corrections/case-corrections.tsx'
import { ClaimNotice } from '../case-claim.tsx'
import { RespondentFacts } from '../respondent-facts.tsx'
import { AnswersArriving, AnswerSections } from './answers/answers-table.tsx'
import { CaseChanges, reasonGone } from './case-changes.tsx'
import { CaseContext } from './case-context.ts'
import { CaseHeader } from './case-header.tsx'
import { DecisionHistory } from './decisions/decision-history.tsx'
import { OutcomeBanner, type Outcome } from './decisions/outcome.tsx'
import { OverallFlagEditor } from './decisions/overall-flag-editor.tsx'
import { CaseNotes } from './notes/case-notes.tsx'
import { useAnswerInfo, useDecisions, type ReviewScope } from './review-calls.ts'

export interface ReviewPanelProps {
  scope: ReviewScope
  entry: RespondentEntry
  outcome: Outcome | undefined
  onOutcome: (outcome: Outcome) => void
}

/**
 * An open case: a sticky header, then the decision and the answers, red ones first, then history and contact; on wide screens, the answers
 * are beside the rest. Changes by others make it read-only until the reviewer continues; nothing that was typed is lost.
 */
export function ReviewPanel({ scope, entry, outcome, onOutcome }: ReviewPanelProps) {
  const { anonymousId } = entry.respondent
  const answers = useAnswerInfo(scope, anonymousId)
  const info: AnswerInfo | undefined = answers.data
  const watch = useChanges(scope, anonymousId, info)
  const failure = answers.error && answers.data ? failureOf(answers.error) : undefined
  const gone = failure && reasonGone(scope, failure)
  const [find, setFind] = useState('')
  const top = useScrollToCase()
  const lockedByChanges = watch.changes.length > 0 ? 'First look at what has changed.' : undefined
  const locked = gone?.happened ?? lockedByChanges
  const acceptsNotes = scope !== 'green-dots' && !gone
  const open = { scope, entry, locked, acceptsNotes, basedOn: watch.seenVersion, onOutcome, onConflict: watch.onConflict }
  return (
    <CaseContext value={open}>
      <PageSkipTo target="case">Skip to the open case</PageSkipTo>
      <div ref={top} className="grid scroll-mt-4 gap-6 pt-2 pb-6" id="case" tabIndex={-1} data-case={anonymousId}>
        <CaseHeader find={find} onFind={setFind} />
        {scope !== 'green-dots' && <ClaimNotice anonymousId={anonymousId} />}
        <CaseChanges entry={entry} changes={watch.changes} gone={gone} onContinue={watch.onContinue} />
        {outcome && <OutcomeBanner outcome={outcome} />}
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 xl:grid-cols-[20rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
          <OverallFlagEditor />
          <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <PanelAnswers info={info} error={answers.error} retry={() => void answers.refetch()} find={find} />
          </div>
          <div className="grid grid-cols-1 gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-1">
            <DecisionHistory info={info} loading={answers.isPending} />
            <RespondentFacts scope={scope} entry={entry} info={info} onOutcome={onOutcome} />
          </div>
        </div>
        {scope !== 'green-dots' && <CaseNotes />}
        {info && scope !== 'green-dots' && <CaseCorrections info={info} />}
      </div>
    </CaseContext>
  )
}

/** Tracks what others decided since the reviewer opened the case or last acknowledged changes. */
function useChanges(scope: ReviewScope, anonymousId: string, info: AnswerInfo | undefined) {
  const { refresh } = useDecisions(scope)
  const [seenVersion, setSeenVersion] = useState<number>()
  const [conflict, setConflict] = useState<Decision>()
  if (info && seenVersion === undefined) setSeenVersion(info.version)
  const newDecisions =
    info && seenVersion !== undefined
      ? info.history.slice(0, Math.max(0, info.version - seenVersion)).filter((decision) => !decision.own)
      : []
  const changes = newDecisions.length === 0 && conflict ? [conflict] : newDecisions
  // Refresh the lists, which show the state before the other decision.
  const reload = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (newDecisions.length > 0) reload()
  }, [newDecisions.length])
  const { readHistory } = useDecisions(scope)
  return {
    seenVersion,
    changes,
    onContinue: () => {
      setConflict(undefined)
      setSeenVersion(info?.version)
    },
    onConflict: async (concerns: (decision: Decision) => boolean) => {
      const history = await readHistory(anonymousId).catch((): Decision[] => [])
      setConflict(history.find(concerns) ?? history[0])
      await refresh()
    },
  }
}

// Scrolls an open case to the top of the viewport: with its row, unless that is a card, which would fill a phone. What loads above the answers
// then stays visible until the reviewer does something: browsers would scroll past it to keep the answers in place.
function useScrollToCase() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = box.current?.closest('tr')?.previousElementSibling
    const isCard = row && getComputedStyle(row).display !== 'table-row'
    ;(isCard ? box.current : row)?.scrollIntoView?.({ block: 'start', behavior: 'instant' })
    const { style } = document.documentElement
    style.overflowAnchor = 'none'
    const begun = new AbortController()
    const begin = () => {
      style.overflowAnchor = ''
      begun.abort()
    }
    for (const input of ['keydown', 'pointerdown', 'wheel'])
      document.addEventListener(input, begin, { signal: begun.signal, passive: true })
    return begin
  }, [])
  return box
}

interface PanelAnswersProps {
  info: AnswerInfo | undefined
  error: unknown
  retry: () => void
  find: string
}

function PanelAnswers({ info, error, retry, find }: PanelAnswersProps) {
  if (info) return <AnswerSections info={info} find={find} />
  if (error) return <ErrorBanner error={error} retry={retry} />
  return <AnswersArriving />
}
