import { TextDecoder } from 'node:util'
import type { UploadedFile } from '@portico/shared/contract/uploads'
import { importProblems, shortened } from '@portico/shared/words/import/import-problems'
import type { Findings, Problem } from '../problems.ts'
import { fileExtension, containsQuestions, splitStackedTables, readTables } from '../question-file.ts'
import { readCsv } from '../../../../spreadsheets/csv-reader.ts'
import { csvLocation, findHeaderRow, locationOrder, type NamedTable, type Table, csvToTable } from '../table.ts'
import { openWorkbook } from '../../../../spreadsheets/workbook-reader.ts'
import { isUnreadable } from '../../../../spreadsheets/package/zip-reader.ts'
import { type MetadataRecord, readJsonRecords, readTableRecords } from './metadata-records.ts'
import { uploadLimits } from '../../upload-limits.ts'

/** An opened metadata file: its table or parsed JSON, and which other uploaded file it resembles, if any (U02). */
export interface OpenedMetadata {
  readonly fileName: string
  readonly source: { readonly table: Table | undefined } | { readonly json: unknown }
  readonly looksLike: 'questionFile' | 'templateFile' | undefined
  readonly warnings?: readonly Problem[]
}

const { M01, M02, M03, W21 } = importProblems
const maxBrackets = 20_000
const maxDepth = 200

/** Opens a metadata file (shared/spec/questionnaire-files.md#field-metadata-file); returns a problem if it cannot be read (M01, M02). */
export async function openMetadataFile({ name, bytes }: UploadedFile): Promise<OpenedMetadata | Problem> {
  const fileName = shortened(name)
  switch (fileExtension(name)) {
    case '.csv':
      return openCsv(fileName, bytes)
    case '.json':
      return openJson(fileName, bytes)
    case '.xlsx':
      return openXlsx(fileName, bytes)
    default:
      return { location: fileName, code: 'M02', message: M02.kind }
  }
}

/** Reads the records of an opened file or of a `field_metadata` sheet; undefined if its headers are unusable. */
export function readRecords(
  { fileName, source, warnings = [] }: Omit<OpenedMetadata, 'looksLike'>,
  findings: Findings,
): MetadataRecord[] | undefined {
  findings.warnings.push(...warnings)
  if ('json' in source) return readJsonRecords(source.json, fileName, findings)
  if (source.table) return readTableRecords(source.table, findings)
  findings.problems.push({ location: fileName, code: 'M01', message: M01.empty })
  return undefined
}

function openCsv(fileName: string, bytes: Uint8Array): OpenedMetadata | Problem {
  const reading = readCsv(bytes)
  if ('fault' in reading) {
    const { kind, line, column } = reading.fault
    return {
      location: csvLocation(line, column),
      order: locationOrder(0, line, column),
      code: 'M01',
      message: kind === 'size' ? M01.unreadable('it has too many filled cells') : M01[kind],
    }
  }
  const cells = reading.rows.flatMap((row) => row.cells)
  const isQuestions = containsQuestions(splitStackedTables(reading.rows))
  const looksLike = isQuestions ? 'questionFile' : templateFileIf(cells.some((cell) => isPlaceholder(cell.text)))
  return { fileName, source: { table: csvToTable(fileName, reading.rows) }, looksLike }
}

function openJson(fileName: string, bytes: Uint8Array): OpenedMetadata | Problem {
  const { text, fault } = decodeUtf8(bytes)
  if (fault) return { location: fileName, code: 'M01', message: M01.encoding }
  if (isTooLarge(text))
    return { location: fileName, code: 'M01', message: M01.unreadable('it holds far more than one record per question') }
  try {
    const json: unknown = JSON.parse(text)
    const repeated = findRepeatedKey(text)
    if (!repeated) return { fileName, source: { json }, looksLike: undefined }
    const [line, before] = [repeated.at, repeated.before].map((position) => positionAt(text, position)[0])
    return { location: `line ${line}`, code: 'M03', message: M03.twice(repeated.key, `line ${before}`) }
  } catch (error) {
    const [line, column] = syntaxErrorPosition(text, error instanceof Error ? error.message : '')
    return { location: fileName, code: 'M01', message: M01.json(line, column) }
  }
}

async function openXlsx(fileName: string, bytes: Uint8Array): Promise<OpenedMetadata | Problem> {
  try {
    const workbook = await openWorkbook(bytes, uploadLimits)
    const tables = await readTables(workbook)
    const texts = tables.flatMap(({ table }) => [
      ...(table?.headers ?? []),
      ...(table?.rows ?? []).flatMap((row) => [...row.cells.values()]),
    ])
    const looksLike = containsQuestions(tables) ? 'questionFile' : templateFileIf(texts.some(({ text }) => isPlaceholder(text)))
    const [holding = tables[0], other] = tables.filter(holdsRecords)
    if (holding && other) return { location: fileName, code: 'M01', message: M01.several(holding.name, other.name) }
    const warnings = tables
      .filter(({ table }) => table !== holding?.table && table !== undefined && table.headers.length > 0)
      .map(({ name }): Problem => ({ location: fileName, code: 'W21', message: W21.unread(name, holding?.name ?? '') }))
    return { fileName, source: { table: holding?.table }, looksLike, warnings }
  } catch (error) {
    if (isUnreadable(error)) return { location: fileName, code: 'M01', message: M01.unreadable(error.message) }
    throw error
  }
}

// Rules on another sheet would be lost, whatever the column beside them is called and whatever stands above.
function holdsRecords({ table }: NamedTable): boolean {
  if (!table) return false
  const isHeader = table.headers.some(({ key }) => key === 'identifier' || key === 'red_flag_when')
  return (
    isHeader ||
    [
      ['identifier', 'redflagwhen'],
      ['redflagwhen', 'redflagreason'],
    ].some((keys) => findHeaderRow(table, keys) !== undefined)
  )
}

function isPlaceholder(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text)
}

function templateFileIf(hasPlaceholder: boolean): 'templateFile' | undefined {
  return hasPlaceholder ? 'templateFile' : undefined
}

function decodeUtf8(bytes: Uint8Array): { text: string; fault: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), fault: false }
  } catch {
    return { text: '', fault: true }
  }
}

/** Whether JSON contains or nests far more than the metadata of the largest questionnaire, ignoring the content of strings. */
function isTooLarge(text: string): boolean {
  let opened = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') {
      opened += 1
      depth += 1
    } else if (character === ']' || character === '}') depth -= 1
    if (opened > maxBrackets || depth > maxDepth) return true
  }
  return false
}

/** Finds a key that an object of a valid JSON text has twice: parsing keeps only the last, and a rule could vanish unseen. */
function findRepeatedKey(text: string): { readonly key: string; readonly at: number; readonly before: number } | undefined {
  const open: Map<string, number>[] = []
  const afterKey = /\s*:/y
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') open.push(new Map())
    else if (character === '}' || character === ']') open.pop()
    if (character !== '"') continue
    const start = at
    at = endOfString(text, start)
    afterKey.lastIndex = at + 1
    if (!afterKey.test(text)) continue
    const key: string = JSON.parse(text.slice(start, at + 1))
    const before = open.at(-1)?.get(key)
    if (before !== undefined) return { key, at: start, before }
    open.at(-1)?.set(key, start)
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** Returns line and column at which a JSON text becomes invalid. */
function syntaxErrorPosition(text: string, message: string): [number, number] {
  const [, position = text.length] = /at position (\d+)/.exec(message) ?? []
  return positionAt(text, Number(position))
}

/** Returns the line and column of an index into a text. */
function positionAt(text: string, index: number): [line: number, column: number] {
  const before = text.slice(0, index).split('\n')
  return [before.length, (before.at(-1)?.length ?? 0) + 1]
}
