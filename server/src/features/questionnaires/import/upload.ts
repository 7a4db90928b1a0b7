import type { Upload, UploadField } from '@portico/shared/contract/uploads'
import { failures } from '@portico/shared/words/failures'
import { importProblems, shortened } from '@portico/shared/words/import/import-problems'
import type { Caller } from '../../../infra/request-context.ts'
import { runLimited } from '../run-limited.ts'
import { type ImportOutcome, refusalOf, type UploadReport } from './upload-outcome.ts'
import { formatProblems } from './problems.ts'

export type { ImportOutcome } from './upload-outcome.ts'

/**
 * Reads the three files of an upload (shared/spec/questionnaire-files.md#request) in a limited process when the caller's turn comes. A file that exceeds its
 * limits is rejected as unreadable.
 */
export async function readUpload(upload: Upload, caller?: Pick<Caller, 'id'>): Promise<ImportOutcome> {
  for (const field of ['questionFile', 'templateFile'] as const) {
    const id = refusalOf[field].missing
    if (!upload[field]) return { ok: false, id, message: failures[id], problems: [] }
  }
  let reading: UploadField = 'questionFile'
  return runLimited<UploadReport, ImportOutcome>(caller, new URL('./upload-task.ts', import.meta.url), upload, {
    outcomeOf(report) {
      if ('outcome' in report) return report.outcome
      reading = report.reading
      return undefined
    },
    abortedOutcome: (reason) => abortedOutcome(upload, reading, reason),
  })
}

function abortedOutcome(upload: Upload, field: UploadField, reason: string): ImportOutcome {
  const { faulty, unreadable } = refusalOf[field]
  const location = shortened(upload[field]?.name ?? upload.questionFile?.name ?? '')
  const problems = [{ location, code: unreadable, message: importProblems[unreadable].unreadable(reason) }]
  return { ok: false, id: faulty, message: formatProblems(problems), problems }
}
