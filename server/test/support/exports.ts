import ExcelJS from 'exceljs'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { AnswerFlag } from '@portico/shared/words/flags'
import type { ExportRow, ExportInput } from '../../src/features/downloads/export/export-row.ts'
import { uploadLimits } from '../../src/features/questionnaires/upload-limits.ts'
import { readTree } from '../../src/spreadsheets/package/xml-tree.ts'
import type { Element } from '../../src/spreadsheets/package/xml-tree.ts'
import { openZip, partBytes } from '../../src/spreadsheets/package/zip-reader.ts'

/** Builds a questionnaire from identifiers and types. */
export function questionnaireOf(
  questions: Record<string, QuestionDefinition['type'] | Partial<QuestionDefinition>>,
): QuestionnaireDefinition {
  return {
    languages: ['en', 'es', 'zh-Hans'],
    defaultLanguage: 'en',
    languageNames: { en: 'English', es: 'Español', 'zh-Hans': '普通话' },
    questions: Object.entries(questions).map(([identifier, given], index) => ({
      identifier,
      questionNumber: String(index + 1),
      type: 'input',
      required: false,
      text: { en: identifier },
      ...(typeof given === 'string' ? { type: given } : given),
    })),
  }
}

/** Builds a respondent of an export. Answers are values, or a value and its flag. */
export function exportRow(
  definition: QuestionnaireDefinition,
  answers: Record<string, string | readonly [value: string, flag: AnswerFlag]>,
  changes: Partial<ExportRow> = {},
): ExportRow {
  const given = definition.questions.map(({ identifier }) => answers[identifier])
  return {
    anonymousId: 'R-1',
    submittedAt: new Date('2025-05-04T19:30:15Z'),
    submittedOn: '2025-05-04',
    language: 'en',
    agencyName: null,
    checkedInAt: null,
    initialFlag: 'green',
    currentFlag: 'green',
    initialRedFlagAnswerCount: 0,
    currentRedFlagAnswerCount: 0,
    answers: given.map((answer) => {
      if (answer === undefined) return undefined
      const [value, flag] = typeof answer === 'string' ? [answer, 'green' as const] : answer
      return { value, flag }
    }),
    definition,
    ...changes,
  }
}

/** Builds an export of one part with these rows, for a workshop in Los Angeles. */
export function exportOf(template: Uint8Array, definition: QuestionnaireDefinition, rows: readonly ExportRow[]): ExportInput {
  return {
    parts: [{ template, definition, rows: () => inTurn(rows), count: rows.length }],
    facts: {
      workshopName: 'Spring & Summer 2025',
      exportedAt: new Date('2025-06-01T16:00:00Z'),
      respondentCount: rows.length,
      timeZone: 'America/Los_Angeles',
    },
  }
}

export async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

export async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** A PNG picture. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Reads the file with an independent library. */
export async function reopened(chunks: AsyncIterable<Uint8Array>): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  const bytes = await collected(chunks)
  await workbook.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)
  return workbook
}

/** Returns the XML of one part of a written workbook. */
export async function partOf(workbook: Uint8Array, path: string): Promise<Element> {
  const root = await readTree(await openZip(workbook, uploadLimits), path)
  if (!root) throw new Error(`There is no ${path}`)
  return root
}

/** Returns all parts of a written workbook as text, by path. */
export async function partsOf(workbook: Uint8Array): Promise<Record<string, string>> {
  const zip = await openZip(workbook, uploadLimits)
  const parts: Record<string, string> = {}
  for (const name of zip.names) parts[name] = new TextDecoder().decode(await partBytes(zip, name))
  return parts
}

export async function bytesOf(workbook: ExcelJS.Workbook): Promise<Uint8Array> {
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

/** Returns the displayed values of one sheet, row by row, empty cells as null. */
export function valuesOf(workbook: ExcelJS.Workbook, sheet: string): (ExcelJS.CellValue | null)[][] {
  const rows: (ExcelJS.CellValue | null)[][] = []
  const found = workbook.getWorksheet(sheet)
  if (!found) throw new Error(`There is no sheet ${sheet}`)
  for (let number = 1; number <= found.rowCount; number++) {
    const row = found.getRow(number)
    rows.push(Array.from({ length: row.cellCount }, (_, column) => row.getCell(column + 1).value))
  }
  return rows
}
