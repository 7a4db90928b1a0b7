import type { DownloadColumn } from '@portico/shared/contract/downloads'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { CallOutcome } from '@portico/shared/words/contact'
import type { AnswerFlag, RespondentFlagWord } from '@portico/shared/words/flags'

/** One answer of a respondent: its stored value, and its flag after overrides. */
export interface ExportAnswer {
  readonly value: string
  readonly flag: AnswerFlag
}

/** A note on a case. */
export interface ExportNote {
  readonly at: Date
  readonly by: string
  readonly text: string
}

/** The answers of a respondent by position of their question in the version; undefined for an unanswered question. */
export interface ExportAnswers {
  readonly at: (position: number) => ExportAnswer | undefined
}

/** One decrypted respondent of an export. */
export interface ExportRow {
  readonly anonymousId: string
  readonly submittedAt: Date
  /** The day of the response in the workshop's time zone, YYYY-MM-DD. */
  readonly submittedOn: string
  /** Language code of the submission. */
  readonly language: string
  readonly agencyName: string | null
  readonly checkedInAt: Date | null
  /** Seat time, `HH:MM`; null: no seat, or a workshop without slots. */
  readonly seatTime?: string | null
  /** The outcome of the latest telephone call to them; null: never called. */
  readonly lastCall?: { readonly outcome: CallOutcome; readonly at: Date } | null
  /** When the decision on the respondent that is in force was made; null: none. */
  readonly decidedAt?: Date | null
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly initialRedFlagAnswerCount: number
  readonly currentRedFlagAnswerCount: number
  /** An array fits. */
  readonly answers: ExportAnswers
  /** Notes that admins may read, oldest first; none unless requested. */
  readonly notes?: readonly ExportNote[]
  /** The version that was answered, which types and labels come from; the same object for all respondents of a version. */
  readonly definition: QuestionnaireDefinition
}

/** The sheets of one questionnaire. */
export interface ExportPart {
  /** The newest template, an .xlsx file that passed its check. */
  readonly template: Uint8Array
  /** The newest version of the questionnaire. */
  readonly definition: QuestionnaireDefinition
  /** The respondents in order of response date. Called again for each sheet that lists them. */
  readonly rows: () => AsyncIterable<ExportRow>
  /** How many respondents there are. */
  readonly count: number
  /** Identifiers of the questions that some of them were asked and that the newest version no longer has. */
  readonly earlier?: readonly string[]
}

export interface ExportFacts {
  readonly workshopName: string
  readonly exportedAt: Date
  readonly respondentCount: number
  /** IANA name of the workshop's time zone, in which dates and times are shown. */
  readonly timeZone: string
  /** Whether the workshop has slots. */
  readonly slots?: boolean
  /** Whether notes were requested. */
  readonly notes?: boolean
  /** The additional columns about each case that were requested. */
  readonly columns?: readonly DownloadColumn[]
}

export interface ExportInput {
  readonly parts: readonly ExportPart[]
  readonly facts: ExportFacts
  /** Called from time to time with how many of `facts.respondentCount` are done. */
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
}
