import { TextDecoder } from 'node:util'
import { withoutFormulaGuard } from './formula-guard.ts'
import type { Cell, SheetRow } from './sheet-reader.ts'

/** Where a CSV becomes unreadable or exceeds the maximum number of cells: line and column of the cell, both from 1. */
export interface CsvFault {
  readonly kind: 'encoding' | 'quoting' | 'strayQuote' | 'size'
  readonly line: number
  readonly column: number
}

export type CsvResult = { readonly rows: SheetRow[] } | { readonly fault: CsvFault }

/**
 * Reads comma-separated text: UTF-8 with or without byte order mark, double quotes, any line ending. Rows are numbered by the line they
 * begin on; blank cells and rows are omitted. Apostrophes that guard against formulas are removed (see `withFormulaGuard`).
 */
export function readCsv(bytes: Uint8Array, maxCells = 200_000): CsvResult {
  const decoded = decodeUtf8(bytes)
  const parsed = parseRows(decoded.text, maxCells)
  const isCutInQuotes = !decoded.whole && parsed.fault?.kind === 'quoting'
  if (parsed.fault && !isCutInQuotes) return { fault: parsed.fault }
  if (decoded.whole) return { rows: parsed.rows }
  return { fault: { kind: 'encoding', line: parsed.line, column: parsed.column } }
}

/** Decodes the text up to the first byte that is not UTF-8, found by binary search. */
function decodeUtf8(bytes: Uint8Array): { text: string; whole: boolean } {
  let valid = 0
  let invalid = bytes.byteLength + 1
  while (invalid - valid > 1) {
    const middle = invalid === bytes.byteLength + 1 ? bytes.byteLength : Math.floor((valid + invalid) / 2)
    if (isUtf8(bytes.subarray(0, middle), middle < bytes.byteLength)) valid = middle
    else invalid = middle
  }
  return { text: new TextDecoder().decode(bytes.subarray(0, valid), { stream: true }), whole: valid === bytes.byteLength }
}

function isUtf8(bytes: Uint8Array, mayEndInside: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: mayEndInside })
    return true
  } catch {
    return false
  }
}

interface ParsedRows {
  readonly rows: SheetRow[]
  readonly line: number
  readonly column: number
  readonly fault?: CsvFault
}

function parseRows(text: string, maxCells: number): ParsedRows {
  const rows: SheetRow[] = []
  let cells: Cell[] = []
  let line = 1
  let startLine = 1
  let column = 1
  let at = 0
  let count = 0
  const endRow = () => {
    if (cells.length > 0) rows.push({ number: startLine, cells })
    cells = []
  }
  while (at < text.length) {
    const quotedCell = text[at] === '"'
    const end = quotedCell ? closingQuote(text, at) : endOfCell(text, at)
    if (end < 0) return { rows, line, column, fault: { kind: 'quoting', line, column } }
    const content = quotedCell ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end)
    if (!quotedCell && content.includes('"')) return { rows, line, column, fault: { kind: 'strayQuote', line, column } }
    if (content.trim() !== '') {
      count += 1
      cells.push({ row: startLine, column, kind: 'text', text: withoutFormulaGuard(content), formula: undefined })
    }
    if (count > maxCells) return { rows, line, column, fault: { kind: 'size', line, column } }
    const faultLine = line
    line += quotedCell ? lineBreaksIn(content) : 0
    at = quotedCell ? end + 1 : end
    if (at >= text.length) break
    const breakLength = lineBreakAt(text, at)
    if (breakLength === 0 && text[at] !== ',') return { rows, line, column, fault: { kind: 'strayQuote', line: faultLine, column } }
    if (breakLength > 0) {
      endRow()
      column = 1
      line += 1
      startLine = line
      at += breakLength
    } else {
      column += 1
      at += 1
    }
  }
  endRow()
  return { rows, line, column }
}

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function endOfCell(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === ',' || character === '\n' || character === '\r') return at
  }
  return text.length
}

function lineBreakAt(text: string, at: number): number {
  if (text[at] === '\n') return 1
  if (text[at] !== '\r') return 0
  return text[at + 1] === '\n' ? 2 : 1
}

function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
