import { columnLetters, columnNumber, lastRow } from '../../cell-references.ts'
import { brackets, constant, sheet } from './quotations.ts'

/** The repeated row of a sheet, counted from 1, and the number of rows added below it. */
export interface Growth {
  readonly row: number
  readonly added: number
}

/**
 * The new names of a template's sheets and tables, and how many rows the sheets gained, all by old name in lower case. A sheet's growth must
 * be set before anything that refers to the sheet is written.
 */
export interface Moves {
  readonly names: ReadonlyMap<string, string>
  readonly tables: Map<string, string>
  readonly growth: Map<string, Growth>
}

const cell = String.raw`\$?[A-Za-z]{1,3}\$?\d{1,7}`
const area = String.raw`${cell}(?::${cell})?|\$?\d{1,7}:\$?\d{1,7}|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}`
const sheetPrefix = String.raw`(?:${sheet}|[\p{L}_][\p{L}\p{N}_.]*!)`
// Names are searched for only where a word begins: from within a word, the time would be quadratic in its length.
const reference = String.raw`(${sheetPrefix})?(${area})(?![\p{L}\p{N}_(.!])|(${sheetPrefix})`
const tableName = String.raw`([\p{L}_\\][\p{L}\p{N}_.\\]*)(?![\p{L}\p{N}_.\\(!])`
// In the same way, what else is in quotation marks is skipped whole.
const token = new RegExp(String.raw`${constant}|${brackets}|(?<![\p{L}\p{N}_.$])(?:${reference}|${tableName})|'(?:[^']|'')*'?`, 'gsu')

/** Returns the new number of a row. */
export function movedRow(row: number, growth: Growth | undefined): number {
  return growth && row > growth.row ? Math.min(row + growth.added, lastRow) : row
}

/**
 * Returns the new reference of an area such as `A1:C4`, extended if it contains the repeated row. Several areas are separated by spaces.
 */
export function movedArea(areas: string, growth: Growth | undefined): string {
  if (!growth) return areas
  return areas
    .split(' ')
    .map((one) => oneMovedArea(one, growth))
    .join(' ')
}

/** Returns the new reference of a single cell such as `C4`; a cell in the repeated row stays at the first copy. */
export function movedCellName(name: string, growth: Growth | undefined): string {
  return growth ? withRows(name, (row) => movedRow(row, growth)) : name
}

/** Rewrites a formula of the sheet `here` (its old name) that does not reach outside its workbook, for repeated rows and renamed sheets and tables. */
export function movedFormula(formula: string, here: string, moves: Moves): string {
  const mapTable = (name: string) => moves.tables.get(name.toLowerCase()) ?? name
  const mapReference = (prefix: string, reference: string) => {
    const sheet = prefix === '' ? here : unquoted(prefix)
    const name = moves.names.get(sheet.toLowerCase())
    const sameName = prefix === '' || name === undefined || name === sheet
    const growth = moves.growth.get(sheet.toLowerCase())
    const moved = growth && reference.includes(':') ? oneMovedArea(reference, growth) : movedCellName(reference, growth)
    return (sameName ? prefix : `${quoted(name)}!`) + moved
  }
  return mapReferences(formula, mapReference, mapTable)
}

/** Copies a formula `down` rows and `right` columns: the parts of references without `$` are adjusted. */
export function copiedFormula(formula: string, down: number, right: number): string {
  const columns = /(?<![$A-Za-z])[A-Za-z]{1,3}/g
  const rows = /(?<![$\d])\d+/g
  return mapReferences(formula, (prefix, reference) => {
    const across = reference.replaceAll(columns, (letters) => columnLetters(columnNumber(letters) + right))
    return prefix + across.replaceAll(rows, (digits) => String(Number(digits) + down))
  })
}

/** Quotes a sheet name for use in formulas. */
export function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

function unquoted(prefix: string): string {
  const name = prefix.slice(0, -1)
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name
}

function mapReferences(
  formula: string,
  map: (prefix: string, reference: string) => string,
  mapName: (name: string) => string = (name) => name,
): string {
  return formula.replaceAll(token, (match: string, ...[prefix, reference, lonePrefix, name]: (string | undefined)[]) => {
    if (reference !== undefined) return map(prefix ?? '', reference)
    if (name !== undefined) return mapName(name)
    return lonePrefix === undefined ? match : map(lonePrefix, '')
  })
}

function oneMovedArea(reference: string, growth: Growth): string {
  const [from = '', to] = reference.split(':')
  const end = to ?? from
  const movedFrom = withRows(from, (row) => movedRow(row, growth))
  const movedTo = withRows(end, (row) => (row >= growth.row ? Math.min(row + growth.added, lastRow) : row))
  return to === undefined && movedFrom === movedTo ? movedFrom : `${movedFrom}:${movedTo}`
}

function withRows(reference: string, moved: (row: number) => number): string {
  return reference.replaceAll(/\d+/g, (digits) => String(moved(Number(digits))))
}
