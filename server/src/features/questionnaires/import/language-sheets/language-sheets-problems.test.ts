import { questionTypes } from '@portico/shared/words/question-types'
import { describe, expect, test } from 'vitest'
import { changed, type TestCell } from '../../../../../test/uploads/build-files.ts'
import { languageSheets } from '../../../../../test/uploads/build-upload.ts'
import { readSheets } from '../../../../../test/uploads/read-sheets.ts'

type Cells = Readonly<Record<string, TestCell>>

describe('a faulty workbook with one sheet per language', () => {
  test.each<[string, string, Cells, string | string[]]>([
    ['Q05', 'a header is missing', { 'Español!B1': 'Key' }, 'Español!A1: The column "Slug" is missing. Add it to the first row.'],
    [
      'Q05',
      'a header appears twice',
      { 'English!K1': 'required' },
      'English!K1: The column "required" appears twice (also in H1). Remove one.',
    ],
    ['Q06', 'a sheet is blank', { 'vi!A1': null }, 'vi!A1: There are no questions below the header.'],
    [
      'Q07',
      'a sheet name is not a language',
      { 'Notes!A1': 'Slug' },
      'Notes!A1: The sheet name "Notes" is not a language. Name the sheet by its code, like "es", or remove it.',
    ],
    [
      'Q07',
      'a language appears twice',
      { 'es!A1': 'Slug' },
      'es!A1: The language es appears twice (also in the sheet Español). Remove one.',
    ],
    [
      'Q08',
      'a type is unknown',
      { 'English!E2': 'checkbox', 'Español!E2': 'checkbox' },
      `English!E2: The type "checkbox" is not supported. Use one of: ${questionTypes.join(', ')}.`,
    ],
    [
      'Q09',
      'a slug is malformed',
      { 'English!B2': 'full name', 'Español!B2': 'full name' },
      'English!B2: The name "full name" is not allowed. Leave out spaces, periods, braces and quotation marks.',
    ],
    [
      'Q11',
      'a text is empty in the default language',
      { 'English!D3': null },
      'English!D3: The label for English (en) is empty. Write it.',
    ],
    [
      'Q11',
      'a label is empty in the default language',
      { 'English!F4': ', No' },
      'English!F4: The label of the choice "yes" for English (en) is empty. Write it.',
    ],
    [
      'Q12',
      'there is only one choice',
      { 'English!F4': 'Yes', 'English!G4': 'yes', 'Español!F4': 'Sí', 'Español!G4': 'yes' },
      'English!G4: The question needs at least two choices.',
    ],
    [
      'Q13',
      'the required flag is unknown',
      { 'English!H2': 'always', 'Español!H2': 'always' },
      'English!H2: "always" is not understood here. Write yes or no.',
    ],
    [
      'Q14',
      'no follow-up is specified',
      { 'English!I4': null, 'English!J5': null },
      'English!I4: The question "arrested" names no follow-up. Fill FollowUpQuestionSlug, or use the type radio.',
    ],
    [
      'Q14',
      'the follow-up is unknown',
      { 'English!I4': 'wen', 'English!J5': null },
      'English!I4: The follow-up "wen" is not a question of this sheet. Did you mean "when"?',
    ],
    [
      'Q14',
      'the follow-up refers to its own question',
      { 'English!I4': 'arrested', 'English!J5': null },
      'English!I4: The question "arrested" cannot follow: it has a follow-up of its own, or is the question itself.',
    ],
    [
      'Q18',
      'a video has no URL',
      { 'English!E2': 'youtube', 'English!F2': 'https://youtu.be/abcdefghijk', 'Español!E2': 'youtube' },
      'Español!F2: A video address is needed for Español (es).',
    ],
    [
      'Q20',
      'a number was converted to a date',
      { 'English!A2': { date: 45_000 } },
      'English!A2: The cell holds a date. Format it as text, then type its content again: the cell keeps a number otherwise.',
    ],
    ['Q21', 'a number appears twice', { 'English!A3': '1' }, 'English!A3: The number 1 is already used in A2.'],
    ['Q21', 'a number is missing', { 'English!A3': null }, 'English!A3: The number is missing. Number every question, or none.'],
    [
      'Q22',
      'the counts of labels and values differ',
      { 'Español!F4': 'Sí, No, No sé' },
      'Español!F4: There are 3 labels and 2 values. Each value needs one label. Write a comma inside a label as \\,.',
    ],
    ['Q22', 'labels are missing', { 'English!F4': null }, 'English!F4: There are 0 labels and 2 values. Each value needs one label.'],
    [
      'Q23',
      'a question is missing',
      { 'Español!A3': null, 'Español!B3': null, 'Español!C3': null, 'Español!D3': null, 'Español!E3': null, 'Español!H3': null },
      'Español!B1: The question "email" of the sheet "English" is missing here.',
    ],
    [
      'Q23',
      'there is an additional question',
      { 'Español!B6': 'extra', 'Español!D6': 'Más' },
      'Español!B6: The question "extra" is not on the sheet "English".',
    ],
    [
      'Q23',
      'a type differs',
      { 'Español!E2': 'date' },
      'Español!E2: The column "QuestionType" says "input" on the sheet "English". Write the same here.',
    ],
    [
      'Q23',
      'values differ',
      { 'Español!G4': 'no, yes' },
      'Español!G4: The column "AnswerSelectionsValues" says "yes, no" on the sheet "English". Write the same here.',
    ],
    [
      'Q23',
      'the required flag differs',
      { 'Español!H2': null },
      'Español!H2: The column "Required?" says "yes" on the sheet "English". Write the same here.',
    ],
    [
      'C02',
      'a value is too long',
      { 'English!G4': `yes, ${'n'.repeat(65)}`, 'Español!G4': `yes, ${'n'.repeat(65)}` },
      `English!G4: The value "${'n'.repeat(39)}…" is too long. Use up to 64 characters.`,
    ],
    [
      'C02',
      'a value is empty',
      { 'English!F4': 'a, b, c', 'English!G4': 'yes,, no', 'Español!F4': 'a, b, c', 'Español!G4': 'yes,, no' },
      'English!G4: A value is empty. Write it between its commas, or remove a comma.',
    ],
    [
      'C02',
      'a value contains the separator of values in rules',
      { 'English!G4': 'yes, a|b', 'Español!G4': 'yes, a|b' },
      'English!G4: The value "a|b" holds "|", which separates values in red-flag rules. Leave it out.',
    ],
    [
      'C03',
      'a value appears twice',
      { 'English!G4': 'yes, yes', 'Español!G4': 'yes, yes' },
      'English!G4: The choice "yes" is already in this list.',
    ],
    [
      'C04',
      'a contact language is not a language code',
      { 'English!E4': 'contactLanguage', 'Español!E4': 'contactLanguage', 'English!G4': 'es, English', 'Español!G4': 'es, English' },
      'English!G4: "English" is not a language code. Write en.',
    ],
  ])('is rejected with %s when %s', async (code, _about, cells, lines) => {
    const { problems } = await readSheets(changed(languageSheets, cells))
    expect(problems).toEqual([lines].flat().map((line) => `[${code}] ${line}`))
  })

  test('is rejected with Q10 on the sheet that contains a slug twice', async () => {
    const { problems } = await readSheets(changed(languageSheets, { 'Español!B3': 'FULLNAME' }))
    expect(problems).toEqual([
      '[Q23] Español!B1: The question "email" of the sheet "English" is missing here.',
      '[Q10] Español!B3: The name "FULLNAME" is already used in B2. Choose another one here.',
    ])
  })
})
