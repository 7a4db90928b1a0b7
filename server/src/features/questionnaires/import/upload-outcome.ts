import type { UploadField } from '@portico/shared/contract/uploads'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Problem } from './problems.ts'
import type { ImportProblemCode } from '@portico/shared/words/import/import-problems'
import type { FailureId } from '@portico/shared/words/failures'

/** A problem at one location of a file. */
export type FileProblem = Pick<Problem, 'code' | 'location' | 'message'>

/** The outcome of an upload: a questionnaire with warnings, or a failure with a line per problem. */
export type ImportOutcome =
  | { readonly ok: true; readonly definition: QuestionnaireDefinition; readonly warnings: string[] }
  | { readonly ok: false; readonly id: FailureId; readonly message: string; readonly problems: readonly FileProblem[] }

/** A message of the process: the file it reads next, or finally the outcome. */
export type UploadReport = { readonly reading: UploadField } | { readonly outcome: ImportOutcome }

/** For each file: the failures, and the problem code for a file that cannot be read at all. */
export const refusalOf = {
  questionFile: { missing: 'MISSING_QUESTION_FILE', faulty: 'QUESTION_FILE_ERROR', unreadable: 'Q01' },
  templateFile: { missing: 'MISSING_TEMPLATE_FILE', faulty: 'TEMPLATE_FILE_ERROR', unreadable: 'T01' },
  fieldMetadataFile: { missing: 'MISSING_METADATA_FILE', faulty: 'METADATA_FILE_ERROR', unreadable: 'M01' },
} as const satisfies Record<UploadField, { missing: FailureId; faulty: FailureId; unreadable: ImportProblemCode }>
