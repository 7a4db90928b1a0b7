import { describe, expect, test } from 'vitest'
import { csv, type TestSheets, xlsx } from '../../../../test/uploads/build-files.ts'
import { buildUpload } from '../../../../test/uploads/build-upload.ts'
import { readFiles } from './read-files.ts'

const header = ['type', 'name', 'label::English (en)']
const text = new TextEncoder()

describe('a question file', () => {
  test.each<[string, string, string, Uint8Array]>([
    [
      'Q01',
      'is not a workbook',
      'The file could not be read as a spreadsheet (it is not an .xlsx workbook). Save it again as .xlsx and upload that.',
      text.encode('hello'),
    ],
    [
      'Q01',
      'is an .xls workbook renamed to .xlsx',
      'The file could not be read as a spreadsheet (it is an old .xls workbook). Save it again as .xlsx and upload that.',
      oldWorkbook('Workbook'),
    ],
    [
      'Q01',
      'is password-protected',
      'The file could not be read as a spreadsheet (it is protected with a password). Save it again as .xlsx and upload that.',
      oldWorkbook('EncryptedPackage'),
    ],
    [
      'Q01',
      'is too large',
      'The file could not be read as a spreadsheet (it is larger than 5 MB). Save it again as .xlsx and upload that.',
      new Uint8Array(5 * 1024 * 1024 + 1),
    ],
  ])('is rejected with %s when it %s', async (code, _about, message, bytes) => {
    expect(await outcome('questions.xlsx', bytes)).toBe(`QUESTION_FILE_ERROR [${code}] questions.xlsx: ${message}`)
  })

  test('is rejected with Q02 when the file type is not supported', async () => {
    expect(await outcome('old.xls', oldWorkbook('Workbook'))).toBe(
      'QUESTION_FILE_ERROR [Q02] old.xls: Files of type ".xls" are not accepted. Open it in Excel or LibreOffice, choose "Save as", and there the type .xlsx.',
    )
    expect(await outcome('form', text.encode('x'))).toBe(
      'QUESTION_FILE_ERROR [Q02] form: Files of type "" are not accepted. Use .xlsx or .csv.',
    )
  })

  test('is rejected with Q03 at the cell where a CSV becomes unreadable', async () => {
    const latin = Buffer.from('survey,,\n,type,name\n,text,"a\nb",caf\xe9\n', 'latin1')
    expect(await outcome('q.csv', latin)).toBe(
      'QUESTION_FILE_ERROR [Q03] line 4, column 4: The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".',
    )
    expect(await outcome('q.csv', text.encode('survey\n,type,"name\n,text'))).toBe(
      'QUESTION_FILE_ERROR [Q03] line 2, column 3: A quotation mark is not closed.',
    )
    expect(await outcome('q.csv', text.encode('survey\r\n,5" nail'))).toMatch(
      /\[Q03\] line 2, column 2: A quotation mark stands inside a cell/,
    )
  })

  test('is rejected with Q04 when a sheet is missing', async () => {
    expect(await sheets({ Survey1: [header], choices: [header] })).toBe(
      'QUESTION_FILE_ERROR [Q04] questions.xlsx: There is no sheet named "survey". Rename the sheet "Survey1" to "survey".',
    )
    expect(await sheets({ survey: [header, ['select_one a', 'b', 'B']] })).toBe(
      'QUESTION_FILE_ERROR [Q04] questions.xlsx: There is no sheet named "choices". Sheets found: "survey". Add it.',
    )
  })

  test.each(['survey', 'choices', 'settings', 'field_metadata'])('is rejected with Q04 when the sheet %s is there twice', async (name) => {
    const second = name.replace('_', ' ').toUpperCase()
    const message = `There are two sheets named "${name}". Remove one of them; it may be hidden.`
    const rows = { survey: [header, ['select_one a', 'b', 'B']], choices: [['list_name', 'name', 'label::English (en)']] }
    expect(await sheets({ ...rows, [name]: rows.survey, [`${second} `]: rows.survey })).toBe(
      `QUESTION_FILE_ERROR [Q04] questions.xlsx: ${message}`,
    )
    const stacked = `survey,,,\n,type,name,label::English (en)\n,text,a,A\n${name},,,\n,x,y,z\n${second},,,\n,x,y,z\n`
    expect(await outcome('q.csv', text.encode(stacked))).toBe(`QUESTION_FILE_ERROR [Q04] q.csv: ${message}`)
  })

  test.each<[string, string?]>([
    ['survey (2)', 'survey'],
    ['Copy of choices', 'choices'],
    ['Field metadata (3)', 'field_metadata'],
    ['settings_2', 'settings'],
    ['survey - Kopie', 'survey'],
    ['Copia de survey', 'survey'],
    ['Old choices v2', 'choices'],
    ['survey notes'],
    ['survey_de'],
    ['survey_es'],
    ['choices 2025'],
  ])('is rejected with Q04 when the sheet %s is a copy of another', async (copy, name) => {
    const rows = { survey: [header, ['text', 'b', 'B']], choices: [['list_name', 'name']], settings: [['title'], ['B']] }
    const outcomeOf = await sheets({ ...rows, field_metadata: [['identifier'], ['b']], [copy]: [['identifier', 'red_flag_when']] })
    const message = `The sheet "${copy}" looks like a copy of "${name ?? ''}". Keep only the one that counts; the other may be hidden.`
    expect(outcomeOf.includes(`[Q04] questions.xlsx: ${message}`)).toBe(name !== undefined)
    expect(outcomeOf.includes('[Q04]')).toBe(name !== undefined)
  })

  test('is rejected with Q04 when a stacked CSV has something else than the name of a sheet in the first column', async () => {
    const stacked = 'survey,,\n,type,name,label\n,text,a,A\n# from here on new,,\n,text,b,B\n'
    expect(await outcome('q.csv', text.encode(stacked))).toBe(
      'QUESTION_FILE_ERROR [Q04] line 4, column 1: "# from here on new" stands where the name of a sheet would (survey, choices or settings), so the rows below would not be read. Move it, or clear the cell.',
    )
    const upload = await buildUpload({ questionFile: { name: 'q.csv', bytes: text.encode(`${stacked}field_metadata,,\n,identifier\n`) } })
    const { fieldMetadataFile: _without, ...alone } = upload
    expect(await readFiles(alone, () => {})).toMatchObject({ id: 'QUESTION_FILE_ERROR' })
  })

  test('is rejected with Q04 when a stacked CSV has cells beside the name of a sheet', async () => {
    const stacked = 'survey,,\n,type,name,label\n,text,a,A\nsettings,default_language,title\n,es,B\n'
    expect(await outcome('q.csv', text.encode(stacked))).toBe(
      'QUESTION_FILE_ERROR [Q04] line 4, column 1: The cells beside the name "settings" would not be read. Put them into the line below it.',
    )
  })

  test('is rejected with Q20 when a cell shows its number in another form', async () => {
    const rows = { survey: [header, ['select_one a', 'b', 'B']], choices: [['list_name', 'name', 'label::English (en)']] }
    const choice = ['a', 'half', { percentage: 0.5 }]
    expect(await sheets({ ...rows, choices: [...rows.choices, ['a', 'all', 'All'], ['a', 'none', 'None'], choice] })).toBe(
      'QUESTION_FILE_ERROR [Q20] choices!C4: The cell shows its number in another form, such as a percentage or an amount. Format it as text, then type its content again.',
    )
  })

  test('is rejected with Q04 and the names of its sheets when none is similar', async () => {
    expect(await sheets({ Fragen: [header], choices: [header] })).toBe(
      'QUESTION_FILE_ERROR [Q04] questions.xlsx: There is no sheet named "survey". Sheets found: "Fragen", "choices". Give the sheet with the questions this name.',
    )
  })

  test('is recognized when it is the field metadata file', async () => {
    const metadata = [
      ['identifier', 'red_flag_when'],
      ['email', 'yes'],
    ]
    const message = 'This looks like the field metadata file. Choose the question file.'
    expect(await outcome('m.csv', csv(metadata))).toBe(`QUESTION_FILE_ERROR [Q04] line 1, column 1: ${message}`)
    expect(await sheets({ field_metadata: metadata })).toBe(`QUESTION_FILE_ERROR [Q04] questions.xlsx: ${message}`)
  })

  test('suggests a fix when its layout is almost right', async () => {
    expect(await sheets({ survey: [header, ['select_one a', 'b', 'B']], choice: [header] })).toBe(
      'QUESTION_FILE_ERROR [Q04] questions.xlsx: There is no sheet named "choices". Rename the sheet "choice" to "choices".',
    )
    expect(await sheets({ Surveys: [header], choices: [header] })).toBe(
      'QUESTION_FILE_ERROR [Q04] questions.xlsx: There is no sheet named "survey". Rename the sheet "Surveys" to "survey".',
    )
    expect(await sheets({ survey: [['Household form'], [], header, ['text', 'a', 'A']] })).toBe(
      'QUESTION_FILE_ERROR [Q05] survey!A3: The headers stand in row 3. Delete the rows above them.',
    )
    expect(await sheets({ English: [['Our questions'], ['Slug', 'Text', 'Question Type'], ['a', 'A', 'input']] })).toBe(
      'QUESTION_FILE_ERROR [Q05] questions.xlsx: The headers stand in row 2. Delete the rows above them.',
    )
    expect(await outcome('q.csv', text.encode('survey;;;\n;type;name;label::English (en)\n;text;a;A\n'))).toBe(
      'QUESTION_FILE_ERROR [Q03] line 1, column 1: The cells are separated by semicolons. Save the file as .xlsx, or export it with commas.',
    )
    expect(await outcome('q.csv', csv([header, ['text', 'a', 'A']]))).toMatch(
      /^QUESTION_FILE_ERROR \[Q04\] line 1, column 1: This CSV holds one sheet without its name\. Save the whole workbook as \.xlsx/,
    )
  })

  test('may have the maximum number of questions in addition to notes', async () => {
    const notes = Array.from({ length: 300 }, (_, index) => ['note', `n${index}`, 'N'])
    const rows = Array.from({ length: 400 }, (_, index) => ['text', `q${index}`, 'Q'])
    expect(await sheets({ survey: [header, ...notes, ...rows] })).not.toMatch(/\[Q06\]/)
  })

  test('is rejected with Q06 when it has no questions or too many', async () => {
    expect(await sheets({ survey: [header] })).toBe('QUESTION_FILE_ERROR [Q06] questions.xlsx: There are no questions below the header.')
    expect(await sheets({ survey: [] })).toBe('QUESTION_FILE_ERROR [Q06] questions.xlsx: There are no questions below the header.')
    const rows = Array.from({ length: 612 }, (_, index) => ['text', `q${index}`, 'Q'])
    expect(await sheets({ survey: [header, ...rows] })).toBe(
      'QUESTION_FILE_ERROR [Q06] questions.xlsx: There are 612 questions; the limit is 500.',
    )
  })

  test('is rejected with Q12 for too many choices in a list and Q07 for too many languages', async () => {
    const choices = Array.from({ length: 301 }, (_, index) => ['l', `c${index}`, 'C'])
    expect(
      await sheets({ survey: [header, ['select_one l', 'a', 'A']], choices: [['list_name', 'name', 'label::English (en)'], ...choices] }),
    ).toBe('QUESTION_FILE_ERROR [Q12] survey!A2: The choice list "l" has 301 choices; the limit is 300.')
    const languages = Array.from({ length: 41 }, (_, index) => `label::L (en-x-${index})`)
    expect(
      await sheets({
        survey: [
          ['type', 'name', ...languages],
          ['text', 'a', ...languages],
        ],
      }),
    ).toBe('QUESTION_FILE_ERROR [Q07] survey!A1: There are 41 languages; the limit is 40.')
  })

  test('is rejected with Q16 when the patterns of all questions together are too large', async () => {
    const questions = (count: number) => Array.from({ length: count }, (_, index) => ['text', `q${index}`, 'Q', "regex(., '(?:.?){500}')"])
    const survey = (count: number) => sheets({ survey: [[...header, 'constraint'], ...questions(count)] })
    expect(await survey(10)).toBe(
      'QUESTION_FILE_ERROR [Q16] questions.xlsx: The patterns of all questions together are too large. Let fewer groups repeat a fixed number of times.',
    )
    expect(await survey(9)).toMatch(/^UNEXPECTED_METADATA_FILE/)
  })

  test('reports locations in a CSV by line and column', async () => {
    const bytes = csv([['survey'], ['', ...header], ['', 'text', 'first name', 'Name']])
    expect(await outcome('q.csv', bytes)).toBe(
      'QUESTION_FILE_ERROR [Q09] line 3, column 3 (name): The name "first name" is not allowed. Leave out spaces, periods, braces and quotation marks.',
    )
  })

  test('is read across long gaps of blank rows and columns', async () => {
    const gap = (rows: number) => Array.from({ length: rows }, () => [])
    const far = [...header, ...Array.from({ length: 21 }, () => null), 'choice_filter']
    const line = ['text', 'c', 'C', ...Array.from({ length: far.length - 4 }, () => null), 'x = 1']
    expect(await sheets({ survey: [far, line] })).toMatch(/\[Q28\] survey!\w+2/)
    expect(await sheets({ survey: [header, ['text', 'a', 'A'], ...gap(60), ['text', 'b b', 'B']] })).toMatch(/\[Q09\] survey!B63/)
  })
})

function oldWorkbook(stream: string): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(500), Buffer.from(stream, 'utf16le')]))
}

async function sheets(content: TestSheets) {
  return outcome('questions.xlsx', await xlsx(content))
}

async function outcome(name: string, bytes: Uint8Array): Promise<string> {
  const read = await readFiles(await buildUpload({ questionFile: { name, bytes } }), () => {})
  return read.ok ? 'accepted' : `${read.id} ${read.message}`
}
