import { checkAnswers } from '@portico/shared/rules/answers'
import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { type AnswerKind, type QuestionType, questionTypeFacts, questionTypes, takesAnswer } from '@portico/shared/words/question-types'
import { limits } from '@portico/shared/words/limits'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeWorkbook } from '../src/features/downloads/export/workbook.ts'
import { readFiles } from '../src/features/questionnaires/import/read-files.ts'
import { writeMetadataFile } from '../src/features/questionnaires/import/writing/write-metadata-file.ts'
import { writeQuestionFile } from '../src/features/questionnaires/import/writing/write-question-file.ts'
import { calmAnswers } from '../src/seed/answers.ts'
import { exportOf, exportRow, reopened, valuesOf } from './support/exports.ts'
import { csv, type TestCell, xlsx } from './uploads/build-files.ts'

const today = '2026-11-21'
const check = { today, fitsPattern: () => true }
const nameOf = (type: QuestionType) => `asked_${type}`
const answered = questionTypes.filter(takesAnswer)
const templateFile = async () => ({ name: 't.xlsx', bytes: await xlsx({ Answers: [answered.map((type) => `{{${nameOf(type)}}}`)] }) })

/** What stands in the cell of a stored answer. */
const cellOfKind: Readonly<Record<AnswerKind, (stored: string) => unknown>> = {
  choice: (stored) => stored,
  text: (stored) => stored,
  number: (stored) => Number(stored),
  date: (stored) => new Date(stored),
  time: (stored) => stored,
  none: () => null,
}

function surveyRows(type: QuestionType): TestCell[][] {
  const { answer, surveyWord, appearance = null } = questionTypeFacts[type]
  const word = answer === 'choice' ? `${surveyWord} languages` : surveyWord
  const video = answer === 'none' ? 'https://youtu.be/abcdefghijk' : null
  const row = [word, nameOf(type), `Label of ${type}`, 'yes', null, appearance, video]
  const followUp = ['text', 'followUp', 'Why?', null, `\${${nameOf(type)}} = 'en'`]
  return type === 'radioWithFollowUp' ? [row, followUp] : [row]
}

async function read(questionFile: Uint8Array, metadataFile: Uint8Array): Promise<QuestionnaireDefinition> {
  const files = { questionFile: { name: 'q.xlsx', bytes: questionFile }, fieldMetadataFile: { name: 'm.csv', bytes: metadataFile } }
  const outcome = await readFiles({ title: 'every_type', ...files, templateFile: await templateFile() }, () => {})
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.definition
}

let definition: QuestionnaireDefinition
let answers: Readonly<Record<string, string>>

beforeAll(async () => {
  const header = ['type', 'name', 'label::English (en)', 'required', 'relevant', 'appearance', 'portal_video::English (en)']
  const choices = [
    ['list_name', 'name', 'label::English (en)'],
    ['languages', 'en', 'English'],
    ['languages', 'es', 'Spanish'],
  ]
  const roles = [
    ['identifier', 'contact_role'],
    [nameOf('input'), 'fullName'],
    [nameOf('email'), 'email'],
  ]
  definition = await read(await xlsx({ survey: [header, ...questionTypes.flatMap(surveyRows)], choices }), csv(roles))
  answers = calmAnswers(definition, today)
})

describe.each(questionTypes)('a question of the type %s', (type) => {
  const question = () => questionsIn(definition, 'en', false).filter(({ identifier }) => identifier === nameOf(type))
  const checked = (answer: string) => checkAnswers(question(), { [nameOf(type)]: answer }, check)

  test('is read from an XLSForm', () => {
    expect(question()).toMatchObject([{ questionType: type }])
  })

  test('takes an answer that fits, if it takes one', () => {
    const stored = answers[nameOf(type)] ?? ''
    expect([...checked(stored).answers]).toEqual(takesAnswer(type) ? [[nameOf(type), stored]] : [])
  })

  test('refuses an answer that does not fit', () => {
    expect(checked(type === 'input' ? '?'.repeat(limits.inputAnswerMax + 1) : '?').issues).toHaveLength(1)
  })
})

test('questions of all types are the same again after they were written as an XLSForm or as one sheet per language', async () => {
  const lettered = {
    ...definition,
    questions: definition.questions.map((question) => ({ ...question, questionNumber: `${question.questionNumber}a` })),
  }
  for (const written of [definition, lettered]) {
    expect(await read(await writeQuestionFile(written), writeMetadataFile(written))).toEqual(written)
  }
})

test('answers of all types are exported in cells of their kind', async () => {
  const input = exportOf((await templateFile()).bytes, definition, [exportRow(definition, answers)])
  const [row] = valuesOf(await reopened(writeWorkbook(input)), 'Answers')
  expect(row).toEqual(answered.map((type) => cellOfKind[questionTypeFacts[type].answer](answers[nameOf(type)] ?? '')))
})
