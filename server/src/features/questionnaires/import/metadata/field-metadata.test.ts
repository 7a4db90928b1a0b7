import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import { changed, csv, type TestCell, xlsx } from '../../../../../test/uploads/build-files.ts'
import {
  buildUpload,
  describedQuestions,
  formSheets,
  metadataFile,
  metadataRows,
  questionFile,
} from '../../../../../test/uploads/build-upload.ts'
import { outcomeOf, questionsWith } from '../../../../../test/uploads/read-metadata.ts'
import { readFiles } from '../read-files.ts'

type Cells = Readonly<Record<string, string>>
type Case = readonly [code: string, about: string, cells: Cells, lines: string | readonly string[]]

const validations = 'Write phone, email, zip, past_date, future_date, integer: MIN..MAX, decimal: MIN..MAX or max_length: N.'
const cases: readonly Case[] = [
  [
    'M03',
    'a column is missing',
    { A1: '' },
    ['line 1, column 1: The column "identifier" is missing.', 'line 1, column 1: This column has no header. Name it, or clear its cells.'],
  ],
  [
    'M03',
    'a column is unknown',
    { B1: 'red_flag' },
    'line 1, column 2 (red_flag): The column "red_flag" is not known. Did you mean "red_flag_when"?',
  ],
  [
    'M03',
    'a column appears twice',
    { E1: 'Contact Role' },
    'line 1, column 5 (Contact Role): The column "Contact Role" appears twice (also in line 1, column 4 (contact_role)). Remove one.',
  ],
  ['M04', 'an identifier is blank', { A6: '' }, 'line 6, column 1 (identifier): The identifier is missing.'],
  [
    'M04',
    'an identifier appears twice',
    { A6: 'arrested', B6: '', E6: '' },
    'line 6, column 1 (identifier): "arrested" is already described in line 4, column 1 (identifier).',
  ],
  [
    'M05',
    'an identifier is unknown',
    { A6: 'trps' },
    'line 6, column 1 (identifier): "trps" is not in the question file. Did you mean "trips"?',
  ],
  [
    'M06',
    'a rule is malformed',
    { B4: 'yes or unsure' },
    'line 4, column 2 (red_flag_when): "yes or unsure" is not a rule. Write in: yes | unsure.',
  ],
  [
    'M06',
    'a rule has no number',
    { B6: 'greater_than: many' },
    'line 6, column 2 (red_flag_when): "greater_than: many" is not a rule. Write greater_than: 912.',
  ],
  [
    'M06',
    'a rule has an empty value',
    { B4: 'in: yes |' },
    'line 4, column 2 (red_flag_when): "in: yes |" is not a rule. Write in: yes | unsure.',
  ],
  [
    'M07',
    'a numeric rule is on another type of question',
    { B4: 'greater_than: 3' },
    'line 4, column 2 (red_flag_when): greater_than needs a numeric question; "arrested" is a radioWithFollowUp question.',
  ],
  [
    'M07',
    'a number is beyond what its validation allows',
    { B6: 'greater_than: 300', E6: 'integer: 0..200' },
    'line 6, column 2 (red_flag_when): "${trips} > 300" is the same for all answers. Compare with a value that is possible.',
  ],
  [
    'M07',
    'a date rule is on another type of question',
    { B6: 'years_since_over: 3' },
    'line 6, column 2 (red_flag_when): years_since_over needs a date question; "trips" is a numeric question.',
  ],
  [
    'M07',
    'a rule for choices is on another type of question',
    { B6: 'not_in: yes' },
    'line 6, column 2 (red_flag_when): not_in needs a question with choices; "trips" is a numeric question.',
  ],
  [
    'M07',
    'a rule for inputs is on another type of question',
    { B6: 'answered' },
    'line 6, column 2 (red_flag_when): answered needs an input question; "trips" is a numeric question.',
  ],
  [
    'M08',
    'a value is not a choice',
    { B4: 'in: unsur' },
    'line 4, column 2 (red_flag_when): "unsur" is not a choice of "arrested". Choices: yes, no.',
  ],
  [
    'M09',
    'every choice is red',
    { B4: 'in: yes | no' },
    'line 4, column 2 (red_flag_when): Every choice is red, so the rule says nothing.',
  ],
  ['M09', 'no choice is red', { B4: 'not_in: yes | no' }, 'line 4, column 2 (red_flag_when): No choice is red, so the rule says nothing.'],
  ['M10', 'a rule has no reason', { C4: '' }, 'line 4, column 3 (red_flag_reason): Give a reason for reviewers in "red_flag_reason".'],
  [
    'M11',
    'a role is unknown',
    { D3: 'email', D6: 'fone' },
    'line 6, column 4 (contact_role): The role "fone" is not known. Use fullName, email or phone. Did you mean "phone"?',
  ],
  [
    'M11',
    'a role is assigned twice',
    { D4: 'email' },
    'line 4, column 4 (contact_role): The role "email" is already given to "email" (row 3).',
  ],
  [
    'M11',
    'a role does not match the type of the question',
    { D6: 'phone' },
    'line 6, column 4 (contact_role): The role "phone" needs the type phoneNumber; "trips" is a numeric question.',
  ],
  ['M12', 'no question has the role fullName', { D2: '' }, 'metadata.csv: No question has the role "fullName".'],
  ['M12', 'no question has the role email or phone', { D3: '' }, 'metadata.csv: Give at least one question the role "email" or "phone".'],
  ['M13', 'a validation is unknown', { E6: 'whole' }, `line 6, column 5 (validation): "whole" is not understood. ${validations}`],
  [
    'M13',
    'a validation does not match the type of the question',
    { E5: 'zip' },
    'line 5, column 5 (validation): "zip" cannot be used with a date question.',
  ],
  [
    'M13',
    'a range is empty',
    { E6: 'integer: 9..3' },
    'line 6, column 5 (validation): "integer: 9..3" is an empty range. Write the smaller number first.',
  ],
  [
    'M13',
    'an integer range has a fraction',
    { E6: 'integer: 0.5..3' },
    `line 6, column 5 (validation): "integer: 0.5..3" is not understood. ${validations}`,
  ],
  [
    'M13',
    'a maximum length exceeds the limit',
    { E2: 'max_length: 2001' },
    'line 2, column 5 (validation): max_length needs a whole number from 1 to 2000.',
  ],
  [
    'M14',
    'a follow-up has a rule',
    { A6: 'arrested_followUp', B6: 'answered', E6: '' },
    'line 6, column 2 (red_flag_when): A follow-up cannot be flagged; put the rule on "arrested".',
  ],
]

describe('faulty field metadata', () => {
  test.each(cases)('is rejected with %s when %s', async (code, _about, cells, lines) => {
    const outcome = await outcomeOf(metadataFile(cells))
    expect(outcome).toBe(
      `METADATA_FILE_ERROR ${[lines]
        .flat()
        .map((line) => `[${code}] ${line}`)
        .join('\n')}`,
    )
  })

  test('is rejected with M14 when a video has a rule', async () => {
    const video = {
      'survey!A7': 'note',
      'survey!G7': 'youtube',
      'survey!H7': null,
      'survey!I1': 'portal_video::English (en)',
      'survey!I7': 'https://youtu.be/abcdefghijk',
      'survey!J1': 'portal_video::Spanish (es)',
      'survey!J7': 'https://youtu.be/abcdefghijk',
    }
    const upload = await buildUpload({ questionFile: await questionFile(formSheets, video), fieldMetadataFile: metadataFile({ E6: '' }) })
    expect(await readFiles(upload, () => {})).toMatchObject({
      message: '[M14] line 6, column 2 (red_flag_when): A video or a note has no answer, so it cannot be flagged.',
    })
  })

  test.each([
    [
      'm.csv',
      Buffer.from('identifier\ncaf\xe9', 'latin1'),
      'line 2, column 1: The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".',
    ],
    ['m.csv', Buffer.from('identifier\n"a'), 'line 2, column 1: A quotation mark is not closed.'],
    ['m.csv', Buffer.from('\n\n'), 'm.csv: There is no record below the header.'],
    ['m.csv', Buffer.from('identifier\n'), 'm.csv: There is no record below the header.'],
    [
      'm.xlsx',
      Buffer.from('hello'),
      'm.xlsx: The file could not be read as a spreadsheet (it is not an .xlsx workbook). Save it again as .xlsx and upload that.',
    ],
    ['m.json', Buffer.from('[\n {"identifier": "a",}\n]'), 'm.json: The JSON is not valid at line 2, column 21.'],
    ['m.json', Buffer.from('[{"identifier": "a"'), 'm.json: The JSON is not valid at line 1, column 20.'],
    ['m.json', Buffer.from('"caf\xe9"', 'latin1'), 'm.json: The text is not valid UTF-8 from here on. Export it as "CSV UTF-8".'],
    ['m.json', Buffer.from('{"identifier": "a"}'), 'm.json: The JSON has to be an array of records.'],
    ['m.json', Buffer.from('[7]'), 'item 1: This item is not a record. Write {"identifier": "…"}.'],
    ['m.json', Buffer.from('[{"identifier": 7}]'), 'item 1, "identifier": This value has to be text.'],
  ])('is rejected with M01 when %s cannot be read (%#)', async (name, bytes, line) => {
    expect((await outcomeOf({ name, bytes })).split('\n')).toContainEqual(expect.stringMatching(escaped(`[M01] ${line}`)))
  })

  test('is rejected with M01 at a formula without a result, which could be a rule', async () => {
    const sheets = changed({ m: metadataRows.map((row) => [...row]) }, { 'm!C4': { formula: 'A1' }, 'm!E6': { formula: 'A2', result: '' } })
    expect(await outcomeOf({ name: 'm.xlsx', bytes: await xlsx(sheets) })).toBe(
      'METADATA_FILE_ERROR [M01] m!C4: The cell holds a formula whose result is 0 or is not in the file. Put the text itself here.',
    )
  })

  test.each([null, 'greater_than: 40'])(
    'is rejected with M01 at a cell that is merged into the rule above and holds %s',
    async (hidden) => {
      const rows = metadataRows.map((row) => [...row])
      const bytes = await xlsx(changed({ m: rows }, { 'm!B6': hidden }), {}, { m: ['B5:B6', 'A9:F9'] })
      expect(await outcomeOf({ name: 'm.xlsx', bytes })).toBe(
        'METADATA_FILE_ERROR [M01] m!B6: The cell is merged into B5. Unmerge them, and put the text into each cell.',
      )
    },
  )

  test('is rejected with M01 at cells with an error or a date', async () => {
    const rows: TestCell[][] = metadataRows.map((row) => [...row])
    const bytes = await xlsx(changed({ m: rows }, { 'm!C4': { error: '#N/A' }, 'm!E6': { date: 45_000 } }))
    expect(await outcomeOf({ name: 'm.xlsx', bytes })).toBe(
      'METADATA_FILE_ERROR [M01] m!C4: The cell shows #N/A. Put the text itself here.\n[M01] m!E6: The cell holds a date. Format it as text, then type its content again: the cell keeps a number otherwise.',
    )
  })

  test('is rejected with M02 when the file type is not supported', async () => {
    expect(await outcomeOf({ name: 'm.txt', bytes: csv(metadataRows) })).toBe('METADATA_FILE_ERROR [M02] m.txt: Use .csv, .xlsx or .json.')
  })

  test('has a test case for every problem code', () => {
    const others = ['M01', 'M02']
    const codes = Object.keys(importProblems).filter((code) => code.startsWith('M') && !others.includes(code))
    expect(codes.filter((code) => !cases.some(([made]) => made === code))).toEqual([])
  })
})

describe('field metadata', () => {
  test('is applied to the questions from a CSV', async () => {
    expect(await questionsWith(metadataFile())).toMatchObject(describedQuestions)
  })

  test.each([
    ['the first sheet', { First: metadataRows, Second: [['anything']] }],
    ['the sheet with identifiers', { Old: [['anything']], 'Field Metadata': metadataRows }],
  ])('is applied to the questions from %s of a workbook', async (_which, sheets) => {
    expect(await questionsWith({ name: 'm.xlsx', bytes: await xlsx(sheets) })).toMatchObject(describedQuestions)
  })

  test('may be a sheet of the question file', async () => {
    const sheets = { ...formSheets, 'Field Metadata': metadataRows }
    const upload = await buildUpload({ questionFile: await questionFile(sheets), fieldMetadataFile: undefined })
    expect(await readFiles(upload, () => {})).toMatchObject({ ok: true, definition: { questions: describedQuestions } })
    const wrong = await buildUpload({
      questionFile: await questionFile(sheets, { 'Field Metadata!A6': 'nobody' }),
      fieldMetadataFile: undefined,
    })
    expect(await readFiles(wrong, () => {})).toMatchObject({
      id: 'METADATA_FILE_ERROR',
      message: '[M05] Field Metadata!A6: "nobody" is not in the question file.',
    })
  })

  test('causes a warning for a reason without a rule', async () => {
    const outcome = await readFiles(await buildUpload({ fieldMetadataFile: metadataFile({ B6: '' }) }), () => {})
    const warning =
      '[W18] line 6, column 3 (red_flag_reason): "trips" has a reason but no rule, so it cannot be flagged. Write one in "red_flag_when", or clear the reason.'
    expect(outcome).toMatchObject({ ok: true, warnings: [warning] })
  })

  test('causes a warning for each question without metadata, except follow-ups', async () => {
    const outcome = await readFiles(
      await buildUpload({ fieldMetadataFile: { name: 'm.csv', bytes: csv(metadataRows.slice(0, 5)) } }),
      () => {},
    )
    expect(outcome).toMatchObject({ ok: true, warnings: ['[W07] survey!B7: "trips" has no field metadata, so it cannot be flagged.'] })
  })
})

function escaped(line: string): RegExp {
  return new RegExp(line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
