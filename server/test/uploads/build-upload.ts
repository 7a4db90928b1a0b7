import { readFile } from 'node:fs/promises'
import type { Upload } from '@portico/shared/contract/uploads'
import { changed, csv, type TestCell, type TestSheets, xlsx } from './build-files.ts'

/** A small XLSForm in two languages: name, e-mail, a question with a follow-up, a date and a number. */
export const formSheets: TestSheets = {
  survey: [
    ['type', 'name', 'label::English (en)', 'label::Spanish (es)', 'required', 'relevant', 'appearance', 'constraint'],
    ['text', 'fullName', 'What is your name?', '¿Cómo se llama?', 'yes'],
    ['text', 'email', 'What is your email?', '¿Cuál es su correo?', 'no'],
    ['select_one yes_no', 'arrested', 'Were you ever arrested?', '¿Lo han arrestado?', 'yes'],
    ['text', 'arrested_followUp', 'When and why?', '¿Cuándo y por qué?', null, "${arrested} = 'yes'", 'multiline'],
    ['date', 'birthday', 'When were you born?', '¿Cuándo nació?', 'yes', null, null, '. <= today()'],
    ['integer', 'trips', 'How many trips?', '¿Cuántos viajes?', null, null, null, '. >= 0 and . <= 500'],
  ],
  choices: [
    ['list_name', 'name', 'label::English (en)', 'label::Spanish (es)'],
    ['yes_no', 'yes', 'Yes', 'Sí'],
    ['yes_no', 'no', 'No', 'No'],
  ],
}

/** The same questions with one sheet per language. */
export const languageSheets: TestSheets = {
  English: [
    [
      '#(id)',
      'Slug',
      'Category',
      'Text',
      'QuestionType',
      'AnswerSelections',
      'AnswerSelectionsValues',
      'Required?',
      'FollowUpQuestionSlug',
      'ParentQuestionSlug',
    ],
    ['1', 'fullName', 'You', 'What is your name?', 'input', null, null, 'yes'],
    ['2', 'email', 'You', 'What is your email?', 'email', null, null, 'no'],
    ['2b', 'arrested', 'Law', 'Were you ever arrested?', 'radioWithFollowUp', 'Yes, No', 'yes, no', 'yes', 'when'],
    ['6.1', 'when', 'Law', 'When and why?', 'input', null, null, 'no', null, 'arrested'],
  ],
  Español: [
    [
      '#(id)',
      'Slug',
      'Category',
      'Text Translation',
      'QuestionType',
      'AnswerSelections',
      'AnswerSelectionsValues',
      'Required?',
      'FollowUpQuestionSlug',
      'ParentQuestionSlug',
    ],
    ['1', 'fullName', 'Usted', '¿Cómo se llama?', 'input', null, null, 'yes'],
    ['2', 'email', 'Usted', '¿Cuál es su correo?', 'email', null, null, 'no'],
    ['2b', 'arrested', 'Ley', '¿Lo han arrestado?', 'radioWithFollowUp', 'Sí, No', 'yes, no', 'yes', 'when'],
    ['6.1', 'when', 'Ley', '¿Cuándo y por qué?', 'input', null, null, 'no', null, 'arrested'],
  ],
}

export const metadataRows: readonly (readonly string[])[] = [
  ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role', 'validation'],
  ['fullName', '', '', 'fullName', 'max_length: 200'],
  ['email', '', '', 'email', 'email'],
  ['arrested', 'in: yes', 'Court papers are needed.', '', ''],
  ['birthday', 'age_under: 18', 'Too young.', '', 'past_date'],
  ['trips', 'greater_than: 40', 'Many trips.', '', 'integer: 0..500'],
]

const templateRows = [['{{fullName}}', '{{email}}', '{{arrested}}', '{{arrested_followUp}}', '{{birthday}}', '{{trips}}']]

const samples = new URL('../../src/seed/files/', import.meta.url)

/** Returns one of the sample files that come with the product: questions.xlsx, template.xlsx or field-metadata.csv. */
export async function sampleFile(name: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  return { name, bytes: new Uint8Array(await readFile(new URL(name, samples))) }
}

/** Builds a valid upload of `formSheets`; `files` replaces or removes parts of it. */
export async function buildUpload(
  files: Partial<Record<'questionFile' | 'templateFile' | 'fieldMetadataFile', Upload['questionFile']>> = {},
): Promise<Upload> {
  return {
    title: 'citizenship',
    questionFile: { name: 'questions.xlsx', bytes: await xlsx(formSheets) },
    templateFile: { name: 'template.xlsx', bytes: await xlsx({ Answers: templateRows }) },
    fieldMetadataFile: { name: 'metadata.csv', bytes: csv(metadataRows) },
    ...files,
  }
}

/** Builds a question file from `sheets` with some cells changed. */
export async function questionFile(
  sheets: TestSheets,
  cells: Readonly<Record<string, TestCell>> = {},
): Promise<NonNullable<Upload['questionFile']>> {
  return { name: 'questions.xlsx', bytes: await xlsx(changed(sheets, cells)) }
}

/** Builds a metadata CSV with some cells changed, by `CELL`. */
export function metadataFile(cells: Readonly<Record<string, string>> = {}): NonNullable<Upload['fieldMetadataFile']> {
  const named = Object.fromEntries(Object.entries(cells).map(([cellName, value]) => [`m!${cellName}`, value]))
  const rows = changed({ m: metadataRows }, named).m ?? []
  return { name: 'metadata.csv', bytes: csv(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : '')))) }
}

/** What `metadataRows` say of the questions of `formSheets`. */
export const describedQuestions = [
  { identifier: 'fullName', validation: { rule: 'maxLength', max: 200 }, contactRole: 'fullName' },
  { identifier: 'email', validation: { rule: 'email' }, contactRole: 'email' },
  { identifier: 'arrested', redWhen: { op: 'in', values: ['yes'] }, redReason: 'Court papers are needed.' },
  { identifier: 'arrested_followUp' },
  { identifier: 'birthday', redWhen: { op: 'ageUnder', years: 18 }, validation: { rule: 'pastDate' } },
  { identifier: 'trips', redWhen: { op: 'greaterThan', value: 40 }, validation: { rule: 'integer', min: 0, max: 500 } },
]
