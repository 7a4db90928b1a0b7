import { importProblems } from '@portico/shared/words/import-problems'
import { limits } from '@portico/shared/words/limits'
import type { Problem } from '../problems.ts'
import { cleaned, straightened } from './cell-text.ts'
import { faultOf, type Table, type TableRow } from './table.ts'

/** Reads the cells of a table as text; what is no text is a problem and reads as empty. Read each cell once. */
export interface CellReader {
  /** Text for people: white space collapsed. */
  prose(row: TableRow, column: number | undefined): string
  /** Text for the machine: curly quotes made straight too. */
  code(row: TableRow, column: number | undefined): string
}

/** A reader that reports error values, dates and overlong cells under this code (Q20, or M01 for field metadata). */
export function cellReader(table: Table, code: 'Q20' | 'M01', problems: Problem[]): CellReader {
  const stored = (row: TableRow, column: number | undefined): string => {
    if (column === undefined) return ''
    const cell = row.cells.get(column)
    const fault = faultOf(cell)
    if (fault === undefined) return cell?.text ?? ''
    problems.push({ ...table.at(row.number, column), code, message: messageOf(code, fault) })
    return ''
  }
  return { prose: (row, column) => cleaned(stored(row, column)), code: (row, column) => straightened(stored(row, column)) }
}

function messageOf(code: 'Q20' | 'M01', fault: NonNullable<ReturnType<typeof faultOf>>): string {
  const messages = importProblems[code]
  switch (fault.kind) {
    case 'error':
      return messages.error(fault.shown)
    case 'date':
      return messages.date
    case 'long':
      return messages.long(fault.length, limits.cellMax)
  }
}
