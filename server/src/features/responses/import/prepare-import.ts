import { askedQuestions } from '@portico/shared/rules/answers'
import { isAdmin } from '@portico/shared/rules/accounts'
import { keptSince } from '@portico/shared/rules/privacy'
import { dayIn } from '@portico/shared/rules/red-rules'
import { submission as submissionForm } from '@portico/shared/contract/responses'
import type { Caller, RequestContext } from '../../../infra/request-context.ts'
import { anonymousIdOf, type Encryption } from '../../../infra/security/encryption.ts'
import { readCsv, type CsvResult } from '../../../spreadsheets/csv-reader.ts'
import type { SheetRow } from '../../../spreadsheets/sheet-reader.ts'
import { findNewest, type Published } from '../../questionnaires/definitions.ts'
import type { PendingSubmission } from '../submission/store-submissions.ts'
import { idempotencyOf } from '../submission/idempotency.ts'
import { importMap, mapFaults, type ImportMap } from './map-file.ts'
import { columnOf, readRow } from './row-answers.ts'

/** The bytes of the CSV file, and the parsed JSON of the map. */
export interface ImportFiles {
  readonly csv: Uint8Array
  readonly map: unknown
}

/** A finding about a row and its column ('' for the whole row); never contains an answer. */
export interface RowFinding {
  /** `problem`: prevents the import. `changed`: exists with other answers. `note`: informational. */
  readonly kind: 'problem' | 'changed' | 'note'
  /** The line of the file where the row begins. */
  readonly row: number
  readonly column: string
  readonly text: string
}

/** A row converted to a submission. */
export interface RowSubmission {
  readonly number: number
  readonly submission: PendingSubmission
  /** Converts a fault of the submission to a finding with row and column. */
  problem(path: readonly (string | number)[], message: string): RowFinding
}

/** Files that can be imported, before answers are checked. */
export interface Prepared {
  readonly caller: Caller
  readonly source: string
  readonly workshopId: number
  readonly rows: readonly RowSubmission[]
  /** The number of rows with problems that prevented a submission. */
  readonly unread: number
  readonly findings: readonly RowFinding[]
}

const maxCells = 2_000_000

/** Reads both files against the questionnaire. Throws if the operator is not an admin; returns faults of the files, one sentence each. */
export async function prepareImport(
  ctx: RequestContext,
  { csv, map: mapJson, operator }: ImportFiles & { readonly operator: string },
): Promise<Prepared | { readonly faults: readonly string[] }> {
  const caller = await adminOf(ctx, operator)
  const parsed = importMap.safeParse(mapJson)
  if (!parsed.success) return { faults: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the map'}: ${message}`) }
  const map = parsed.data
  const reading = readCsv(csv, maxCells)
  if ('fault' in reading) return { faults: [csvFault(reading.fault)] }
  const [head, ...rows] = reading.rows
  if (!head || rows.length === 0) return { faults: ['the CSV file has no rows below the names of its columns'] }
  const headers = head.cells.map((cell) => cell.text.trim())
  const twice = headers.filter((name, index) => headers.indexOf(name) !== index)
  if (twice.length > 0) return { faults: twice.map((name) => `the CSV file has the column "${name}" twice`) }
  const workshop = await workshopOf(ctx, map)
  const published = await findNewest(ctx, map.questionnaire)
  if (!published) return { faults: [`there is no questionnaire ${map.questionnaire}`] }
  if (!workshop) return { faults: [`there is no workshop ${map.workshop} that offers ${map.questionnaire}`] }
  const faults = mapFaults(map, published, headers)
  if (faults.length > 0) return { faults }
  const today = dayIn(workshop.timeZone, ctx.now)
  const { encryption, retentionDays } = ctx.services
  // Respondents would be deleted within the hour, and later imports would skip them as deleted.
  if (workshop.eventDate !== null && workshop.eventDate < keptSince(today, retentionDays))
    return { faults: [`the workshop ${map.workshop} was more than ${retentionDays} days ago: everyone in it is deleted at once`] }
  const reader: RowReader = { map, published, today, encryption, caller, requestId: ctx.requestId, columns: columnsOf(head) }
  return { caller, source: map.source, workshopId: workshop.id, ...readRows(reader, rows) }
}

async function adminOf(ctx: RequestContext, email: string): Promise<Caller> {
  const account = await ctx.db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'roles'])
    .where('email', '=', email.toLowerCase())
    .where('disabledAt', 'is', null)
    .where('verifiedAt', 'is not', null)
    .executeTakeFirst()
  if (!account || !isAdmin(account.roles)) throw new Error('Name the admin who imports by the e-mail address of their account: --as E-MAIL')
  return { ...account, translates: [], signsOffTranslations: false, sessionId: '', provedAt: ctx.now, secondFactorDueAt: null }
}

function workshopOf(ctx: RequestContext, map: ImportMap) {
  return ctx.db
    .selectFrom('workshop')
    .innerJoin('workshop_questionnaire', 'workshop_questionnaire.workshopId', 'workshop.id')
    .select(['id', 'timeZone', 'eventDate'])
    .where('name', '=', map.workshop)
    .where('questionnaireName', '=', map.questionnaire)
    .executeTakeFirst()
}

function csvFault({ kind, line, column }: Extract<CsvResult, { fault: unknown }>['fault']): string {
  const causes = {
    encoding: 'is not UTF-8: save the file as CSV UTF-8',
    quoting: 'begins with a quote that is never closed',
    strayQuote: 'has a quote in the middle: write two quotes, and put quotes around the cell',
    size: `is one too many: a file can have ${maxCells.toLocaleString('en')} cells, so take it in two`,
  }
  return `line ${line}, column ${column} ${causes[kind]}`
}

interface RowReader {
  readonly map: ImportMap
  readonly published: Published
  readonly today: string
  readonly encryption: Encryption
  readonly caller: Caller
  readonly requestId: string
  /** Column names by column number. */
  readonly columns: ReadonlyMap<number, string>
}

function columnsOf(head: SheetRow): Map<number, string> {
  return new Map(head.cells.map((cell) => [cell.column, cell.text.trim()]))
}

function readRows(reader: RowReader, sheetRows: readonly SheetRow[]): Pick<Prepared, 'rows' | 'unread' | 'findings'> {
  const rows: RowSubmission[] = []
  const findings: RowFinding[] = []
  const firstWith = new Map<string, number>()
  for (const sheetRow of sheetRows) {
    const read = submissionOf(reader, sheetRow, firstWith)
    findings.push(...read.findings)
    if (read.row) rows.push(read.row)
  }
  return { rows, findings, unread: sheetRows.length - rows.length }
}

function submissionOf(reader: RowReader, { number, cells }: SheetRow, firstWith: Map<string, number>) {
  const { map, published, columns } = reader
  const findings: RowFinding[] = []
  const add = (kind: RowFinding['kind'], column: string, text: string) => findings.push({ kind, row: number, column, text })
  const texts = new Map<string, string>()
  for (const cell of cells) {
    const name = columns.get(cell.column)
    if (name === undefined) add('problem', `${cell.column}`, 'has no name in the first row')
    else texts.set(name, cell.text.trim())
  }
  const { id, language, answers, problems } = readRow(map, published.definition.questions, texts)
  for (const { column, text } of problems) add('problem', column, text)
  const first = firstWith.get(id)
  if (first !== undefined) add('problem', map.id, `is the same as in row ${first}`)
  else if (id !== '') firstWith.set(id, number)
  if (findings.length > 0) return { findings }
  const problem = (path: readonly (string | number)[], message: string): RowFinding => ({
    kind: 'problem',
    row: number,
    ...placeOf(map, path),
    text: message,
  })
  const given = { name: map.questionnaire, workshopName: map.workshop, questionnaireId: published.id, language, answers }
  const checked = submissionForm.safeParse(given)
  if (!checked.success) return { findings: checked.error.issues.map(({ path, message }) => problem(path.map(String), message)) }
  for (const identifier of notAsked(reader, answers))
    add('note', columnOf(map.answers[identifier]), 'is not asked with these answers: left out')
  return { findings, row: { number, problem, submission: pendingOf(reader, id, checked.data) } }
}

function notAsked({ published, today }: RowReader, answers: Readonly<Record<string, string>>): string[] {
  const asked = askedQuestions(published.questions, new Map(Object.entries(answers)), today)
  return Object.keys(answers).filter((identifier) => !asked.has(identifier))
}

function placeOf({ answers, language }: ImportMap, [field, identifier = '']: readonly (string | number)[]): { column: string } {
  if (field === 'answers') return { column: columnOf(answers[identifier]) || String(identifier) }
  return { column: field === 'language' && typeof language !== 'string' ? language.column : String(field ?? '') }
}

function pendingOf({ encryption, map, caller, requestId }: RowReader, id: string, input: PendingSubmission['input']): PendingSubmission {
  const idempotencyKey = markerOf(encryption, map.source, id)
  return {
    input,
    anonymousId: anonymousIdOf(encryption, idempotencyKey),
    requestId,
    accountId: caller.id,
    // Without the version, so that a newly published version does not make rows count as changed.
    idempotency: idempotencyOf(encryption, idempotencyKey, { ...input, questionnaireId: undefined }),
  }
}

// Formatted as a UUID like the idempotency keys of respondents' devices. Without the keyring, the original id cannot be derived from it.
function markerOf(encryption: Encryption, source: string, id: string): string {
  const hex = encryption.lookupHash('import', JSON.stringify([source, id])).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
