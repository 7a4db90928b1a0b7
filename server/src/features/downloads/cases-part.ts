import type { DownloadColumn } from '@portico/shared/contract/downloads'
import { workbookBytes } from '../../spreadsheets/plain-workbook.ts'
import type { ExportPart } from './export/export-row.ts'

type Column = readonly [header: string, placeholder: string]

const columnsOf: Readonly<Record<DownloadColumn, readonly Column[]>> = {
  agency: [['Agency', '{{$agency}}']],
  status: [
    ['Status', '{{$status}}'],
    ['Time of the decision', '{{$decidedTime}}'],
  ],
  waiting: [['Business days waiting', '{{$waitingDays}}']],
  contact: [
    ['Last call', '{{$lastCallOutcome}}'],
    ['Time of the last call', '{{$lastCallTime}}'],
  ],
}

/** Builds a separate sheet with the requested columns about each case: one row per respondent, in the order of the other sheets. */
export async function casesPart(parts: readonly ExportPart[], chosen: readonly DownloadColumn[]): Promise<ExportPart> {
  const [first] = parts
  if (!first) throw new Error('Cases are those of respondents of a questionnaire')
  const columns: readonly Column[] = [['Number', '{{$anonymousId}}'], ...chosen.flatMap((column) => columnsOf[column])]
  const rows = [columns.map(([header]) => header), columns.map(([, placeholder]) => placeholder)]
  return {
    definition: first.definition,
    template: await workbookBytes([{ name: 'Cases', rows }]),
    rows: async function* () {
      for (const part of parts) yield* part.rows()
    },
    count: parts.reduce((sum, { count }) => sum + count, 0),
  }
}
