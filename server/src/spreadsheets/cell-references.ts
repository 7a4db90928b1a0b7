/** Rows and columns of a range, counted from 1, both ends included. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** The maximum number of rows of a sheet. */
export const lastRow = 1_048_576
/** The maximum number of columns of a sheet. */
export const lastColumn = 16_384

/** The name of a cell as spreadsheet programs show it: 3, 7 → `C7`. */
export function cellName(column: number, row: number): string {
  return `${columnLetters(column)}${row}`
}

/** The letters of a column: 1 → `A`, 28 → `AB`. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** The number of a column: `A` → 1, `ab` → 28. */
export function columnNumber(letters: string): number {
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number
}

/** Parses `A1` or `A1:C3`; undefined if the reference is neither. */
export function parseRange(reference: string): CellRange | undefined {
  const [, startColumn = '', startRow = '', endColumn = startColumn, endRow = startRow] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(reference) ?? []
  const range = { top: Number(startRow), left: columnNumber(startColumn), bottom: Number(endRow), right: columnNumber(endColumn) }
  const fits = range.top >= 1 && range.bottom <= lastRow && range.left >= 1 && range.right <= lastColumn
  return fits && range.top <= range.bottom && range.left <= range.right ? range : undefined
}
