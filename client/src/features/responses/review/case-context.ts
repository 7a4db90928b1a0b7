import type { AnswerInfo, RespondentEntry } from '@portico/shared/contract/responses'
import { createContext, useContext } from 'react'
import type { Outcome } from './decisions/outcome.tsx'
import type { ReviewScope } from './review-calls.ts'

/** The open case. */
export interface OpenCase {
  readonly scope: ReviewScope
  readonly entry: RespondentEntry
  /** Why no decision can be made now; undefined if one can. */
  readonly locked: string | undefined
  /** Whether the reviewer may add notes and calls; never at check-in. */
  readonly acceptsNotes: boolean
  /** The version that the reviewer has seen; undefined while loading. */
  readonly basedOn: number | undefined
  /** Called after a decision. */
  readonly onOutcome: (outcome: Outcome) => void
  /** Called when someone else decided first: loads and shows that decision. `concerns` selects it from the history. */
  readonly onConflict: (concerns: (decision: AnswerInfo['history'][number]) => boolean) => Promise<void>
}

export const CaseContext = createContext<OpenCase | undefined>(undefined)

/** Returns the case that contains the component. Throws outside of a case. */
export function useCase(): OpenCase {
  const open = useContext(CaseContext)
  if (!open) throw new Error('There is no case around this component')
  return open
}
