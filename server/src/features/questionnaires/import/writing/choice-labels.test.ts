import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { describe, expect, test } from 'vitest'
import { csv, xlsx } from '../../../../../test/uploads/build-files.ts'
import { languageSheets, questionFile } from '../../../../../test/uploads/build-upload.ts'
import { readFiles } from '../read-files.ts'
import { writeMetadataFile } from './write-metadata-file.ts'
import { writeQuestionFile } from './write-question-file.ts'

const choices = 'no, yes, not sure'
const sheets = await questionFile(languageSheets, {
  'English!E4': 'radio',
  'English!F4': 'No, Yes, Not sure',
  'English!G4': choices,
  'English!I4': null,
  'English!J5': null,
  'Español!E4': 'radio',
  'Español!F4': 'No, Sí, No sé',
  'Español!G4': choices,
  'Español!I4': null,
  'Español!J5': null,
})
const metadata = csv([
  ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role'],
  ['fullName', '', '', 'fullName'],
  ['email', '', '', 'email'],
  ['arrested', 'in: yes', 'Papers', ''],
])
const start = await read(sheets.bytes, metadata)

describe('one sheet per language', () => {
  test.each<[string, [string, string, string]]>([
    ['plain labels', ['No', 'Sí', 'No sé']],
    ['a comma and an empty label', ['No, nunca', 'Sí', '']],
    ['an empty first label', ['', 'Sí, una vez', 'No sé']],
    ['only the last label', ['', '', 'No sé']],
    ['no labels', ['', '', '']],
    ['an Arabic comma', ['لا، أبدا', 'نعم', '']],
    ['an ideographic comma', ['没有、从不', '有', '不确定']],
    ['a full-width comma', ['没有，从不', '有', '']],
    ['commas at both ends', [',No,', ',', 'No sé,']],
    ['backslashes', ['No\\', '\\', 'C:\\x']],
    ['backslashes before commas', ['No\\, nunca', 'Sí\\\\,', '\\,']],
  ])('keeps %s of each choice', async (_about, [no, yes, unsure]) => {
    const labels: Readonly<Record<string, string>> = { no, yes, 'not sure': unsure }
    const written = withSpanish(start, labels)
    expect(await read(await writeQuestionFile(written), writeMetadataFile(written))).toEqual(written)
  })
})

function withSpanish(definition: QuestionnaireDefinition, labels: Readonly<Record<string, string>>): QuestionnaireDefinition {
  const questions = definition.questions.map((question) => ({
    ...question,
    ...(question.options && {
      options: question.options.map(({ value, label: { en = '' } }) => ({
        value,
        label: { en, ...(labels[value] && { es: labels[value] }) },
      })),
    }),
  }))
  return { ...definition, questions }
}

async function read(questions: Uint8Array, fields: Uint8Array): Promise<QuestionnaireDefinition> {
  const outcome = await readFiles(
    {
      title: 'x',
      questionFile: { name: 'q.xlsx', bytes: new Uint8Array(questions) },
      fieldMetadataFile: { name: 'm.csv', bytes: new Uint8Array(fields) },
      templateFile: { name: 't.xlsx', bytes: new Uint8Array(await xlsx({ A: [['{{email}}']] })) },
    },
    () => {},
  )
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.definition
}
