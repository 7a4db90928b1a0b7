import type { UploadedFile } from '@portico/shared/contract/uploads'
import { importProblems, shortened } from '@portico/shared/words/import/import-problems'
import { readLanguageSheets } from './language-sheets/language-sheets.ts'
import type { Findings, Problem } from './problems.ts'
import { normalizeName, findMisspeltSheet } from './text-cleaning.ts'
import { type CsvFault, readCsv } from '../../../spreadsheets/csv-reader.ts'
import { csvLocation, findHeaderRow, type NamedTable, locationOrder, csvToTable, sheetToTable } from './table.ts'
import { readXlsform } from './xlsform/xlsform.ts'
import type { QuestionFileContent } from './question-rules.ts'
import { openWorkbook, type Workbook } from '../../../spreadsheets/workbook-reader.ts'
import type { SheetRow } from '../../../spreadsheets/sheet-reader.ts'
import { isUnreadable } from '../../../spreadsheets/package/zip-reader.ts'
import { uploadLimits } from '../upload-limits.ts'

/** An opened question file. `metadata` is its `field_metadata` sheet, if any. */
export interface OpenedQuestionFile {
  readonly fileName: string
  readonly tables: readonly NamedTable[]
  readonly metadata: NamedTable | undefined
  readonly problems: readonly Problem[]
}

const { Q01, Q02, Q03, Q04, Q05 } = importProblems
const xlsformSheets = ['survey', 'choices', 'settings', 'field_metadata']

/**
 * Opens a question file and reads its sheets as tables (shared/spec/questionnaire-files.md#question-file); `problems` explain a failure.
 */
export async function openQuestionFile({ name, bytes }: UploadedFile): Promise<OpenedQuestionFile> {
  const fileName = shortened(name)
  const refused = (problem: Omit<Problem, 'location'> & { location?: string }): OpenedQuestionFile => ({
    fileName,
    tables: [],
    metadata: undefined,
    problems: [{ location: fileName, ...problem }],
  })
  const extension = fileExtension(name)
  if (extension === '.csv') {
    const reading = readCsv(bytes)
    if ('fault' in reading) return refused(csvProblem(reading.fault))
    const problem = csvLayoutProblem(reading.rows) ?? unknownBlock(reading.rows)
    const opened = createOpenedFile(fileName, splitStackedTables(reading.rows))
    return problem ? { ...refused(problem), metadata: opened.metadata } : opened
  }
  if (extension !== '.xlsx') return refused({ code: 'Q02', message: Q02.kind(extension) })
  try {
    return createOpenedFile(fileName, await readTables(await openWorkbook(bytes, uploadLimits)))
  } catch (error) {
    if (isUnreadable(error)) return refused({ code: 'Q01', message: Q01.unreadable(error.message) })
    throw error
  }
}

/** Reads the questions of an opened file in either layout (shared/spec/questionnaire-files.md#question-file). */
export function readQuestions({ fileName, tables }: OpenedQuestionFile, findings: Findings): QuestionFileContent | undefined {
  const tableNamed = (wanted: string) => tables.find(({ name }) => normalizeName(name) === wanted)
  const sheetNames = tables.map(({ name }) => name)
  const survey = tableNamed('survey')
  const settings = tableNamed('settings')?.table
  if (survey) {
    const choices = tableNamed('choices')?.table
    return readXlsform({ fileName, sheetNames, survey: survey.table, choices, settings }, findings)
  }
  if (hasLanguageSheets(tables)) return readLanguageSheets({ fileName, sheets: tables.filter(isLanguageSheet), settings }, findings)
  const below = tables[0]?.table && findHeaderRow(tables[0].table, ['slug', 'questiontype'])
  const named = findMisspeltSheet(sheetNames, 'survey')
  const isMetadata = tables.some(({ table }) => table?.headers.some(({ key }) => key === 'identifier'))
  const absent = isMetadata ? Q04.metadataFile : Q04.survey(sheetNames.slice(0, 10))
  const missing = named === undefined ? absent : Q04.rename(named, 'survey')
  const problem = below ? ({ code: 'Q05', message: Q05.below(below.number) } as const) : ({ code: 'Q04', message: missing } as const)
  findings.problems.push({ location: fileName, ...problem })
  return undefined
}

/** Whether the sheets contain questions: a `survey` sheet, or a first sheet with the headers of the one-sheet-per-language layout. */
export function containsQuestions(tables: readonly NamedTable[]): boolean {
  return tables.some(({ name }) => normalizeName(name) === 'survey') || hasLanguageSheets(tables)
}

/** Reads the sheets of a workbook as tables: only those of an XLSForm if there is a `survey` sheet, otherwise all. */
export async function readTables(workbook: Workbook): Promise<NamedTable[]> {
  const names = workbook.sheetNames
  const isXlsform = names.some((name) => normalizeName(name) === 'survey')
  const tables: NamedTable[] = []
  for (const [position, name] of names.entries()) {
    const isNeeded = !isXlsform || xlsformSheets.includes(normalizeName(name))
    tables.push({ name, table: isNeeded ? sheetToTable(await workbook.readSheet(position, 'table')) : undefined })
  }
  return tables
}

/** Splits a stacked CSV into blocks: a name in the first column starts a block, whose cells begin in the second column. */
export function splitStackedTables(rows: readonly SheetRow[]): NamedTable[] {
  const blocks: { name: string; rows: SheetRow[] }[] = []
  for (const { number, cells } of rows) {
    const [first, ...rest] = cells
    if (first?.column === 1) blocks.push({ name: first.text.trim(), rows: [] })
    const own = first?.column === 1 ? [] : [first, ...rest].filter((cell) => cell !== undefined)
    if (own.length > 0) blocks.at(-1)?.rows.push({ number, cells: own })
  }
  return blocks.map((block, position) => ({ name: block.name, table: csvToTable(block.name, block.rows, position) }))
}

/** Returns the extension of a file name in lower case with its dot; empty if there is none. */
export function fileExtension(name: string): string {
  return /\.[^./\\]+$/.exec(name.trim())?.[0].toLowerCase() ?? ''
}

function createOpenedFile(fileName: string, tables: readonly NamedTable[]): OpenedQuestionFile {
  const tablesNamed = (wanted: string) => tables.filter(({ name }) => normalizeName(name) === wanted)
  const messages = xlsformSheets.flatMap((wanted) => {
    const [one, other] = tablesNamed(wanted)
    const copy = tables.find(({ name }) => isCopy(name, wanted))
    if (other) return Q04.twice(wanted)
    return one && copy ? Q04.copy(one.name, copy.name) : []
  })
  const problems = messages.map((message) => ({ location: fileName, code: 'Q04', message }) as const)
  return { fileName, tables: problems.length > 0 ? [] : tables, metadata: tablesNamed('field_metadata')[0], problems }
}

const copyWords = new Set(['copy', 'copia', 'cópia', 'copie', 'kopie', 'old', 'new', 'backup'])

/** Whether such a name is given to a copy of a sheet: "survey (2)", "survey_2", "Copy of survey" or "survey - Kopie". */
function isCopy(name: string, of: string): boolean {
  const words = normalizeName(name)
    .replace(/^(cop\w*|cópia|kopie)_(of|de|von)_/, '')
    .split(/[_()-]+/)
  const copied = words.map((word) => word.replace(/v?\d{1,2}$/, '')).filter((word) => word !== '' && !copyWords.has(word))
  return copied.join('_') === of && normalizeName(name) !== of
}

function csvProblem({ kind, line, column }: CsvFault): Problem {
  if (kind === 'size') return { location: csvLocation(line, column), code: 'Q01', message: Q01.unreadable('it has too many filled cells') }
  return { location: csvLocation(line, column), order: locationOrder(0, line, column), code: 'Q03', message: Q03[kind] }
}

const separators = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const

/** Explains why a readable CSV is not a stacked one: another separator, or a single sheet without its name. */
function csvLayoutProblem(rows: readonly SheetRow[]): Problem | undefined {
  const [first] = rows
  const text = first?.cells[0]?.text ?? ''
  const [, separator] = separators.find(([mark]) => first?.cells.length === 1 && text.includes(mark)) ?? []
  const at = { location: csvLocation(first?.number ?? 1, 1), order: 0 }
  if (separator !== undefined) return { ...at, code: 'Q03', message: Q03.separator(separator) }
  const keys = first?.cells.map((cell) => normalizeName(cell.text)) ?? []
  if (keys.length > 1 && keys.includes('identifier')) return { ...at, code: 'Q04', message: Q04.metadataFile }
  return keys.includes('type') && keys.includes('name') && first?.cells[0]?.column === 1
    ? { ...at, code: 'Q04', message: Q04.singleCsv }
    : undefined
}

// Sheets of XLSForm that mean nothing to a questionnaire.
const otherSheets = ['external_choices', 'entities', 'osm']

/** Explains what stands in the first column, if it is not the name of a sheet alone: it or the rows below would be lost unseen. */
function unknownBlock(rows: readonly SheetRow[]): Problem | undefined {
  const names = rows.flatMap(({ number, cells: [first, ...beside] }) => (first?.column === 1 ? [{ number, name: first.text, beside }] : []))
  if (!names.some(({ name }) => normalizeName(name) === 'survey')) return undefined
  const isKnown = (name: string) => [...xlsformSheets, ...otherSheets].includes(normalizeName(name))
  const found = names.find(({ name, beside }) => !isKnown(name) || beside.some(({ text }) => text.trim() !== ''))
  if (!found) return undefined
  const at = { location: csvLocation(found.number, 1), order: locationOrder(0, found.number, 1) }
  return { ...at, code: 'Q04', message: isKnown(found.name) ? Q04.beside(found.name) : Q04.block(found.name) }
}

function isLanguageSheet({ name }: NamedTable): boolean {
  return !['field_metadata', 'settings'].includes(normalizeName(name))
}

function hasLanguageSheets(tables: readonly NamedTable[]): boolean {
  const headers = tables.find(isLanguageSheet)?.table?.headers.map(({ key }) => key.replaceAll('_', '')) ?? []
  return headers.includes('slug') && headers.includes('questiontype')
}
