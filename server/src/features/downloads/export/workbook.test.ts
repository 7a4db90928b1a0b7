import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { bytesOf, exportOf, exportRow, inTurn, questionnaireOf, reopened, valuesOf } from '../../../../test/support/exports.ts'
import { sampleFile } from '../../../../test/uploads/build-upload.ts'
import type { ExportRow } from './export-row.ts'
import { writeWorkbook } from './workbook.ts'

const choices = {
  type: 'dropDown',
  options: [
    { value: 'en', label: { en: 'English', es: 'Inglés' } },
    { value: 'ar', label: { en: 'Arabic', es: '', 'zh-Hans': '阿拉伯语' } },
  ],
} as const

const definition = questionnaireOf({
  fullName: 'input',
  email: 'email',
  phone: 'phoneNumber',
  contactLanguage: choices,
  zipCode: 'zip',
  dateOfBirth: 'date',
  longestTrip: 'numeric',
  daysAbroad: 'numeric',
  countryOfBirth: 'input',
})

describe('the sample template', () => {
  const sample = sampleFile('template.xlsx')

  test('is filled with one row per respondent on both sheets', async () => {
    const rows = [
      exportRow(
        definition,
        {
          fullName: 'Ana María',
          email: 'ana@example.org',
          phone: '+14085551234',
          contactLanguage: 'ar',
          zipCode: '01234',
          dateOfBirth: ['1980-02-29', 'red'],
        },
        {
          anonymousId: 'A-1',
          currentFlag: 'in-progress',
          initialFlag: 'red',
          currentRedFlagAnswerCount: 1,
          checkedInAt: new Date('2025-05-10T17:05:00Z'),
        },
      ),
      exportRow(definition, { fullName: '李四', phone: '+442071838750', daysAbroad: '12.5' }, { anonymousId: 'A-2' }),
    ]
    const workbook = await reopened(writeWorkbook(exportOf((await sample).bytes, definition, rows)))
    const responded = new Date('2025-05-04T12:30:15Z')
    expect(valuesOf(workbook, 'Respondents')).toEqual([
      ['Workshop', 'Spring & Summer 2025', null, 'Exported', new Date('2025-06-01T09:00:00Z')],
      [],
      [
        '#',
        'Anonymous ID',
        'Name',
        'Email',
        'Phone',
        'Language',
        'ZIP',
        'Response date',
        'Initial flag',
        'Current flag',
        'Red answers left',
        'Checked in',
      ],
      [
        1,
        'A-1',
        'Ana María',
        'ana@example.org',
        '+14085551234',
        'Arabic',
        '01234',
        responded,
        'red',
        'in-progress',
        1,
        new Date('2025-05-10T10:05:00Z'),
      ],
      [2, 'A-2', '李四', null, '+442071838750', null, null, responded, 'green', 'green', 0],
    ])
    const answers = valuesOf(workbook, 'Answers')
    const headings = answers[0] ?? []
    expect(headings).toHaveLength(123)
    const shown = (heading: string, row: number) => answers[row]?.[headings.indexOf(heading)] ?? null
    expect([shown('dateOfBirth', 1), shown('dateOfBirth (flag)', 1), shown('daysAbroad', 1)]).toEqual([new Date('1980-02-29'), 'red', null])
    expect([shown('dateOfBirth', 2), shown('dateOfBirth (flag)', 2), shown('daysAbroad', 2)]).toEqual([null, null, 12.5])
    expect(workbook.getWorksheet('Answers')?.getCell('A1').font.bold).toBe(true)
    expect(workbook.getWorksheet('Respondents')?.getCell('H4').numFmt).toBe('yyyy-mm-dd hh:mm')
  })

  test('keeps no placeholder when there are no respondents', async () => {
    const workbook = await reopened(writeWorkbook(exportOf((await sample).bytes, definition, [])))
    const texts = workbook.worksheets.flatMap((sheet) => valuesOf(workbook, sheet.name).flat())
    expect(texts.filter((text) => typeof text === 'string' && text.includes('{'))).toEqual([])
    expect(workbook.getWorksheet('Respondents')?.rowCount).toBeLessThanOrEqual(4)
    expect(texts).toContain('Anonymous ID')
  })
})

describe('special values', () => {
  test.each([
    ['a telephone number', '+14085551234'],
    ['a sum', '=1+1'],
    ['a command', "=cmd|'/c calc'!A0"],
    ['a negative number', '-5'],
    ['an at sign', '@SUM(A1)'],
    ['a full-width equals sign', '＝1+1'],
    ['a ZIP code', '01234'],
    ['a long number', '12345678901234567890'],
    ['an emoji with a skin tone', '👍🏽 👨‍👩‍👧'],
    ['Arabic with direction marks', 'مرحبا \u200f2025\u200e'],
    ['several lines', 'first\nsecond\n'],
    ['leading and trailing white space', '  two  spaces  '],
    ['XML markup', '</t><!-- & "quoted" -->]]>'],
    ['a date in another format', '1-2-2024'],
    ['a placeholder', '{{email}}'],
    ['replacement patterns', "$& $1 $' $`"],
  ])('are kept as text: %s', async (_, value) => {
    const sheet = await lone('{{fullName}}', exportRow(definition, { fullName: value }))
    expect(sheet.getCell('A2').type).toBe(ExcelJS.ValueType.String)
    expect(sheet.getCell('A2').value).toBe(value)
  })

  test.each([
    ['control characters are removed', 'a\u0000b\u0008c\u001b[31md', 'abc[31md'],
    ['line ends become line feeds', 'a\r\nb\rc', 'a\nb\nc'],
    ['a lone surrogate becomes a replacement character', 'a\ud83d', 'a\ufffd'],
    ['long text is truncated', 'é'.repeat(40_000), `${'é'.repeat(32_766)}…`],
  ])('%s', async (_, value, shown) => {
    expect((await lone('{{fullName}}', exportRow(definition, { fullName: value }))).getCell('A2').value).toBe(shown)
  })

  test.each([
    ['{{longestTrip}}', { longestTrip: '0012' }, 12],
    ['{{longestTrip}}', { longestTrip: '-3.50' }, -3.5],
    ['{{longestTrip}}', { longestTrip: '1234567890.12345' }, 1234567890.12345],
    ['{{longestTrip}}', { longestTrip: '1234567890.1234567' }, '1234567890.1234567'],
    ['{{longestTrip}}', { longestTrip: 'twelve' }, 'twelve'],
    ['{{longestTrip}} days', { longestTrip: '3.50' }, '3.50 days'],
    ['{{dateOfBirth}}', { dateOfBirth: '1900-03-01' }, new Date('1900-03-01')],
    ['{{dateOfBirth}}', { dateOfBirth: '1900-01-01' }, '1900-01-01'],
    ['{{dateOfBirth}}', { dateOfBirth: '1899-12-31' }, '1899-12-31'],
    ['{{dateOfBirth}}', { dateOfBirth: '2023-02-29' }, '2023-02-29'],
    ['born {{dateOfBirth}}', { dateOfBirth: '1980-02-03' }, 'born 1980-02-03'],
    ['{{countryOfBirth}}', { fullName: 'somebody' }, null],
    ['{{countryOfBirth}} ({{fullName}})', { fullName: 'Ana' }, ' (Ana)'],
  ])('fill %s from %j as %j', async (placeholder, answers, value) => {
    expect((await lone(placeholder, exportRow(definition, answers))).getCell('A2').value).toEqual(value)
  })
})

describe('placeholders', () => {
  const respondent = exportRow(
    definition,
    { fullName: ['Ana', 'not-applicable'], contactLanguage: ['ar', 'red'], dateOfBirth: ['1980-02-03', 'red'] },
    {
      anonymousId: 'A-7',
      language: 'es',
      agencyName: 'Puente',
      checkedInAt: new Date('2025-05-10T17:05:00Z'),
      initialFlag: 'red',
      currentFlag: 'in-progress',
      initialRedFlagAnswerCount: 3,
      currentRedFlagAnswerCount: 2,
      decidedAt: new Date('2025-05-05T17:00:00Z'),
      lastCall: { outcome: 'reached', at: new Date('2025-05-06T17:00:00Z') },
    },
  )
  test.each([
    ['{{contactLanguage}}', 'ar'],
    ['{{contactLanguage.label}}', 'Arabic'],
    ['{{contactLanguage.label:zh-hans}}', '阿拉伯语'],
    ['{{contactLanguage.label:es}}', 'Arabic'],
    ['{{contactLanguage.flag}}', 'red'],
    ['{{fullName.flag}}', 'not-applicable'],
    ['{{zipCode.flag}}', null],
    ['{{$anonymousId}}', 'A-7'],
    ['{{$language}}', 'es'],
    ['{{$agency}}', 'Puente'],
    ['{{$date}}', new Date('2025-05-04T12:30:15Z')],
    ['{{$checkInTime}}', new Date('2025-05-10T10:05:00Z')],
    ['at {{$checkInTime}}', 'at 2025-05-10 10:05'],
    ['{{$rowNumber}}', 1],
    ['{{$initialFlag}}/{{$currentFlag}}', 'red/in-progress'],
    ['{{$initialRedFlagAnswerCount}}', 3],
    ['{{$currentRedFlagAnswerCount}}', 2],
    ['{{$redIdentifiers}}', 'contactLanguage, dateOfBirth'],
    ['{{$status}}', 'In progress'],
    ['{{$decidedTime}}', new Date('2025-05-05T10:00:00Z')],
    ['{{$waitingDays}}', 20],
    ['{{$lastCallOutcome}}', 'reached'],
    ['{{$lastCallTime}}', new Date('2025-05-06T10:00:00Z')],
  ])('fill %s with %j', async (placeholder, value) => {
    expect((await lone(placeholder, respondent)).getCell('A2').value).toEqual(value)
  })

  test('take types and labels from the version that was answered', async () => {
    const older = questionnaireOf({
      longestTrip: 'input',
      contactLanguage: { ...choices, options: [{ value: 'ar', label: { en: 'Arabic (old)' } }] },
    })
    const sheet = await lone('{{longestTrip}}', exportRow(older, { longestTrip: '5' }))
    expect(sheet.getCell('A2').value).toBe('5')
    const labelled = await lone('{{contactLanguage.label}}', exportRow(older, { contactLanguage: 'ar' }), respondent)
    expect([labelled.getCell('A2').value, labelled.getCell('A3').value]).toEqual(['Arabic (old)', 'Arabic'])
  })

  test('of the export are filled above and below the answer row', async () => {
    const template = new ExcelJS.Workbook()
    template
      .addWorksheet('S')
      .addRows([['{{$workshopName}} has {{$respondentCount}}'], ['{{fullName}}'], ['{{$respondentCount}}'], ['at {{$exportedAt}}']])
    const rows = [exportRow(definition, { fullName: 'A' }), exportRow(definition, { fullName: 'B' })]
    const workbook = await reopened(writeWorkbook(exportOf(await bytesOf(template), definition, rows)))
    expect(valuesOf(workbook, 'S')).toEqual([['Spring & Summer 2025 has 2'], ['A'], ['B'], [2], ['at 2025-06-01 09:00']])
  })
})

test('writeWorkbook reports progress up to the number of respondents', async () => {
  const template = new ExcelJS.Workbook()
  for (const name of ['One', 'Two']) template.addWorksheet(name).addRow(['{{fullName}}'])
  const rows = Array.from({ length: 2_000 }, () => exportRow(definition, { fullName: 'A' }))
  const progress: number[] = []
  await reopened(writeWorkbook({ ...exportOf(await bytesOf(template), definition, rows), onProgress: (done) => progress.push(done) }))
  expect(progress).toEqual(progress.toSorted((one, other) => one - other))
  expect(progress.length).toBeGreaterThan(2)
  expect(progress.at(-1)).toBe(2_000)
})

test('writeWorkbook throws the reason of its signal', async () => {
  const template = new ExcelJS.Workbook()
  template.addWorksheet('S').addRow(['{{fullName}}'])
  const stopped = AbortSignal.abort(new Error('cancelled by Adam'))
  const input = { ...exportOf(await bytesOf(template), definition, []), signal: stopped }
  await expect(reopened(writeWorkbook(input))).rejects.toThrow('cancelled by Adam')
})

test('writeWorkbook closes the row iterator when the consumer stops early', async () => {
  const template = new ExcelJS.Workbook()
  template.addWorksheet('S').addRow(['{{fullName}}'])
  let closed = false
  async function* endless(): AsyncGenerator<ExportRow> {
    try {
      for (;;) yield exportRow(definition, { fullName: Math.random().toString(36).repeat(20) })
    } finally {
      closed = true
    }
  }
  const input = exportOf(await bytesOf(template), definition, [])
  const parts = input.parts.map((part) => ({ ...part, rows: endless }))
  let bytes = 0
  for await (const chunk of writeWorkbook({ ...input, parts })) {
    bytes += chunk.length
    if (bytes > 300_000) break
  }
  expect(closed).toBe(true)
})

test('writeWorkbook rethrows errors from reading the respondents', async () => {
  const template = new ExcelJS.Workbook()
  template.addWorksheet('S').addRow(['{{fullName}}'])
  const input = exportOf(await bytesOf(template), definition, [])
  async function* failing(): AsyncGenerator<ExportRow> {
    yield* inTurn([exportRow(definition, {})])
    throw new Error('the database is gone')
  }
  const [part] = input.parts
  if (!part) throw new Error('an export has a part')
  await expect(reopened(writeWorkbook({ ...input, parts: [{ ...part, rows: failing }] }))).rejects.toThrow('the database is gone')
})

async function lone(placeholder: string, ...rows: ExportRow[]): Promise<ExcelJS.Worksheet> {
  const template = new ExcelJS.Workbook()
  template.addWorksheet('S').addRows([['heading'], [placeholder]])
  const workbook = await reopened(writeWorkbook(exportOf(await bytesOf(template), definition, rows)))
  const sheet = workbook.getWorksheet('S')
  if (!sheet) throw new Error('the sheet is gone')
  return sheet
}
