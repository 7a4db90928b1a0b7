import type { Upload, UploadField } from '@portico/shared/contract/questionnaires'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Problem } from './problems.ts'
import type { ImportProblemCode } from '@portico/shared/words/import/import-problems'
import type { FailureId } from '@portico/shared/words/failures'

/** One problem at one place of a file. */
export type FileProblem = Pick<Problem, 'code' | 'location' | 'message'>

/** What an upload comes to: a questionnaire and what is worth a look, or the refusal with a line per problem. */
export type ImportOutcome =
  | { readonly ok: true; readonly definition: QuestionnaireDefinition; readonly warnings: string[] }
  | { readonly ok: false; readonly id: FailureId; readonly message: string; readonly problems: readonly FileProblem[] }

/** How the worker reports: which file it turns to, and in the end the outcome. */
export type WorkerReport = { readonly reading: UploadField } | { readonly outcome: ImportOutcome }

/** An upload as it crosses to the worker. */
export type WorkerTask = Upload

/** For each file: the refusal, and the code for one that cannot be read at all. */
export const refusalOf = {
  questionFile: { missing: 'MISSING_QUESTION_FILE', faulty: 'QUESTION_FILE_ERROR', unreadable: 'Q01' },
  templateFile: { missing: 'MISSING_TEMPLATE_FILE', faulty: 'TEMPLATE_FILE_ERROR', unreadable: 'T01' },
  fieldMetadataFile: { missing: 'MISSING_METADATA_FILE', faulty: 'METADATA_FILE_ERROR', unreadable: 'M01' },
} as const satisfies Record<UploadField, { missing: FailureId; faulty: FailureId; unreadable: ImportProblemCode }>
