import type { RespondentFlagWord } from '../words/flags.ts'
import { limits } from '../words/limits.ts'
import { isWelcome } from './flags.ts'

/** The status words shown to a respondent; never a flag. */
export const respondentStatuses = ['received', 'reading', 'invited', 'call'] as const
export type RespondentStatusWord = (typeof respondentStatuses)[number]

/** What the status depends on; days are YYYY-MM-DD in the workshop's time zone. */
export interface StatusFacts {
  readonly currentFlag: RespondentFlagWord
  readonly isAssigned: boolean
  readonly submittedOn: string
  /** Null while it is unknown. */
  readonly eventDate: string | null
}

/**
 * Returns the status of a respondent (shared/spec/contract.md#respondent-status). For everyone who is not welcome, whether red or decided,
 * it depends only on the calendar and on whether an agency takes part; on the day of submission it is the same for all.
 */
export function respondentStatus({ currentFlag, isAssigned, submittedOn, eventDate }: StatusFacts, today: string): RespondentStatusWord {
  if (today <= submittedOn) return 'received'
  if (eventDate !== null && eventDate < today) return 'call'
  if (isWelcome(currentFlag)) return 'invited'
  const workshopIsNear = eventDate !== null && daysBetween(today, eventDate) <= limits.statusCallDaysBefore
  if (workshopIsNear || daysBetween(submittedOn, today) >= limits.statusCallDaysAfter) return 'call'
  return isAssigned ? 'reading' : 'received'
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
