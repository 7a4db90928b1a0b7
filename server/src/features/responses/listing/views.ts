import { businessDaysBetween, waitingLevel } from '@portico/shared/rules/queue'
import { dayIn } from '@portico/shared/rules/red-rules'
import { limits } from '@portico/shared/words/limits'
import type { DecidableFlag, RespondentFlagWord } from '@portico/shared/words/flags'
import type { CaseClaim, ContactState } from '@portico/shared/contract/cases'
import type { RespondentEntry } from '@portico/shared/contract/responses'
import type { Contact } from '../../../infra/security/sealed-respondent.ts'
import type { Force } from '../review/history.ts'

/** The database row of a list entry or detail. */
export interface RespondentRow {
  readonly id: number
  readonly anonymousId: string
  readonly submittedAt: Date
  readonly questionnaireId: number
  readonly language: string
  readonly workshopName: string
  readonly isTest: boolean
  readonly eventDate: string | null
  readonly timeZone: string
  readonly submittedOn: string
  readonly waitingAmberDays: number | null
  readonly waitingRedDays: number | null
  readonly agencyId: number | null
  readonly agencyName: string | null
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly initialReds: number
  readonly currentReds: number
  readonly forcedFlag: DecidableFlag | null
  readonly checkedInAt: Date | null
  readonly mustTelephone: boolean
  /** Calls and texts until then do not count as having told them; null: all count. */
  readonly telephoneSince: Date | null
  readonly calledAt: Date | null
  /** When the newest text about their coming that was delivered was written; only of those without an e-mail address. */
  readonly toldByTextAt: Date | null
}

/** Data shown with the row: contact data, the force, the claim and contact attempts. */
export interface EntryContext {
  readonly contact: Contact
  readonly contactLanguage: string
  readonly force: Force | undefined
  readonly claim: CaseClaim | undefined
  readonly contactState: ContactState
  readonly now: Date
}

/** Converts a respondent to the shape that staff see in lists and details (shared/spec/contract.md#shared-shapes). */
export function respondentEntryView(
  row: RespondentRow,
  { contact, contactLanguage, force, claim, contactState, now }: EntryContext,
): RespondentEntry {
  return {
    respondent: {
      anonymousId: row.anonymousId,
      fullName: contact.fullName,
      email: contact.email,
      phoneNumber: contact.phoneNumber,
      date: row.submittedAt.toISOString(),
      questionnaireId: row.questionnaireId,
      language: row.language,
      contactLanguage,
      workshopName: row.workshopName,
      ...(row.isTest && { test: true as const }),
      workshopDate: row.eventDate,
      agency: row.agencyId === null || row.agencyName === null ? null : { id: row.agencyId, name: row.agencyName },
      mustTelephone: (contact.email === null || row.mustTelephone) && !wasReached(row, contactState),
    },
    flag: {
      initial: row.initialFlag,
      current: row.currentFlag,
      initialRedFlagAnswerCount: row.initialReds,
      currentRedFlagAnswerCount: row.currentReds,
      forceInfo:
        row.forcedFlag && force ? { flag: row.forcedFlag, reason: force.reason, timeStampUTC: force.decidedAt.toISOString() } : null,
    },
    checkedInAt: row.checkedInAt?.toISOString() ?? null,
    ...(row.currentFlag === 'in-progress' && { waiting: waitingOf(row, now) }),
    contact: contactState,
    ...(claim && { claim }),
  }
}

// By telephone, or by a delivered text message unless they are to be called again. An invitation written by the decision itself counts.
function wasReached({ telephoneSince, calledAt, toldByTextAt }: RespondentRow, { lastCall }: ContactState): boolean {
  const since = telephoneSince?.getTime() ?? 0
  if (lastCall?.outcome === 'reached' && calledAt && calledAt.getTime() > since) return true
  return toldByTextAt !== null && toldByTextAt.getTime() >= since && lastCall?.outcome !== 'call-again'
}

function waitingOf(row: RespondentRow, now: Date): NonNullable<RespondentEntry['waiting']> {
  const businessDays = businessDaysBetween(row.submittedOn, dayIn(row.timeZone, now))
  const amberAfter = row.waitingAmberDays ?? limits.waitingAmberDays
  const redAfter = row.waitingRedDays ?? limits.waitingRedDays
  return { businessDays, level: waitingLevel(businessDays, { amberAfter, redAfter }) }
}
