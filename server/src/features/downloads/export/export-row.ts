import type { DownloadColumn } from '@portico/shared/contract/downloads'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { CallOutcome } from '@portico/shared/words/contact'
import type { AnswerFlag, RespondentFlagWord } from '@portico/shared/words/flags'

/** One answer of a respondent: what is stored, and its flag after overrides. */
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

/** The answers of a respondent by the position of their question in the version. A question that was not answered has none. */
export interface ExportAnswers {
  readonly at: (position: number) => ExportAnswer | undefined
}

/** One respondent of an export, opened. */
export interface ExportRow {
  readonly anonymousId: string
  readonly submittedAt: Date
  /** The day of the response in the workshop's time zone, YYYY-MM-DD. */
  readonly submittedOn: string
  /** Language code of the submission. */
  readonly language: string
  readonly agencyName: string | null
  readonly checkedInAt: Date | null
  /** When they come, `HH:MM`; null: they have no seat, or the workshop no slots. */
  readonly seatTime?: string | null
  /** What came of the newest telephone call to them; null: there was none. */
  readonly lastCall?: { readonly outcome: CallOutcome; readonly at: Date } | null
  /** When the decision on the respondent that holds was made; null: there is none. */
  readonly decidedAt?: Date | null
  readonly initialFlag: RespondentFlagWord
  readonly currentFlag: RespondentFlagWord
  readonly initialRedFlagAnswerCount: number
  readonly currentRedFlagAnswerCount: number
  /** An array will do. */
  readonly answers: ExportAnswers
  /** Those that admins may read, oldest first; none unless they were asked for. */
  readonly notes?: readonly ExportNote[]
  /** The version that was answered. Types and labels come from it; the same object for every respondent of a version. */
  readonly definition: QuestionnaireDefinition
}

/** The sheets of one questionnaire. */
export interface ExportPart {
  /** The newest template, an .xlsx file that passed its check. */
  readonly template: Uint8Array
  /** The newest version of the questionnaire. */
  readonly definition: QuestionnaireDefinition
  /** The respondents in order of response date. Called anew for each sheet that lists them. */
  readonly rows: () => AsyncIterable<ExportRow>
  /** How many respondents there are. */
  readonly count: number
}

export interface ExportFacts {
  readonly workshopName: string
  readonly exportedAt: Date
  readonly respondentCount: number
  /** IANA name of the workshop's time zone, in which dates and times are shown. */
  readonly timeZone: string
  /** Whether the workshop has slots. */
  readonly slots?: boolean
  /** Whether notes were asked for. */
  readonly notes?: boolean
  /** What was asked for besides of each case. */
  readonly columns?: readonly DownloadColumn[]
}

export interface ExportInput {
  readonly parts: readonly ExportPart[]
  readonly facts: ExportFacts
  /** Told now and then how many respondents are done, of `facts.respondentCount`. */
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
}
