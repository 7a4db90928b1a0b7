import { sql as raw } from 'kysely'
import { openNotes, type SealedRespondent } from '../../infra/security/sealed-respondent.ts'
import { sql, type RequestContext, type Services } from '../../infra/request-context.ts'
import { workbookBytes } from '../../spreadsheets/plain-workbook.ts'
import type { ExportNote, ExportPart, ExportRow } from './export/export-row.ts'
import { openRespondents } from './respondents.ts'

// What admins, who alone export, may read: their own notes and what agencies share with them (shared/spec/contract.md#reasons-and-notes).
const readable = raw<boolean>`(note.agency_id is null or note.shared)`

/** The notes on these respondents that admins may read, oldest first, by their ids. */
export async function readNotes(
  services: Services,
  people: readonly (SealedRespondent & { readonly id: number })[],
): Promise<Map<number, ExportNote[]>> {
  const rows = await sql(services.orm.em.fork())
    .selectFrom('note')
    .innerJoin('account', 'account.id', 'note.accountId')
    .select(['note.id', 'respondentId', 'sealed', 'note.createdAt as at', 'account.name as by'])
    .where('respondentId', '=', raw<number>`any(${people.map(({ id }) => id)}::bigint[])`)
    .where(readable)
    .orderBy('note.id')
    .execute()
  const byRespondent = Map.groupBy(rows, (row) => row.respondentId)
  return new Map(people.map((person) => [person.id, openNotes(services.encryption, person, byRespondent.get(person.id) ?? [])]))
}

/** A sheet of its own for the notes on these respondents: one row for each note, in the order of the respondents. */
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
    .where(readable)
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
