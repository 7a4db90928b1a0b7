import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { cellName } from '../../../spreadsheets/cell-references.ts'
import type { Cell, Sheet, SheetRow } from '../../../spreadsheets/sheet-reader.ts'
import type { FileLocation, Problem } from './problems.ts'
import { cleanText, cleanLines, normalizeName, cleanCode } from './text-cleaning.ts'

/** A header as written (cleaned) and its key for comparisons. */
export interface Header {
  readonly column: number
  readonly text: string
  readonly key: string
}

/** A row below the header, with its cells by column. */
export interface TableRow {
  readonly number: number
  readonly cells: ReadonlyMap<number, Cell>
}

/** A sheet or a block of a CSV read as a table; the first non-blank row contains the headers. */
export interface Table {
  readonly name: string
  readonly headers: readonly Header[]
  readonly headerRow: number
  readonly rows: readonly TableRow[]
  /** Returns the location of a cell for messages. */
  at(row: number, column: number): FileLocation
  /** Returns the short location of a cell for messages about another cell of the table. */
  reference(row: number, column: number): string
  /** Returns the short location of the cell above that this one is merged into, if any. */
  mergedInto(row: number, column: number): string | undefined
  /** Returns whether a cell of a row has content, its own or that of a cell above that it is merged into. */
  isFilled(row: TableRow, column: number): boolean
}

/** A sheet of a file; `table` is undefined if it is blank. */
export interface NamedTable {
  readonly name: string
  readonly table: Table | undefined
}

/** Why the content of a cell cannot be read as text. */
export type CellFault =
  | { readonly kind: 'error'; readonly shown: string }
  | { readonly kind: 'date' }
  | { readonly kind: 'formatted' }
  | { readonly kind: 'uncalculated' }
  | { readonly kind: 'merged'; readonly into: string }
  | { readonly kind: 'long'; readonly length: number }

/** Reads the cells of a table as text; other content is reported as a problem and read as empty. Read each cell only once. */
export interface CellReader {
  /** Human-readable text: white space is collapsed. */
  prose(row: TableRow, column: number | undefined): string
  /** Human-readable text with its line breaks. */
  lines(row: TableRow, column: number | undefined): string
  /** Machine-readable text: curly quotes are also straightened. */
  code(row: TableRow, column: number | undefined): string
}

/** Converts a sheet of a workbook to a table; undefined if it is blank. */
export function sheetToTable(sheet: Sheet): Table | undefined {
  const rangesIn = mergedRangesByRow(sheet)
  return buildTable(sheet.name, sheet.rows, {
    at: (row, column) => ({ location: `${sheet.name}!${cellName(column, row)}`, order: locationOrder(sheet.position, row, column) }),
    reference: (row, column) => cellName(column, row),
    mergedInto(row, column) {
      const range = rangesIn.get(row)?.find(({ left, right }) => column >= left && column <= right)
      return range && cellName(range.left, range.top)
    },
  })
}

// The ranges that begin in a row above, by row; only of rows with cells, because a range may cover a million.
function mergedRangesByRow({ rows, mergedRanges }: Sheet): ReadonlyMap<number, Sheet['mergedRanges']> {
  const waiting = mergedRanges.filter(({ top, bottom }) => bottom > top).toSorted((one, other) => other.top - one.top)
  const byRow = new Map<number, Sheet['mergedRanges']>()
  let open: Sheet['mergedRanges'] = []
  for (const number of rows.map((row) => row.number).toSorted((one, other) => one - other)) {
    const opened: Sheet['mergedRanges'][number][] = []
    for (let range = waiting.at(-1); range && range.top < number; range = waiting.at(-1)) opened.push(...waiting.splice(-1))
    if (opened.length > 0 || open.some(({ bottom }) => bottom < number))
      open = [...open, ...opened].filter(({ bottom }) => bottom >= number)
    if (open.length > 0) byRow.set(number, open)
  }
  return byRow
}

/** Converts rows of a CSV to a table; `position` orders several tables of one file. */
export function csvToTable(name: string, rows: readonly SheetRow[], position = 0): Table | undefined {
  const headers = new Map(rows[0]?.cells.map((cell) => [cell.column, cleanText(cell.text.slice(0, limits.cellMax))]))
  const location = (row: number, column: number) => csvLocation(row, column, headers.get(column))
  return buildTable(name, rows, {
    at: (row, column) => ({ location: location(row, column), order: locationOrder(position, row, column) }),
    reference: location,
    mergedInto: () => undefined,
  })
}

/** Formats the location of a CSV cell: `line 4, column 2 (name)`. */
export function csvLocation(line: number, column: number, header?: string): string {
  return `line ${line}, column ${column}${header ? ` (${header})` : ''}`
}

/** Finds the row that contains all of these headers, in case a title or note precedes them. */
export function findHeaderRow({ rows }: Table, keys: readonly string[]): TableRow | undefined {
  return rows.slice(0, 20).find(({ cells }) => {
    const found = new Set([...cells.values()].map(({ text }) => normalizeName(text).replace(/_/g, '')))
    return keys.every((key) => found.has(key))
  })
}

/** Returns a sort key for locations of one file: sheet, row, column. */
export function locationOrder(position: number, row: number, column: number): number {
  return position * 1e12 + row * 1e5 + column
}

/** Returns why a cell cannot be read as text; undefined if it can (Q20). */
export function cellFault(cell: Cell | undefined): CellFault | undefined {
  if (cell?.kind === 'error') return { kind: 'error', shown: cell.text }
  if (cell?.kind === 'date' || cell?.kind === 'formatted' || cell?.kind === 'uncalculated') return { kind: cell.kind }
  if (cell === undefined || cell.text.length <= limits.cellMax) return undefined
  const { length } = cleanText(cell.text)
  return length > limits.cellMax ? { kind: 'long', length } : undefined
}

/**
 * Creates a reader that reports error values, dates, formulas without a result, cells merged into one above and overlong cells under this
 * code (Q20, or M01 for field metadata).
 */
export function cellReader(table: Table, code: 'Q20' | 'M01', problems: Problem[]): CellReader {
  const stored = (row: TableRow, column: number | undefined): string => {
    if (column === undefined) return ''
    const cell = row.cells.get(column)
    // Some programs keep what a merged cell held, where nobody sees it.
    const into = table.mergedInto(row.number, column)
    const fault: CellFault | undefined = into === undefined ? cellFault(cell) : { kind: 'merged', into }
    if (fault === undefined) return cell?.text ?? ''
    problems.push({ ...table.at(row.number, column), code, message: messageOf(code, fault) })
    return ''
  }
  return {
    prose: (row, column) => cleanText(stored(row, column)),
    lines: (row, column) => cleanLines(stored(row, column)),
    code: (row, column) => cleanCode(stored(row, column)),
  }
}

function messageOf(code: 'Q20' | 'M01', fault: NonNullable<ReturnType<typeof cellFault>>): string {
  const messages = importProblems[code]
  switch (fault.kind) {
    case 'error':
      return messages.error(fault.shown)
    case 'date':
      return messages.date
    case 'formatted':
      return messages.formatted
    case 'uncalculated':
      return messages.uncalculated
    case 'merged':
      return messages.merged(fault.into)
    case 'long':
      return messages.long(fault.length, limits.cellMax)
  }
}

type Locations = Pick<Table, 'at' | 'reference' | 'mergedInto'>

function buildTable(name: string, rows: readonly SheetRow[], locations: Locations): Table | undefined {
  const [first, ...rest] = rows
  if (first === undefined) return undefined
  const headers = first.cells.map(({ column, text }) => {
    const written = cleanText(text.slice(0, limits.cellMax))
    return { column, text: written, key: normalizeName(written) }
  })
  const below = rest.map(({ number, cells }) => ({ number, cells: new Map(cells.map((cell) => [cell.column, cell])) }))
  const isFilled: Table['isFilled'] = (row, column) => row.cells.has(column) || locations.mergedInto(row.number, column) !== undefined
  return { name, headers, headerRow: first.number, rows: below, isFilled, ...locations }
}
