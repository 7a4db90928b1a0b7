import { sql } from 'kysely'
import type { ContactState } from '@portico/shared/contract/cases'
import type { CallOutcome } from '@portico/shared/words/contact'
import { isUndeliverable } from '../../messages/state.ts'

/** The columns of a respondent's invitations and the newest call to them. */
export interface ContactColumns {
  /** Null if there is none, or if it ended because its recipient is refused, or was given up. */
  readonly invitationId: number | null
  /** When the first one was sent, or else the last one that staff sent again. */
  readonly invitedAt: Date | null
  readonly outcome: CallOutcome | null
  readonly callAgainOn: string | null
  readonly calledAt: Date | null
}

/** The columns of the invitations of a query's respondent; `message` is the first one. */
export const invitationColumns = [
  sql<number | null>`case when not ${isUndeliverable} then message.id end`.as('invitationId'),
  sql<Date | null>`coalesce(message.sent_at, (
    select max(sent_at) from message again where again.respondent_id = respondent.id and again.kind = 'invitation-again'))`.as('invitedAt'),
] as const

/** Returns how a respondent has been contacted so far. */
export function contactStateOf({ invitationId, invitedAt, outcome, callAgainOn, calledAt }: ContactColumns): ContactState {
  const lastCall = outcome && calledAt ? { outcome, callAgainOn, calledAt: calledAt.toISOString() } : null
  if (invitedAt) return { invitation: 'sent', lastCall }
  return { invitation: invitationId === null ? 'none' : 'waiting', lastCall }
}
