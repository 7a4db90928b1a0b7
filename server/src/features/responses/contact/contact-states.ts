import type { ContactState } from '@portico/shared/contract/cases'
import type { CallOutcome } from '@portico/shared/words/contact'

/** The columns of a respondent's first invitation and the newest call to them. */
export interface ContactColumns {
  readonly invitationId: number | null
  readonly invitedAt: Date | null
  readonly outcome: CallOutcome | null
  readonly callAgainOn: string | null
  readonly calledAt: Date | null
}

/** Returns how a respondent has been contacted so far. */
export function contactStateOf({ invitationId, invitedAt, outcome, callAgainOn, calledAt }: ContactColumns): ContactState {
  const lastCall = outcome && calledAt ? { outcome, callAgainOn, calledAt: calledAt.toISOString() } : null
  if (invitationId === null) return { invitation: 'none', lastCall }
  return { invitation: invitedAt ? 'sent' : 'waiting', lastCall }
}
