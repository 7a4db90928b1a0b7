import { fillTemplates } from '../../../spreadsheets/template/fill-templates.ts'
import { findAnswerRow, hasBraces, parseSegments } from '../../questionnaires/template-placeholders.ts'
import { uploadLimits } from '../../questionnaires/upload-limits.ts'
import { valuesFor } from './cell-values.ts'
import type { ExportInput } from './export-row.ts'

/**
 * Writes the export of a workshop (shared/spec/questionnaire-files.md#template-file): the sheets of each part's template one after another,
 * its answer row repeated for every respondent. The file is streamed in chunks; memory does not grow with the rows. Throws like
 * `fillTemplates`.
 */
export async function* writeWorkbook({ parts, facts, onProgress, signal }: ExportInput): AsyncGenerator<Uint8Array> {
  yield* fillTemplates({
    parts,
    marks: {
      isMarked: hasBraces,
      repeatedRow: (marked) => findAnswerRow(marked.map(({ row, text }) => ({ row, segments: parseSegments(text) }))),
      values: valuesFor(facts),
    },
    limits: uploadLimits,
    title: facts.workshopName,
    created: facts.exportedAt,
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  })
  onProgress?.(facts.respondentCount)
}
