import type { AnswerInfo, RespondentEntry } from '@portico/shared/contract/responses'
import { createContext, useContext } from 'react'
import type { Outcome } from './decisions/outcome.tsx'
import type { ReviewScope } from './review-calls.ts'

/** The case that is open on the screen. */
export interface OpenCase {
  readonly scope: ReviewScope
  readonly entry: RespondentEntry
  /** Why nothing can be decided on it now; undefined while it can. */
  readonly locked: string | undefined
  /** Whether the reviewer may still note something on it; never at check-in. */
  readonly notable: boolean
  /** The version that the reviewer has seen; undefined while it loads. */
  readonly basedOn: number | undefined
  /** Something was decided. */
  readonly onOutcome: (outcome: Outcome) => void
  /** Someone else decided first: loads what they did and shows it. `concerns` picks it from the history. */
  readonly onConflict: (concerns: (decision: AnswerInfo['history'][number]) => boolean) => Promise<void>
}

export const CaseContext = createContext<OpenCase | undefined>(undefined)

/** The case that the component is part of. */
export function useCase(): OpenCase {
  const open = useContext(CaseContext)
  if (!open) throw new Error('There is no case around this component')
  return open
}
