import type { QuestionDefinition } from '@portico/shared/rules/definition'
import type { AnswerTest } from '@portico/shared/contract/conditions'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { isNumbered } from '@portico/shared/words/question-types'
import type { FileLocation } from '../../problems.ts'
import { mayShareNumber, nameFault } from '../../question-rules.ts'
import type { TableRow } from '../../table.ts'
import { parseFollowUpCondition } from '../../constraints/follow-up-condition.ts'
import { readLocalizedText } from '../localized-text.ts'
import { type RowType, parseRowType } from './question-types.ts'
import { labelledMetadata } from './unsupported-types.ts'
import { applyChoiceFilter } from './choice-filter.ts'
import { otherValue, specifyQuestion } from './other-choice.ts'
import {
  readCalculation,
  type SurveyState,
  referenceFault,
  refuseUnknownChoices,
  surveyLocation,
  type UnnumberedQuestion,
  bothConditions,
  combinedCondition,
} from './references.ts'
import { type QuestionRow, readQuestionRow, type Survey } from './survey-row.ts'

/** The questions of a survey in order, and their locations. */
export interface SurveyQuestions {
  readonly questions: QuestionDefinition[]
  readonly locations: ReadonlyMap<string, FileLocation>
}

const { Q06, Q10, Q21, Q25, W01, W13 } = importProblems

/** Reads all rows of `survey`. Groups become sections, metadata rows are skipped, and follow-ups are attached to their question. */
export function readSurveyQuestions(survey: Survey, fileName: string): SurveyQuestions {
  const { problems } = survey.findings
  const rows = survey.table.rows.flatMap((row) => readRowType(survey, row) ?? [])
  const notes = rows.filter(({ type }) => type.kind === 'question' && type.word === 'note').length
  const answerable = rows.filter(({ type }) => type.kind === 'question').length - notes
  const count = Math.max(answerable, notes)
  if (count > limits.questionsMax) {
    problems.push({ location: fileName, code: 'Q06', message: Q06.many(count, limits.questionsMax) })
    return { questions: [], locations: new Map() }
  }
  const reading: SurveyState = {
    survey,
    questions: [],
    rowOfName: new Map(),
    groups: [],
    skipped: new Set(),
    refused: new Set(),
    above: undefined,
  }
  for (const { row, text, type } of rows) readRow(reading, row, text, type)
  for (const { row } of reading.groups) problems.push({ ...surveyLocation(survey, row, 'type'), code: 'Q25', message: Q25.open })
  if (reading.questions.length === 0 && problems.length === 0) problems.push({ location: fileName, code: 'Q06', message: Q06.none })
  const locations = reading.questions.map(({ question, row }): [string, FileLocation] => [
    question.identifier,
    surveyLocation(survey, row, 'name'),
  ])
  return { questions: assignNumbers(reading), locations: new Map(locations) }
}

function readRowType(survey: Survey, row: TableRow): { row: TableRow; text: string; type: RowType } | undefined {
  const { plain, translated } = survey.columns
  const texts = [...translated.values()].flatMap((headers) => [...headers.values()])
  const names = ['type', 'name', 'relevant', 'constraint', 'calculation', 'choice_filter', 'appearance', 'default']
  // Other columns may be filled to the end of the sheet.
  if (![...names.map((name) => plain.get(name)), ...texts].some((header) => header && survey.table.isFilled(row, header.column)))
    return undefined
  const text = survey.cells.code(row, plain.get('type')?.column)
  return { row, text, type: parseRowType(text) }
}

function readRow(reading: SurveyState, row: TableRow, text: string, type: RowType): void {
  switch (type.kind) {
    case 'beginGroup':
      return beginGroup(reading, row)
    case 'endGroup':
      return endGroup(reading, row)
    case 'metadata':
      return skipMetadata(reading, row, text, type.word)
    case 'question':
    case 'unsupported':
      return addQuestion(reading, row, text, type)
  }
}

function beginGroup(reading: SurveyState, row: TableRow): void {
  const { survey, groups } = reading
  const { warnings } = survey.findings
  const label = readLocalizedText(withReferenceCheck(reading), 'label', row, true)
  const isInner = groups.some((group) => group.label !== undefined)
  const relevant = survey.cells.code(row, survey.columns.plain.get('relevant')?.column)
  const condition = combinedCondition(reading, row, relevant)
  if (isInner === (label !== undefined)) {
    warnings.push({ ...surveyLocation(survey, row, 'type'), code: 'W01', message: isInner ? W01.innerGroup : W01.group })
  }
  groups.push({ row, label, condition })
  reading.above = undefined
}

function endGroup(reading: SurveyState, row: TableRow): void {
  const { survey, groups } = reading
  const at = surveyLocation(survey, row, 'type')
  if (groups.pop() === undefined) survey.findings.problems.push({ ...at, code: 'Q25', message: Q25.stray })
  reading.above = undefined
}

function skipMetadata({ survey, skipped }: SurveyState, row: TableRow, text: string, word: string): void {
  const labels = [...(survey.columns.translated.get('label')?.values() ?? [])]
  const at = surveyLocation(survey, row, 'type')
  if (labels.some(({ column }) => survey.table.isFilled(row, column)))
    survey.findings.problems.push({ ...at, code: 'Q08', message: labelledMetadata(word) })
  else if (!skipped.has(word)) survey.findings.warnings.push({ ...at, code: 'W01', message: W01.metadata(text) })
  skipped.add(word)
}

/** Returns the sheet for reading a row whose texts can show answers to the questions above it. */
function withReferenceCheck(reading: SurveyState): Survey {
  return { ...reading.survey, referenceFault: (name) => referenceFault(reading, name) }
}

function addQuestion(reading: SurveyState, row: TableRow, text: string, type: RowType): void {
  const { survey, questions } = reading
  const read = readQuestionRow(withReferenceCheck(reading), row, text, type)
  if (read === undefined) {
    reading.refused.add(survey.cells.code(row, survey.columns.plain.get('name')?.column))
    reading.above = undefined
    return
  }
  checkName(reading, row, read.question.identifier)
  const section = reading.groups.find(({ label }) => label !== undefined)?.label
  const followUpOf = read.relevant === '' ? undefined : attachFollowUp(reading, read, type)
  const askedWhen = followUpOf === undefined ? combinedCondition(reading, row, read.relevant) : undefined
  const calculation = readCalculation(reading, row, read.question.type)
  const question: UnnumberedQuestion = {
    ...applyChoiceFilter(reading, row, read.question, read.list),
    ...(section && { section }),
    ...(followUpOf !== undefined && { followUpOf }),
    ...(askedWhen && { askedWhen }),
    ...(calculation && { calculation }),
  }
  questions.push({ question, row })
  reading.above = { ...read, question }
  if (type.kind !== 'question') return
  if (type.withTime) survey.findings.warnings.push({ ...surveyLocation(survey, row, 'type'), code: 'W13', message: W13.day })
  if (type.orOther && question.options) addOther(reading, row, question)
}

/** Adds the question of `or_other`, from the same row, that asks to specify "other". Below radio buttons it becomes their follow-up. */
function addOther(reading: SurveyState, row: TableRow, { type, identifier, section, askedWhen }: UnnumberedQuestion): void {
  const { survey, questions } = reading
  const lastQuestion = questions.at(-1)
  const specify = { ...specifyQuestion(identifier, survey.languages), ...(section && { section }) }
  checkName(reading, row, specify.identifier)
  if (lastQuestion && type === 'radio') {
    const followUp = { identifier: specify.identifier, showWhen: [otherValue] }
    lastQuestion.question = { ...lastQuestion.question, type: 'radioWithFollowUp', followUp }
    questions.push({ question: { ...specify, followUpOf: identifier }, row })
  } else {
    const isOther: AnswerTest = { identifier, op: 'selected', value: otherValue }
    const condition = bothConditions(reading, row, [askedWhen, [[isOther]]])
    questions.push({ question: { ...specify, ...(condition && { askedWhen: condition }) }, row })
  }
  reading.above = undefined
}

function checkName({ survey, rowOfName }: SurveyState, row: TableRow, name: string): void {
  const at = surveyLocation(survey, row, 'name')
  const column = survey.columns.plain.get('name')?.column ?? 1
  const fault = nameFault(name)
  const duplicate = rowOfName.get(name.toLowerCase())
  if (fault !== undefined) survey.findings.problems.push({ ...at, code: 'Q09', message: fault })
  if (fault !== undefined) return
  if (duplicate)
    survey.findings.problems.push({ ...at, code: 'Q10', message: Q10.twice(name, survey.table.reference(duplicate.number, column)) })
  else rowOfName.set(name.toLowerCase(), row)
}

/** Makes a row the follow-up of the question above it if its condition and types allow that. */
function attachFollowUp(reading: SurveyState, read: QuestionRow, type: RowType): string | undefined {
  const { above, questions } = reading
  const condition = parseFollowUpCondition(read.relevant)
  const parent = questions.at(-1)
  const isText = type.kind === 'question' && type.word === 'text'
  if (!isText || !condition || !parent || above?.question.identifier !== condition.parent || above.question.type !== 'radio')
    return undefined
  refuseUnknownChoices(reading, read.row, parent.question, condition.values)
  const followUp = { identifier: read.question.identifier, showWhen: condition.values }
  parent.question = { ...parent.question, type: 'radioWithFollowUp', followUp }
  return condition.parent
}

/** Assigns the numbers of `portal_number`, or consecutive numbers if the column is absent or blank; a follow-up gets its question's. */
function assignNumbers({ survey, questions }: SurveyState): QuestionDefinition[] {
  const column = survey.columns.plain.get('portal_number')?.column
  const isUsed = column !== undefined && questions.some(({ row }) => row.cells.has(column))
  const rowOfNumber = new Map<string, TableRow>()
  let count = 0
  let questionNumber = ''
  return questions.map(({ question, row }, place) => {
    if (!isNumbered(question.type)) return { ...question, questionNumber: '' }
    const above = questions[place - 1]
    // That of `or_other` comes from the same row.
    const isAdded = isUsed && above?.row === row
    if (question.followUpOf === undefined && !isAdded) {
      count += 1
      const numberAbove = above && mayShareNumber(question, above.question) ? questionNumber : undefined
      questionNumber = isUsed
        ? readPortalNumber(survey, row, column, new Map([...rowOfNumber].filter(([number]) => number !== numberAbove)))
        : String(count)
      if (!rowOfNumber.has(questionNumber)) rowOfNumber.set(questionNumber, row)
    }
    const { identifier, ...rest } = question
    return { identifier, questionNumber, ...rest }
  })
}

function readPortalNumber(
  { table, cells, findings }: Survey,
  row: TableRow,
  column: number,
  rowOfNumber: ReadonlyMap<string, TableRow>,
): string {
  const number = cells.code(row, column)
  const duplicate = rowOfNumber.get(number)
  const refuse = (message: string) => {
    findings.problems.push({ ...table.at(row.number, column), code: 'Q21', message })
  }
  if (number === '') refuse(Q21.missing)
  else if (!/^[1-9]\d{0,8}$/.test(number)) refuse(Q21.whole(number))
  else if (duplicate) refuse(Q21.twice(number, table.reference(duplicate.number, column)))
  return number
}
