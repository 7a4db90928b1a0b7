import type { Upload, UploadedFile, UploadField } from '@portico/shared/contract/questionnaires'
import { failures } from '@portico/shared/words/failures'
import { importProblems, shortened } from '@portico/shared/words/import/import-problems'
import { runLimited } from '../limited-worker.ts'
import { type ImportOutcome, refusalOf, type WorkerReport, type WorkerTask } from './upload-outcome.ts'
import { formatProblems } from './problems.ts'

export type { ImportOutcome } from './upload-outcome.ts'

/**
 * Reads the three files of an upload (shared/spec/questionnaire-files.md#request) in a limited worker. A file that exceeds the worker's
 * limits is rejected as unreadable.
 */
export async function readUpload(upload: Upload): Promise<ImportOutcome> {
  for (const field of ['questionFile', 'templateFile'] as const) {
    const id = refusalOf[field].missing
    if (!upload[field]) return { ok: false, id, message: failures[id], problems: [] }
  }
  let reading: UploadField = 'questionFile'
  return runLimited<WorkerReport, ImportOutcome>(new URL('./upload-worker.ts', import.meta.url), withCopiedBytes(upload), {
    outcomeOf(report) {
      if ('outcome' in report) return report.outcome
      reading = report.reading
      return undefined
    },
    abortedOutcome: (reason) => abortedOutcome(upload, reading, reason),
  })
}

/** Copies views on larger buffers, because the whole buffer would be copied to the worker. */
function withCopiedBytes(upload: Upload): WorkerTask {
  const copied = (file: UploadedFile | undefined) =>
    file && file.bytes.byteLength < file.bytes.buffer.byteLength ? { ...file, bytes: new Uint8Array(file.bytes) } : file
  return {
    title: upload.title,
    questionFile: copied(upload.questionFile),
    templateFile: copied(upload.templateFile),
    fieldMetadataFile: copied(upload.fieldMetadataFile),
  }
}

function abortedOutcome(upload: Upload, field: UploadField, reason: string): ImportOutcome {
  const { faulty, unreadable } = refusalOf[field]
  const location = shortened(upload[field]?.name ?? upload.questionFile?.name ?? '')
  const problems = [{ location, code: unreadable, message: importProblems[unreadable].unreadable(reason) }]
  return { ok: false, id: faulty, message: formatProblems(problems), problems }
}
