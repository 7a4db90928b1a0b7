import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, collected, exportOf, exportRow, questionnaireOf } from '../../../../test/support/exports.ts'
import { sampleFile } from '../../../../test/uploads/build-upload.ts'
import { writeWorkbook } from './workbook.ts'

const run = promisify(execFile)
const found = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)
// Comma, double quotes, UTF-8, stored values, every sheet.
const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1'

const definition = questionnaireOf({ fullName: 'input', zipCode: 'zip', phone: 'phoneNumber', born: 'date', trips: 'numeric' })
const names = [
  '=1+1',
  '+14085551234',
  '-5',
  '@SUM(A1)',
  '👍🏽 👨‍👩‍👧',
  'مرحبا',
  'first\nsecond',
  '  edges  ',
  '<t>&amp;</t>',
  '_x0041_ a',
  '"quoted", really',
]
const rows = names.map((fullName, index) =>
  exportRow(definition, {
    fullName,
    zipCode: '01234',
    phone: '+14085551234',
    born: index === 0 ? '1900-01-01' : '1980-02-29',
    trips: '12.5',
  }),
)

if (!found)
  console.warn('LibreOffice (soffice) is not installed here, so exports are not opened with it. Install libreoffice-calc to do so.')

describe.skipIf(!found)('LibreOffice', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-export-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('shows every exported value unchanged', { timeout: 120_000 }, async () => {
    const template = new ExcelJS.Workbook()
    const sheet = template.addWorksheet('People', { views: [{ state: 'frozen', ySplit: 1 }] })
    sheet.addRows([
      ['name', 'zip', 'phone', 'born', 'trips', 'when'],
      ['{{fullName}}', '{{zipCode}}', '{{phone}}', '{{born}}', '{{trips}}', '{{$date}}'],
      [],
      ['end'],
    ])
    sheet.getCell('B4').value = { formula: 'SUM(E2:E2)', result: 0 }
    sheet.getCell('C4').value = { formula: 'COUNTIF(A2:A2,"*")', result: 0 }
    const [people] = await converted(folder, await collected(writeWorkbook(exportOf(await bytesOf(template), definition, rows))))
    expect(people).toEqual([
      ['name', 'zip', 'phone', 'born', 'trips', 'when'],
      ...rows.map((_, index) => [
        names[index],
        '01234',
        '+14085551234',
        index === 0 ? '1900-01-01' : '1980-02-29',
        '12.5',
        '2025-05-04 12:30:15',
      ]),
      ['', '', '', '', '', ''],
      ['end', String(12.5 * rows.length), String(rows.length), '', '', ''],
    ])
  })

  test('opens the filled sample template, also twice in one file', { timeout: 120_000 }, async () => {
    const sample = (await sampleFile('template.xlsx')).bytes
    const input = exportOf(sample, definition, rows)
    const doubled = { ...input, parts: [...input.parts, ...input.parts].map((part) => ({ ...part, count: rows.length })) }
    const sheets = await converted(folder, await collected(writeWorkbook(doubled)))
    expect(sheets.map((sheet) => sheet.length)).toEqual([3 + rows.length, 1 + rows.length, 3 + rows.length, 1 + rows.length])
    expect(sheets[2]?.slice(3).map((row) => row[2])).toEqual(names)
  })
})

/** Converts a workbook with LibreOffice and returns its sheets in order. */
async function converted(folder: string, workbook: Uint8Array): Promise<string[][][]> {
  const file = join(folder, 'export.xlsx')
  await writeFile(file, workbook)
  const { stdout } = await run('soffice', [
    '--headless',
    `-env:UserInstallation=file://${folder}/profile`,
    '--convert-to',
    asCsv,
    '--outdir',
    folder,
    file,
  ])
  const written = [...stdout.matchAll(/-> (.*\.csv)/g)].map((match) => match[1] ?? '')
  return Promise.all(written.map(async (path) => parse(await readFile(path), { bom: true })))
}
