import { hasDayForm } from '@portico/shared/rules/days'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import { cellForm, type AnswerSource, type DateForm, type ImportMap } from './map-file.ts'

/** A finding about one cell, without its content. */
export interface RowNote {
  readonly column: string
  readonly text: string
}

/** The content of a row in terms of the questionnaire. */
export interface RowAnswers {
  readonly id: string
  readonly language: string
  /** Answers by identifier, without empty cells. */
  readonly answers: Record<string, string>
  readonly problems: readonly RowNote[]
}

type Cells = ReadonlyMap<string, string>

/** Reads one row by the map; `cells` are texts by column name. Does not check whether the answers are allowed. */
export function readRow(map: ImportMap, questions: readonly QuestionDefinition[], cells: Cells): RowAnswers {
  const problems: RowNote[] = []
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const from = map.answers[question.identifier]
    if (!from) continue
    const answer = answerOf(question, from, cells)
    if (answer === undefined) problems.push({ column: columnOf(from), text: unreadableReason(question, from) })
    else if (answer !== '') answers[question.identifier] = answer
  }
  const id = cells.get(map.id) ?? ''
  if (id === '') problems.push({ column: map.id, text: 'is empty: without an id nobody can tell who is here already' })
  const language = languageOfRow(map, cells)
  if (typeof map.language !== 'string' && language === '') problems.push({ column: map.language.column, text: 'is empty' })
  return { id, language, answers, problems }
}

/** Returns the column that an answer comes from, for messages. */
export function columnOf(from: AnswerSource | undefined): string {
  return from && 'column' in from ? from.column : ''
}

function languageOfRow({ language }: ImportMap, cells: Cells): string {
  if (typeof language === 'string') return language
  const cell = cells.get(language.column) ?? ''
  return mappedValue(language.values, cell) ?? cell
}

// Returns undefined if the cell is not a possible answer to this question.
function answerOf(question: QuestionDefinition, from: AnswerSource, cells: Cells): string | undefined {
  if ('always' in from) return from.always
  const cell = cells.get(from.column) ?? ''
  const { answer, format } = questionTypeFacts[question.type]
  if (cell === '') return ''
  if (answer === 'choices') return choicesOf(question, from, cell)
  const mapped = mappedValue(from.values, cell)
  if (answer === 'choice') return mapped ?? choiceOf(question, cell)
  if (mapped !== undefined) return mapped
  if (answer === 'date' && from.date) return dayOf(cell, from.date)
  if (format === 'phone') return telephoneOf(cell, from.callingCode)
  return cell
}

function unreadableReason({ type, options = [] }: QuestionDefinition, from: AnswerSource): string {
  if (questionTypeFacts[type].format === 'phone') return 'is no telephone number of this country: write it with + and its calling code'
  if (questionTypeFacts[type].answer === 'date' && 'date' in from) return `is not a day written as ${from.date}`
  if (options.length === 0) return 'cannot be read'
  return 'is neither the value nor the label of one choice alone: map it under "values"'
}

function choicesOf(question: QuestionDefinition, from: Exclude<AnswerSource, { always: string }>, cell: string): string | undefined {
  const parts = cell.split(from.separator ?? ';').map((part) => part.trim())
  const values = parts.filter(Boolean).map((part) => mappedValue(from.values, part) ?? choiceOf(question, part))
  return values.includes(undefined) ? undefined : values.join(' ')
}

// By its value, or by a label in any language; not if these are of different choices.
function choiceOf({ options = [] }: QuestionDefinition, cell: string): string | undefined {
  const isLabel = (text: string) => cellForm(text) === cellForm(cell)
  const meant = options.filter(({ value, label }) => value === cell || Object.values(label).some(isLabel))
  return meant.length === 1 ? meant[0]?.value : undefined
}

function mappedValue(values: Readonly<Record<string, string>> | undefined, cell: string): string | undefined {
  return Object.entries(values ?? {}).find(([written]) => cellForm(written) === cellForm(cell))?.[1]
}

const dayFirst: Readonly<Record<DateForm, boolean>> = {
  'YYYY-MM-DD': false,
  'MM/DD/YYYY': false,
  'DD/MM/YYYY': true,
  'DD.MM.YYYY': true,
}

function dayOf(cell: string, form: DateForm): string | undefined {
  if (form === 'YYYY-MM-DD') return hasDayForm(cell) ? cell : undefined
  const parts = new RegExp(form.includes('.') ? String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})$` : String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})$`)
  const [, one, other, year] = parts.exec(cell) ?? []
  if (!one || !other || !year) return undefined
  const [month, day] = dayFirst[form] ? [other, one] : [one, other]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

// With the calling code 1, accepts 408 555 0123, (408) 555-0123 and 1-408-555-0123. Undefined if the number may already have a calling code:
// spreadsheet programs drop the + of one. A message to the number that it would then become would reach a stranger.
function telephoneOf(cell: string, callingCode: string | undefined): string | undefined {
  const written = cell.replaceAll(/[\s().\-/]/g, '')
  if (callingCode === undefined || !/^\d+$/.test(written)) return written
  const abroad = callingCode === '1' ? /^011(?=\d)/ : /^00(?=\d)/
  if (abroad.test(written)) return written.replace(abroad, '+')
  if (callingCode === '1') return /^1?\d{10}$/.test(written) ? `+1${written.slice(-10)}` : undefined
  return written.startsWith(callingCode) ? undefined : `+${callingCode}${written.replace(/^0/, '')}`
}
