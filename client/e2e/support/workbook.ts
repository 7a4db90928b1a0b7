import type { Question } from '@portico/shared/contract/questionnaires'
import ExcelJS from 'exceljs'

export type Cell = string | number | null

/** Reads the cells of one sheet, row by row, from its first column; dates as `2031-04-05`, timestamps as `2031-04-05 09:42:00`. */
export async function readSheet(file: string, name: string): Promise<Cell[][]> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const sheet = workbook.getWorksheet(name)
  if (!sheet) throw new Error(`There is no sheet ${name}`)
  const rows: Cell[][] = []
  for (let number = 1; number <= sheet.rowCount; number += 1) {
    const row = sheet.getRow(number)
    rows.push(Array.from({ length: sheet.columnCount }, (_, column) => plain(row.getCell(column + 1).value)))
  }
  return rows
}

/** Creates a workbook with these sheets, row by row. */
export async function workbookOf(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Promise<ArrayBuffer> {
  const workbook = new ExcelJS.Workbook()
  for (const [name, rows] of Object.entries(sheets)) workbook.addWorksheet(name).addRows(rows.map((row) => [...row]))
  return workbook.xlsx.writeBuffer()
}

/** Copies a workbook with one cell changed. */
export async function changeCell(
  file: string,
  to: string,
  { sheet, cell, value }: { sheet: string; cell: string; value: string },
): Promise<string> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(file)
  const found = workbook.getWorksheet(sheet)
  if (!found) throw new Error(`There is no sheet ${sheet}`)
  found.getCell(cell).value = value
  await workbook.xlsx.writeFile(to)
  return to
}

/** Facts about a respondent for the `$` placeholders, and the flags of answers that are not green. */
export interface Exported {
  readonly answers: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, Cell>>
  readonly flags: Readonly<Record<string, string>>
}

/** Returns the expected row of one respondent for the placeholders of the template's row. */
export function expectedRow(placeholders: readonly Cell[], questions: readonly Question[], { answers, facts, flags }: Exported): Cell[] {
  return placeholders.map((placeholder) => {
    const [, name = '', property = ''] = /^\{\{([^.}]+)(?:\.(\w+))?\}\}$/.exec(String(placeholder)) ?? []
    if (name.startsWith('$')) return facts[name] ?? null
    const question = questions.find(({ identifier }) => identifier === name)
    const value = answers[name] ?? ''
    if (property === 'flag') return flags[name] ?? 'green'
    if (value === '') return null
    if (property === 'label') return question?.options?.find((option) => option.value === value)?.label ?? value
    return question?.questionType === 'numeric' ? Number(value) : value
  })
}

/** Returns an instant as local time in the workshop's time zone, as in a spreadsheet. */
export function wallTime(instant: string, timeZone = 'America/Los_Angeles'): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone })
}

function plain(value: ExcelJS.CellValue): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  if (typeof value === 'object' && value !== null && 'richText' in value) return value.richText.map(({ text }) => text).join('')
  if (value === null || value === undefined) return null
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}
