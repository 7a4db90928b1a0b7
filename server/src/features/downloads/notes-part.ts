import { sql as raw } from 'kysely'
import type { RequestContext } from '../../infra/request-context.ts'
import { workbookBytes } from '../../spreadsheets/plain-workbook.ts'
import type { ExportPart, ExportRow } from './export/export-row.ts'
import { readableNotes } from './notes.ts'
import { openRespondents } from './respondents.ts'

/** Builds a separate sheet with the notes on these respondents: one row per note, in the order of the respondents. */
export async function notesPart(
  ctx: RequestContext,
  parts: readonly ExportPart[],
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ExportPart> {
  const [first] = parts
  if (!first) throw new Error('Notes are about respondents of a questionnaire')
  const counts = await ctx.db
    .selectFrom('note')
    .select((select) => ['respondentId', select.fn.countAll<string>().as('notes')])
    .where('respondentId', '=', raw<number>`any(${ids}::bigint[])`)
    .where(readableNotes)
    .groupBy('respondentId')
    .execute()
  const noted = new Set(counts.map(({ respondentId }) => respondentId))
  const withNotes = ids.filter((id) => noted.has(id))
  const columns = [
    ['Number', '{{$anonymousId}}'],
    ['Agency', '{{$agency}}'],
    ['Note that admins may read, with when and by whom', '{{$notes}}'],
  ] as const
  const rows = [columns.map(([header]) => header), columns.map(([, placeholder]) => placeholder)]
  return {
    definition: first.definition,
    template: await workbookBytes([{ name: 'Notes', rows }]),
    rows: () => oneByOne(openRespondents(ctx.services, withNotes, { signal, notes: true })),
    count: counts.reduce((sum, { notes }) => sum + Number(notes), 0),
  }
}

async function* oneByOne(rows: AsyncIterable<ExportRow>): AsyncGenerator<ExportRow> {
  for await (const row of rows) for (const note of row.notes ?? []) yield { ...row, notes: [note] }
}
