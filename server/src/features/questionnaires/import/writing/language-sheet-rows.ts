import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { joinLabels } from '../language-sheets/label-list.ts'
import { parseLanguage } from '../file-languages.ts'
import type { PlainSheet } from '../../../../spreadsheets/plain-workbook.ts'
import { settingsSheet } from './xlsform-sheets.ts'

const headers = [
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
]

/** Builds one sheet per language, the default language first (shared/spec/questionnaire-files.md#one-sheet-per-language). */
export function languageSheets(definition: QuestionnaireDefinition): PlainSheet[] {
  const { languages, defaultLanguage, questions } = definition
  const inOrder = [defaultLanguage, ...languages.filter((code) => code !== defaultLanguage)]
  const hasVideo = questions.some((question) => question.videoUrl)
  const sheets = inOrder.map((code) => ({
    name: sheetName(definition, code),
    rows: [
      hasVideo ? [...headers, 'portal_video'] : headers,
      ...questions.map((question) => [...cellsOf(question, code), ...(hasVideo ? [question.videoUrl?.[code] ?? ''] : [])]),
    ],
  }))
  return definition.title ? [...sheets, settingsSheet(definition)] : sheets
}

function cellsOf(question: QuestionDefinition, code: string): string[] {
  const labels = question.options?.map((option) => option.label[code] ?? '') ?? []
  return [
    question.questionNumber,
    question.identifier,
    question.section?.[code] ?? '',
    question.text[code] ?? '',
    question.type,
    labels.every((label) => label === '') ? '' : joinLabels(labels),
    question.options?.map((option) => option.value).join(', ') ?? '',
    question.required ? 'yes' : 'no',
    question.followUp?.identifier ?? '',
    question.followUpOf ?? '',
  ]
}

/** Returns the file's name for the language if it is a valid sheet name that identifies the code, otherwise the code. */
function sheetName({ languageNames }: QuestionnaireDefinition, code: string): string {
  const name = languageNames[code] ?? code
  return parseLanguage(name)?.code === code && /^(?!')[^[\]:*?/\\]{1,31}(?<!')$/.test(name) ? name : code
}
