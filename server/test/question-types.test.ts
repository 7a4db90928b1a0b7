import { checkAnswers } from '@portico/shared/rules/answers'
import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import {
  type AnswerKind,
  type QuestionType,
  questionTypeFacts,
  questionTypes,
  hasAnswer,
  isChoiceType,
  takesAnswer,
} from '@portico/shared/words/question-types'
import { limits } from '@portico/shared/words/limits'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeWorkbook } from '../src/features/downloads/export/workbook.ts'
import { readFiles } from '../src/features/questionnaires/import/read-files.ts'
import { writeMetadataFile } from '../src/features/questionnaires/import/writing/write-metadata-file.ts'
import { writeQuestionFile } from '../src/features/questionnaires/import/writing/write-question-file.ts'
import { unremarkableAnswers } from '../src/seed/answers.ts'
import { exportOf, exportRow, reopened, valuesOf } from './support/exports.ts'
import { csv, type TestCell, xlsx } from './uploads/build-files.ts'

const today = '2026-11-21'
const check = { today, fitsPattern: () => true }
const nameOf = (type: QuestionType) => `asked_${type}`
const answered = questionTypes.filter(hasAnswer)
const templateFile = async (shown: readonly string[] = answered.map(nameOf)) => ({
  name: 't.xlsx',
  bytes: await xlsx({ Answers: [shown.map((name) => `{{${name}}}`)] }),
})

/** The cell value of a stored answer. */
const cellOfKind: Readonly<Record<AnswerKind, (stored: string) => unknown>> = {
  choice: (stored) => stored,
  text: (stored) => stored,
  number: (stored) => Number(stored),
  date: (stored) => new Date(stored),
  choices: (stored) => stored,
  time: (stored) => stored,
  acknowledgement: (stored) => stored,
  calculated: Number,
  none: () => null,
}

function surveyRows(type: QuestionType): TestCell[][] {
  const { answer, surveyWord, appearance = null } = questionTypeFacts[type]
  const word = isChoiceType(type) ? `${surveyWord} languages` : surveyWord
  const video = answer === 'none' ? 'https://youtu.be/abcdefghijk' : null
  const calculation = answer === 'calculated' ? '1 + 2' : null
  const required = answer === 'calculated' ? 'no' : 'yes'
  const row = [word, nameOf(type), `Label of ${type}`, required, null, appearance, video, calculation]
  const followUp = ['text', 'followUp', 'Why?', null, `\${${nameOf(type)}} = 'en'`]
  return type === 'radioWithFollowUp' ? [row, followUp] : [row]
}

async function read(
  questionFile: Uint8Array,
  metadataFile: Uint8Array,
  shown: readonly string[] = answered.map(nameOf),
): Promise<QuestionnaireDefinition> {
  const files = { questionFile: { name: 'q.xlsx', bytes: questionFile }, fieldMetadataFile: { name: 'm.csv', bytes: metadataFile } }
  const outcome = await readFiles({ title: 'every_type', ...files, templateFile: await templateFile(shown) }, () => {})
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.definition
}

let definition: QuestionnaireDefinition
let answers: Readonly<Record<string, string>>

beforeAll(async () => {
  const header = ['type', 'name', 'label::English (en)', 'required', 'relevant', 'appearance', 'portal_video::English (en)', 'calculation']
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
  answers = { ...unremarkableAnswers(definition, today), [nameOf('calculate')]: '3' }
})

describe.each(questionTypes)('question type %s', (type) => {
  const question = () => questionsIn(definition, 'en', false).filter(({ identifier }) => identifier === nameOf(type))
  const checked = (answer: string) => checkAnswers(question(), { [nameOf(type)]: answer }, check)

  test('is read from an XLSForm', () => {
    expect(question()).toMatchObject([{ questionType: type }])
  })

  test('accepts a valid answer, if it takes one', () => {
    const stored = answers[nameOf(type)] ?? ''
    const { answers: kept } = checkAnswers(question(), takesAnswer(type) ? { [nameOf(type)]: stored } : {}, check)
    expect([...kept]).toEqual(hasAnswer(type) ? [[nameOf(type), stored]] : [])
  })

  test('refuses an invalid answer', () => {
    expect(checked(type === 'input' ? '?'.repeat(limits.inputAnswerMax + 1) : '?').issues).toHaveLength(1)
  })
})

test('questions of all types survive a round trip through an XLSForm and through one sheet per language', async () => {
  const lettered = {
    ...definition,
    questions: definition.questions
      .filter(({ calculation }) => !calculation)
      .map((question) => ({ ...question, questionNumber: `${question.questionNumber}a` })),
  }
  for (const written of [definition, lettered]) {
    const identifiers = written.questions.filter(({ type }) => hasAnswer(type)).map(({ identifier }) => identifier)
    expect(await read(await writeQuestionFile(written), writeMetadataFile(written), identifiers)).toEqual(written)
  }
})

test('answers of all types are exported in cells of the right type', async () => {
  const input = exportOf((await templateFile()).bytes, definition, [exportRow(definition, answers)])
  const [row] = valuesOf(await reopened(writeWorkbook(input)), 'Answers')
  expect(row).toEqual(answered.map((type) => cellOfKind[questionTypeFacts[type].answer](answers[nameOf(type)] ?? '')))
})
