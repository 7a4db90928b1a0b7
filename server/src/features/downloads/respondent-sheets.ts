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
export function casesPart(parts: readonly ExportPart[], chosen: readonly DownloadColumn[]): Promise<ExportPart> {
  return sheetOfRespondents(
    'Cases',
    chosen.flatMap((column) => columnsOf[column]),
    parts,
  )
}

/** Builds a separate sheet with the answers to questions that the newest version no longer asks; undefined if there are none. */
export async function earlierPart(parts: readonly ExportPart[]): Promise<ExportPart | undefined> {
  const concerned = parts.filter(({ earlier = [] }) => earlier.length > 0)
  const identifiers = [...new Set(concerned.flatMap(({ earlier = [] }) => earlier))]
  if (identifiers.length === 0) return undefined
  return sheetOfRespondents(
    'Earlier questions',
    identifiers.map((identifier) => [identifier, `{{${identifier}}}`]),
    concerned,
  )
}

async function sheetOfRespondents(name: string, more: readonly Column[], parts: readonly ExportPart[]): Promise<ExportPart> {
  const [first] = parts
  if (!first) throw new Error('A sheet lists respondents of a questionnaire')
  const columns: readonly Column[] = [['Number', '{{$anonymousId}}'], ...more]
  const rows = [columns.map(([header]) => header), columns.map(([, placeholder]) => placeholder)]
  return {
    definition: first.definition,
    template: await workbookBytes([{ name, rows }]),
    rows: async function* () {
      for (const part of parts) yield* part.rows()
    },
    count: parts.reduce((sum, { count }) => sum + count, 0),
  }
}
