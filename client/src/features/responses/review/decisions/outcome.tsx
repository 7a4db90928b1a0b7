import { useEffect, useRef, type ReactNode } from 'react'
import { Banner, type BannerKind } from '../../../../ui/feedback/banner.tsx'

/** The outcome of a decision and what to do next. */
export interface Outcome {
  /** The anonymousId of the respondent. */
  readonly about: string
  readonly kind: BannerKind
  readonly happened: string
  readonly next: string
  /** Lets the reviewer undo it immediately. */
  readonly undoableOverride?: { readonly label: string; readonly answerId: number }
}

/** Shows the outcome of a decision and moves focus to it. */
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
