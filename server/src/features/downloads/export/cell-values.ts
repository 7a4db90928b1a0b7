import { inLanguage } from '@portico/shared/rules/definition'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { businessDaysBetween } from '@portico/shared/rules/queue'
import { dayIn } from '@portico/shared/rules/red-rules'
import { flagLabel } from '@portico/shared/words/flags'
import { type AnswerKind, chosenIn, questionTypeFacts } from '@portico/shared/words/question-types'
import { memoize } from '../../../spreadsheets/template/memoize.ts'
import { parseSerialDate } from '../../../spreadsheets/serial-dates.ts'
import type { SerialDate } from '../../../spreadsheets/serial-dates.ts'
import type { CellValue, CellValues, FromRecord } from '../../../spreadsheets/template/row-writer.ts'
import { wallClock } from '../../../spreadsheets/wall-clock.ts'
import { singlePlaceholder, parseSegments } from '../../questionnaires/template-placeholders.ts'
import type { ExportFact, TemplateSegment, Placeholder, RespondentFact } from '../../questionnaires/template-placeholders.ts'
import type { ExportAnswer, ExportFacts, ExportRow } from './export-row.ts'

/** The value of a cell for one respondent; undefined outside the answer row. */
type RespondentValue = FromRecord<ExportRow, CellValue>

/** Compiles the texts of a template's cells into functions, once per export (shared/spec/questionnaire-files.md#template-file). */
export function valuesFor(facts: ExportFacts): CellValues<ExportRow> {
  const clock = wallClock(facts.timeZone)
  return (text, make) => {
    const segments = parseSegments(text)
    const single = singlePlaceholder(segments)
    if (single?.kind === 'answer') return answerOf(single.identifier, make)
    const value = single ? valueOf(single, facts, clock) : joined(segments, facts, clock)
    const made = memoize(make)
    return (row, position) => made(value(row, position))
  }
}

function joined(segments: readonly TemplateSegment[], facts: ExportFacts, clock: Clock): RespondentValue {
  const parts = segments.map((segment) => partOf(segment, facts, clock))
  return (row, position) => parts.map((part) => part(row, position)).join('')
}

/**
 * Returns a function for the position of the question with this identifier in the answered version, or -1 if that version lacks it. Looks
 * it up only when the version changes.
 */
function positionFinder(identifier: string): (row: ExportRow) => number {
  let seen: QuestionnaireDefinition | undefined
  let position = -1
  return ({ definition }) => {
    if (definition !== seen) position = definition.questions.findIndex((question) => question.identifier === identifier)
    seen = definition
    return position
  }
}

/** Returns a function for a respondent's answer to the question with this identifier. */
export function answerFinder(identifier: string): (row: ExportRow) => ExportAnswer | undefined {
  const positionIn = positionFinder(identifier)
  return (row) => answerAt(row, positionIn(row))
}

// `at` counts negative positions from the end.
function answerAt({ answers }: ExportRow, position: number): ExportAnswer | undefined {
  return position < 0 ? undefined : answers.at(position)
}

/** Returns the identifiers of the answers that are red now, in the order of the questions. */
export function redIdentifiers(row: ExportRow): string {
  const red = row.definition.questions.filter((_, position) => row.answers.at(position)?.flag === 'red')
  return red.map((question) => question.identifier).join(', ')
}

/** Formats the notes on a respondent, one per line, with their time formatted by `momentText`. */
export function notesText({ notes = [] }: ExportRow, momentText: (instant: Date) => string): string {
  return notes.map(({ at, by, text }) => `${momentText(at)} ${by}: ${text}`).join('\n')
}

/**
 * Returns a function for the business days that a respondent had waited for a decision when the file was made, counted as in the lists
 * (shared/spec/contract.md#queue); undefined if no decision is pending.
 */
export function waitingDays({ timeZone, exportedAt }: ExportFacts): (row: ExportRow) => number | undefined {
  const today = dayIn(timeZone, exportedAt)
  return ({ currentFlag, submittedOn }) => (currentFlag === 'in-progress' ? businessDaysBetween(submittedOn, today) : undefined)
}

type Clock = (instant: Date) => SerialDate

function partOf(segment: TemplateSegment, facts: ExportFacts, clock: Clock): (row: ExportRow | undefined, position: number) => string {
  if (segment.kind === 'text') return () => segment.text
  if (segment.kind !== 'placeholder') return () => ''
  const { placeholder } = segment
  if (placeholder.kind === 'answer') {
    const find = answerFinder(placeholder.identifier)
    return (row) => (row && find(row)?.value) ?? ''
  }
  const value = valueOf(placeholder, facts, clock)
  return (row, position) => asText(value(row, position))
}

function asText(value: CellValue): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? value.text : String(value)
}

function valueOf(placeholder: Placeholder, facts: ExportFacts, clock: Clock): RespondentValue {
  switch (placeholder.kind) {
    case 'answer':
      return answerOf(placeholder.identifier, (value) => value)
    case 'label':
      return labelOf(placeholder.identifier, placeholder.language)
    case 'flag': {
      const find = answerFinder(placeholder.identifier)
      return (row) => row && find(row)?.flag
    }
    case 'respondent': {
      const fact = factOf(placeholder.name, facts, clock)
      return (row, position) => row && fact(row, position)
    }
    case 'export': {
      const value = exportFact(placeholder.name, facts, clock)
      return () => value
    }
  }
}

function answerOf<Made>(identifier: string, make: (value: CellValue) => Made): FromRecord<ExportRow, Made> {
  const positionIn = positionFinder(identifier)
  const none = make(undefined)
  let seen: QuestionDefinition | undefined
  let cellFor: (stored: string) => Made = make
  return (row) => {
    if (row === undefined) return none
    const position = positionIn(row)
    const stored = answerAt(row, position)?.value
    if (stored === undefined || stored === '') return none
    const question = row.definition.questions[position]
    if (question !== seen) cellFor = memoizedCell(question, make)
    seen = question
    return cellFor(stored)
  }
}

/** Memoizes the cell of each answer, because answers to a question recur. */
function memoizedCell<Made>(question: QuestionDefinition | undefined, make: (value: CellValue) => Made): (stored: string) => Made {
  const cellOf = question ? cellOfKind[questionTypeFacts[question.type].answer] : String
  return memoize((stored) => make(cellOf(stored)))
}

/** Converts a stored answer to a cell value; text if a spreadsheet cannot represent it otherwise. */
const cellOfKind: Readonly<Record<AnswerKind, (stored: string) => CellValue>> = {
  choice: (stored) => stored,
  choices: (stored) => stored,
  text: (stored) => stored,
  number: (stored) => numberOf(stored) ?? stored,
  date: (stored) => parseSerialDate(stored) ?? stored,
  time: (stored) => stored,
  acknowledgement: (stored) => stored,
  calculated: (stored) => numberOf(stored) ?? parseSerialDate(stored) ?? stored,
  none: () => undefined,
}

/** Returns undefined if a spreadsheet could not keep every digit. */
function numberOf(stored: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(stored)) return undefined
  const isShort = stored.length <= 15 || stored.replace(/^-?0*\.?0*/, '').replace('.', '').length <= 15
  return isShort ? Number(stored) : undefined
}

function labelOf(identifier: string, language: string | undefined): RespondentValue {
  const positionIn = positionFinder(identifier)
  let seen: QuestionnaireDefinition | undefined
  let labels = new Map<string, string>()
  return (row) => {
    if (row === undefined) return undefined
    const position = positionIn(row)
    const answer = answerAt(row, position)
    if (answer === undefined) return undefined
    const question = row.definition.questions[position]
    if (row.definition !== seen) labels = labelsOf(question, row.definition, language)
    seen = row.definition
    const chosen = question ? chosenIn(question.type, answer.value) : [answer.value]
    return chosen.map((value) => labels.get(value) ?? value).join(', ')
  }
}

function labelsOf(
  question: QuestionDefinition | undefined,
  definition: QuestionnaireDefinition,
  wanted: string | undefined,
): Map<string, string> {
  const fallback = definition.defaultLanguage
  const language = definition.languages.find((code) => code.toLowerCase() === wanted?.toLowerCase()) ?? fallback
  return new Map(question?.options?.map((option) => [option.value, inLanguage(option.label, language, fallback)]))
}

function factOf(name: RespondentFact, facts: ExportFacts, clock: Clock): (row: ExportRow, position: number) => CellValue {
  switch (name) {
    case 'date':
      return (row) => clock(row.submittedAt)
    case 'checkInTime':
      return (row) => (row.checkedInAt ? clock(row.checkedInAt) : undefined)
    case 'agency':
      return (row) => row.agencyName ?? undefined
    case 'seatTime':
      return (row) => row.seatTime ?? undefined
    case 'rowNumber':
      return (_, position) => position
    case 'redIdentifiers':
      return redIdentifiers
    case 'status':
      return (row) => flagLabel[row.currentFlag]
    case 'decidedTime':
      return (row) => (row.decidedAt ? clock(row.decidedAt) : undefined)
    case 'waitingDays':
      return waitingDays(facts)
    case 'lastCallOutcome':
      return (row) => row.lastCall?.outcome
    case 'lastCallTime':
      return (row) => (row.lastCall ? clock(row.lastCall.at) : undefined)
    case 'notes':
      return (row) => notesText(row, (instant) => clock(instant).text) || undefined
    case 'anonymousId':
    case 'language':
    case 'initialFlag':
    case 'currentFlag':
    case 'initialRedFlagAnswerCount':
    case 'currentRedFlagAnswerCount':
      return (row) => row[name]
  }
}

function exportFact(name: ExportFact, facts: ExportFacts, clock: Clock): CellValue {
  switch (name) {
    case 'workshopName':
      return facts.workshopName
    case 'exportedAt':
      return clock(facts.exportedAt)
    case 'respondentCount':
      return facts.respondentCount
  }
}
