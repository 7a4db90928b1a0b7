import { encodeUnderscores, removeUnprintable } from './cell-text.ts'

/** A sheet to write; the first row is the header. Text is never interpreted as a formula. */
export interface PlainSheet {
  readonly name: string
  readonly rows: readonly (readonly (string | number)[])[]
  /** The number of header rows at the top; defaults to 1. */
  readonly headerRows?: number
}

/** Creates an .xlsx file with these sheets: bold, frozen headers and columns wide enough to read. */
export async function workbookBytes(sheets: readonly PlainSheet[]): Promise<Uint8Array> {
  const { default: exceljs } = await import('exceljs')
  const workbook = new exceljs.Workbook()
  for (const { name, rows, headerRows = 1 } of sheets) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: headerRows }] })
    for (const row of rows) sheet.addRow(row.map(toCellValue))
    sheet.getRow(headerRows).font = { bold: true }
    for (const [index, header] of (rows[headerRows - 1] ?? []).entries()) {
      sheet.getColumn(index + 1).width = Math.min(60, Math.max(12, String(header).length + 4, longestLength(rows, index)))
    }
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function toCellValue(value: string | number): string | number | null {
  if (value === '') return null
  return typeof value === 'string' ? encodeUnderscores(removeUnprintable(value)) : value
}

function longestLength(rows: readonly (readonly (string | number)[])[], column: number): number {
  return rows.reduce((width, row) => Math.max(width, String(row[column] ?? '').length), 0)
}
