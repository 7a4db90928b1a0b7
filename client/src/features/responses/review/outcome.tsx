import type { Decision, RespondentEntry } from '@portico/shared/contract/responses'
import { decisionText } from '@portico/shared/rules/decisions'
import { useEffect, useRef, type ReactNode } from 'react'
import { localDate } from '../../../words/local-date.tsx'
import { Banner, type BannerKind } from '../../../ui/feedback/banner.tsx'

/** What came of a decision, and what to do next. */
export interface Outcome {
  /** The anonymousId it is about. */
  readonly about: string
  readonly kind: BannerKind
  readonly happened: string
  readonly next: string
  /** Lets the reviewer take it back at once. */
  readonly takeBack?: { readonly label: string; readonly answerId: number }
}

/** Says what came of a decision where the reviewer is looking, and takes the keyboard there. */
export function OutcomeBanner({ outcome, action }: { outcome: Outcome; action?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  return (
    <div ref={box} tabIndex={-1} className="scroll-my-16">
      <Banner kind={outcome.kind} action={action}>
        <p className="font-bold">{outcome.happened}</p>
        <p>{outcome.next}</p>
      </Banner>
    </div>
  )
}

/** For the second of two reviewers: what the first one did. Nothing of the second's was saved. */
export function conflict({ respondent }: RespondentEntry, first: Decision | undefined): Outcome {
  const reason = first?.reason ? ` Reason: “${first.reason}”` : ''
  const happened = first
    ? `Another reviewer has already decided on ${respondent.fullName}. ${decisionText(first)}, ${localDate(first.timestampUTC, 'en', 'moment')}.${reason}`
    : `Another reviewer has already decided on ${respondent.fullName}.`
  return {
    about: respondent.anonymousId,
    kind: 'warning',
    happened,
    next: 'Your decision was not saved. This page shows the current state.',
  }
}
