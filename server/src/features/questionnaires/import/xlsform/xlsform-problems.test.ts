import { importProblems } from '@portico/shared/words/import/import-problems'
import { surveyTypesText } from '@portico/shared/words/question-types'
import { describe, expect, test } from 'vitest'
import type { TestCell } from '../../../../../test/uploads/build-files.ts'
import { buildUpload, formSheets, questionFile } from '../../../../../test/uploads/build-upload.ts'
import { xlsFormConditionCases, type XlsFormCase } from '../../../../../test/uploads/xlsform-conditions.ts'
import { readFiles } from '../read-files.ts'

type Cells = Readonly<Record<string, TestCell>>

const types = `Use ${surveyTypesText()}.`
const malformedName = 'is not allowed. Leave out spaces, periods, braces and quotation marks.'
const long = 'x'.repeat(4_001)
const { Q08, Q09, C01, C02 } = importProblems

const cases: readonly XlsFormCase[] = [
  ['Q05', 'a header is missing', { 'survey!B1': 'names' }, ['survey!A1: The column "name" is missing. Add it to the first row.']],
  [
    'Q05',
    'there is no label column',
    { 'survey!C1': null, 'survey!D1': null },
    'survey!A1: The column "label" is missing. Add it to the first row.',
  ],
  [
    'Q05',
    'a header appears twice',
    { 'survey!I1': 'Label:English (en)' },
    'survey!I1: The column "Label:English (en)" appears twice (also in C1). Remove one.',
  ],
  [
    'Q05',
    'a plain label repeats the default language',
    { 'survey!I1': 'label' },
    'survey!I1: The column "label" appears twice (also in C1). Remove one.',
  ],
  [
    'Q05',
    'the choices sheet lacks a header',
    { 'choices!A1': 'lists' },
    'choices!A1: The column "list_name" is missing. Add it to the first row.',
  ],
  [
    'Q07',
    'a language has no code',
    { 'survey!I1': 'label::Oromiffa' },
    'survey!I1: The language "Oromiffa" has no code. Add its code in brackets, as in "label::Spanish (es)".',
  ],
  [
    'Q07',
    'a registered language has no code',
    { 'survey!I1': 'label::Oromo' },
    'survey!I1: The language "Oromo" has no code. Write it like "label::Oromo (om)".',
  ],
  [
    'Q07',
    'a language is written in its native name',
    { 'survey!I1': 'hint::Kiswahili' },
    'survey!I1: The language "Kiswahili" has no code. Write it like "hint::Kiswahili (sw)".',
  ],
  ...[
    ['label_fr', 'label::French (fr)'],
    ['Label (Wolof)', 'label::Wolof (wo)'],
    ['hint-es', 'hint::Spanish (es)'],
    ['Português', 'label::Português (pt)'],
    ['label English', 'label::English (en)'],
  ].map(([header = '', spelling = '']): XlsFormCase => [
    'Q07',
    `the language stands in "${header}"`,
    { 'survey!I1': header },
    `survey!I1: The language of "${header}" is not read. Write "${spelling}", or remove the column.`,
  ]),
  [
    'Q07',
    'a language appears twice',
    { 'survey!I1': 'label::Castellano (es)' },
    'survey!I1: The language Castellano (es) appears twice (also in D1). Remove one.',
  ],
  ['Q08', 'a type is not supported', { 'survey!A7': 'csv' }, `survey!A7: The type "csv" is not supported. ${types}`],
  ['Q08', 'a metadata type is used for a question', { 'survey!A7': 'email' }, `survey!A7: ${Q08.email}`],
  ['Q08', 'the phone number of the device is used for a question', { 'survey!A7': 'phonenumber' }, `survey!A7: ${Q08.phone}`],
  ['Q08', 'a metadata row has a label', { 'survey!A7': 'today' }, `survey!A7: ${Q08.labelled('today')}`],
  ['Q08', 'the type is a location', { 'survey!A7': 'geopoint', 'survey!G7': 'phone' }, `survey!A7: ${Q08.device('geopoint')}`],
  [
    'Q08',
    'a type is misspelt',
    { 'survey!A7': 'integr' },
    `survey!A7: The type "integr" is not supported. ${types} Did you mean "integer"?`,
  ],
  ['Q08', 'a repeat group begins', { 'survey!A8': 'begin_repeat', 'survey!B8': 'r' }, `survey!A8: ${Q08.repeat}`],
  ['Q08', 'the type is missing', { 'survey!A7': null }, `survey!A7: The type is missing. ${types}`],
  ['Q08', 'choices are read from a file', { 'survey!A7': 'select_one_from_file a.csv' }, `survey!A7: ${Q08.fromFile}`],
  ['Q09', 'a name contains a space', { 'survey!B7': 'first name' }, `survey!B7: The name "first name" ${malformedName}`],
  [
    'Q09',
    'a name contains a character reserved by templates',
    { 'survey!B7': 'a.label' },
    `survey!B7: The name "a.label" ${malformedName}`,
  ],
  ['Q09', 'a name contains invisible characters', { 'survey!B7': 'a\u200bb' }, `survey!B7: The name "a\u200bb" ${malformedName}`],
  ['Q09', 'a name begins with $', { 'survey!B7': '$date' }, 'survey!B7: The name "$date" is not allowed. Leave out the $ in front.'],
  [
    'Q09',
    'a name is too long',
    { 'survey!B7': 'n'.repeat(81) },
    `survey!B7: The name "${'n'.repeat(39)}…" is longer than 80 characters. Shorten it.`,
  ],
  ['Q09', 'a name is reserved', { 'survey!B7': '__proto__' }, 'survey!B7: The name "__proto__" is not allowed. Choose another one.'],
  ['Q09', 'a name is missing', { 'survey!B7': null }, `survey!B7: ${Q09.missing}`],
  ['Q10', 'a name appears twice', { 'survey!B7': 'email' }, 'survey!B7: The name "email" is already used in B3. Choose another one here.'],
  [
    'Q10',
    'names differ only in case',
    { 'survey!B7': 'EMAIL' },
    'survey!B7: The name "EMAIL" is already used in B3. Choose another one here.',
  ],
  ['Q11', 'a text is empty in the default language', { 'survey!C7': null }, 'survey!C7: The label for English (en) is empty. Write it.'],
  [
    'Q11',
    'a hint is empty in the default language',
    { 'survey!I1': 'hint::English (en)', 'survey!J1': 'hint::Spanish (es)', 'survey!J7': 'pista' },
    'survey!I7: The hint for English (en) is empty. Write it.',
  ],
  ['Q11', 'a choice has no text', { 'choices!C3': null }, 'choices!C3: The label for English (en) is empty. Write it.'],
  [
    'Q12',
    'a list is misspelt',
    { 'survey!A4': 'select_one yes_noo' },
    'survey!A4: The choice list "yes_noo" is not on the sheet "choices". Did you mean "yes_no"?',
  ],
  [
    'Q12',
    'a list is unknown and no other has a similar name',
    { 'survey!A4': 'select_one colours' },
    'survey!A4: The choice list "colours" is not on the sheet "choices".',
  ],
  [
    'Q12',
    'a list has only one choice',
    { 'choices!A3': 'yes_not', 'survey!F5': "${arrested} = 'yes'" },
    'survey!A4: The choice list "yes_no" needs at least two choices. Add rows to the sheet "choices".',
  ],
  [
    'Q12',
    'no list is specified',
    { 'survey!A4': 'select_one' },
    'survey!A4: The type names no choice list. Write it like "select_one yes_no".',
  ],
  ['Q13', 'the required flag is unknown', { 'survey!E7': 'maybe' }, 'survey!E7: "maybe" is not understood here. Write yes or no.'],
  [
    'Q15',
    'a column is not supported',
    { 'survey!I1': 'trigger', 'survey!I7': '${arrested}' },
    'survey!I7: The column "trigger" is not supported. Clear this cell.',
  ],
  [
    'Q15',
    'a question shows a picture',
    { 'survey!I1': 'media::image::English (en)', 'survey!I7': 'a.png' },
    'survey!I7: The column "media::image::English (en)" is not supported. Clear this cell.',
  ],
  [
    'Q15',
    'a choice shows a picture',
    { 'choices!E1': 'image', 'choices!E3': 'no.png' },
    'choices!E3: The column "image" is not supported. Clear this cell.',
  ],
  [
    'Q19',
    'the default language is not one of the file',
    { 'settings!A1': 'default_language', 'settings!A2': 'French (fr)' },
    'settings!A2: The default language "French (fr)" is not one of: English (en), Spanish (es).',
  ],
  [
    'Q20',
    'a cell contains a formula without its result',
    { 'survey!C7': { formula: '1=1' } },
    'survey!C7: The cell holds a formula whose result is 0 or is not in the file. Put the text itself here.',
  ],
  ['Q20', 'a cell contains an error', { 'survey!C7': { error: '#REF!' } }, 'survey!C7: The cell shows #REF!. Put the text itself here.'],
  [
    'Q20',
    'a cell contains a date',
    { 'choices!B3': { date: 45_000 } },
    'choices!B3: The cell holds a date. Format it as text, then type its content again: the cell keeps a number otherwise.',
  ],
  ['Q20', 'a cell is too long', { 'survey!D7': long }, 'survey!D7: The cell holds 4001 characters; the limit is 4000. Shorten it.'],
  ['Q21', 'a number appears twice', numbers('7', '2', '3', '4', '7'), 'survey!I7: The number 7 is already used in I2.'],
  ['Q21', 'a number is missing', numbers('1', '2', '3', '4', null), 'survey!I7: The number is missing. Number every question, or none.'],
  [
    'Q21',
    'a number is not whole',
    numbers('1', '2', '3', '4', '5.5'),
    'survey!I7: "5.5" is not a number for a question. Write a whole number, 1 or more.',
  ],
  ['C01', 'a choice is in no list', { 'choices!B4': 'maybe' }, `choices!A4: ${C01.missing}`],
  ['C02', 'a choice has no name', { 'choices!B3': null }, `choices!B3: ${C02.missing}`],
  ['C02', 'the name of a choice is malformed', { 'choices!B3': 'not yet' }, `choices!B3: ${C02.malformed('not yet')}`],
  [
    'C03',
    'a choice appears twice',
    { 'choices!A4': 'yes_no', 'choices!B4': 'no', 'choices!C4': 'Never', 'choices!D4': 'Nunca' },
    'choices!B4: The choice "no" is already in this list (B3).',
  ],
  [
    'C04',
    'a contact language is not a language code',
    { 'survey!G4': 'contact-language', 'survey!F5': null, 'choices!B2': 'Spanish', 'choices!B3': 'en' },
    'choices!B2: "Spanish" is not a language code. Write es.',
  ],
  ['C05', 'the choices sheet lacks a language', { 'choices!D1': null }, 'choices!A1: The sheet "choices" has no column for Spanish (es).'],
  [
    'C05',
    'the choices sheet has an additional language',
    { 'choices!E1': 'label::French (fr)' },
    'choices!E1: The sheet "survey" has no label column for French (fr). Add one, or remove this column.',
  ],
  ...xlsFormConditionCases,
]

describe('a faulty XLSForm', () => {
  test.each(cases)('is rejected with %s when %s', async (code, _about, cells, lines) => {
    const outcome = await outcomeOf(cells)
    expect(outcome).toMatchObject({
      ok: false,
      id: 'QUESTION_FILE_ERROR',
      message: [lines]
        .flat()
        .map((line) => `[${code}] ${line}`)
        .join('\n'),
    })
  })

  test('lists the same types as shared/spec/questionnaire-files.md', () => {
    expect(surveyTypesText()).toBe('select_one, select_multiple, text, integer, decimal, date, time, acknowledge, calculate, or note')
  })

  test('has a test case for every problem code of rows and columns', () => {
    const wholeFile = ['Q01', 'Q02', 'Q03', 'Q04', 'Q06', 'Q22', 'Q23', 'Q29']
    const ofFields = ['Q26', 'Q27', 'Q28']
    const ofForms = Object.keys(importProblems).filter((code) => /^[QC]/.test(code) && ![...wholeFile, ...ofFields].includes(code))
    expect(ofForms.filter((code) => !cases.some(([made]) => made === code))).toEqual([])
  })
})

function numbers(...values: (string | null)[]): Cells {
  const rows = [2, 3, 4, 6, 7]
  return { 'survey!I1': 'portal_number', ...Object.fromEntries(values.map((value, index) => [`survey!I${rows[index]}`, value])) }
}

async function outcomeOf(cells: Cells) {
  return readFiles(await buildUpload({ questionFile: await questionFile(formSheets, cells) }), () => {})
}
