import type { Localized, QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { hasAnswerForm } from '@portico/shared/rules/answers'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import { parseConstraint } from '../../constraints/constraint.ts'
import { isSatisfiable } from '../../constraints/satisfiable-limits.ts'
import { formatLanguage } from '../../file-languages.ts'
import type { FileLocation } from '../../problems.ts'
import { isYoutubeAddress, parseRequired } from '../../question-rules.ts'
import { nearest } from '@portico/shared/rules/nearest'
import type { TableRow } from '../../table.ts'
import type { ChoiceLists } from '../choice-lists.ts'
import { refuseUnsupported } from '../columns.ts'
import { readLocalizedText, type ReadySheet } from '../localized-text.ts'
import { determineQuestionType, type RowType } from './question-types.ts'
import { withOther } from './other-choice.ts'
import { unsupportedType } from './unsupported-types.ts'

/** The `survey` sheet with the choice lists its rows refer to. */
export interface Survey extends ReadySheet {
  readonly choices: ChoiceLists | undefined
}

/** A question row, before its number and position among follow-ups are known. */
export interface QuestionRow {
  readonly row: TableRow
  readonly question: Omit<QuestionDefinition, 'questionNumber'>
  readonly relevant: string
  readonly list: string | undefined
}

const { Q12, Q13, Q16, Q18, Q27 } = importProblems

/** Reads a question row. Every fault of its cells becomes a problem; undefined if the type is not supported. */
export function readQuestionRow(survey: Survey, row: TableRow, typeText: string, rowType: RowType): QuestionRow | undefined {
  const { table, findings } = survey
  const cell = (base: string) => survey.cells.code(row, survey.columns.plain.get(base)?.column)
  const at = (base: string) => table.at(row.number, survey.columns.plain.get(base)?.column ?? 1)
  const identifier = cell('name')
  const outcome = determineQuestionType(rowType, cell('appearance'), identifier)
  if ('unsupported' in outcome) {
    findings.problems.push({ ...at('type'), code: 'Q08', message: unsupportedType(typeText) })
    return undefined
  }
  if ('fault' in outcome) findings.problems.push({ ...at('appearance'), code: 'Q17', message: outcome.fault })
  const type = 'fault' in outcome ? typeWithoutAppearance(rowType) : outcome.type
  refuseUnsupported(survey, row)
  const list = rowType.kind === 'question' ? rowType.list : undefined
  const listed = list === undefined ? undefined : optionsOf(survey, list, at('type'))
  const options = listed && rowType.kind === 'question' && rowType.orOther ? withOther(listed, survey.languages) : listed
  if (list !== undefined && type === 'contactLanguage') survey.choices?.checkContactLanguages(list)
  const requiredText = cell('required')
  const required = parseRequired(requiredText)
  if (required === undefined) findings.problems.push({ ...at('required'), code: 'Q13', message: Q13.unclear(requiredText) })
  const hint = readLocalizedText(survey, 'hint', row, true)
  const videoUrl = type === 'youtube' ? videoOf(survey, row) : undefined
  const integer = rowType.kind === 'question' && rowType.word === questionTypeFacts[type].wholeWord
  const question = {
    identifier,
    type,
    required: type === 'acknowledge' || (required ?? false),
    text: readLocalizedText(survey, 'label', row, type === 'calculate') ?? {},
    ...(hint && { hint }),
    ...('multiline' in outcome && { multiline: true }),
    ...(integer && { integer }),
    ...(options && { options }),
    ...(videoUrl && { videoUrl }),
    ...readConstraint(survey, row, { identifier, type, integer }),
    ...readDefault(survey, row, { type, options }),
  }
  return { row, question, relevant: cell('relevant'), list }
}

/** Returns the type to continue with after an invalid appearance. */
function typeWithoutAppearance(rowType: RowType): QuestionDefinition['type'] {
  const outcome = determineQuestionType(rowType, '', '')
  return 'type' in outcome ? outcome.type : 'input'
}

function optionsOf({ choices, findings }: Survey, list: string, at: FileLocation): QuestionDefinition['options'] {
  const refuse = (message: string) => {
    findings.problems.push({ ...at, code: 'Q12', message })
  }
  if (list === '') refuse(Q12.unnamed)
  if (list === '' || !choices) return undefined
  const options = choices.read(list)
  if (options === undefined) refuse(Q12.unknown(list, nearest(list, choices.names)))
  else if (options.length < 2) refuse(Q12.few(list))
  else if (choices.count(list) > limits.choicesMax) refuse(Q12.many(list, choices.count(list), limits.choicesMax))
  return options
}

/** Reads the URLs of a video, which every language needs (Q18). */
function videoOf({ columns, languages, table, cells, findings }: Survey, row: TableRow): Localized {
  const byLanguage = columns.translated.get('portal_video')
  const addresses: Record<string, string> = {}
  for (const language of languages.all) {
    const column = byLanguage?.get(language.code)?.column
    const address = cells.prose(row, column)
    if (isYoutubeAddress(address)) addresses[language.code] = address
    else
      findings.problems.push({
        ...table.at(row.number, column ?? columns.plain.get('type')?.column ?? 1),
        code: 'Q18',
        message: Q18.address(formatLanguage(language)),
      })
  }
  return addresses
}

function readConstraint(
  survey: Survey,
  row: TableRow,
  question: Pick<QuestionDefinition, 'identifier' | 'type' | 'integer'>,
): Pick<QuestionDefinition, 'constraint' | 'constraintMessage'> {
  const column = survey.columns.plain.get('constraint')?.column
  const text = survey.cells.code(row, column)
  if (text === '' || column === undefined) return {}
  const refuse = (message: string) => {
    survey.findings.problems.push({ ...survey.table.at(row.number, column), code: 'Q16', message })
    return {}
  }
  const constraint = parseConstraint(text, question.type)
  if (typeof constraint === 'string') return refuse(constraint)
  if (!isSatisfiable({ ...question, constraint })) return refuse(Q16.impossible)
  const constraintMessage = readLocalizedText(survey, 'constraint_message', row, true)
  return { constraint, ...(constraintMessage && { constraintMessage }) }
}

/** Reads the default answer: an answer that fits the type, or `today()` for a date (Q27). */
function readDefault(
  survey: Survey,
  row: TableRow,
  { type, options = [] }: Pick<QuestionDefinition, 'type' | 'options'>,
): Pick<QuestionDefinition, 'defaultAnswer'> {
  const column = survey.columns.plain.get('default')?.column
  const text = survey.cells.code(row, column)
  if (text === '' || column === undefined) return {}
  if (type === 'date' && /^today\(\)$/i.test(text)) return { defaultAnswer: 'today' }
  const fits = hasAnswerForm(type, text, options) && text.length <= limits.inputAnswerMax
  if (fits && !isFormula(text)) return { defaultAnswer: text }
  survey.findings.problems.push({ ...survey.table.at(row.number, column), code: 'Q27', message: Q27.fit(text) })
  return {}
}

// An expression that other tools would evaluate must not become a literal answer.
function isFormula(text: string): boolean {
  return text.includes('${') || /^[a-z-]+\(.*\)$/i.test(text)
}
