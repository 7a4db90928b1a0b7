import { importProblems } from '@portico/shared/words/import/import-problems'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { nearest } from '@portico/shared/rules/nearest'
import { isChoiceType, hasAnswer } from '@portico/shared/words/question-types'
import type { Problem } from './problems.ts'
import {
  findAnswerRow,
  refersToAnswer,
  refersToRespondent,
  exportFacts,
  hasBraces,
  parseSegments,
  respondentFacts,
} from '../template-placeholders.ts'
import type { TemplateSegment, Placeholder } from '../template-placeholders.ts'
import type { CellComment } from '../../../spreadsheets/comments-reader.ts'
import { cellName, parseRange } from '../../../spreadsheets/cell-references.ts'
import type { Cell, Sheet } from '../../../spreadsheets/sheet-reader.ts'
import { reachesOutside } from '../../../spreadsheets/template/formulas/outside-references.ts'
import { lastTemplateRow } from '../../../spreadsheets/template/sheet-plan.ts'

/** A sheet of a template: its cells with braces split into segments, and the row that is repeated for every respondent, if any. */
export interface TemplateSheet {
  readonly sheet: Sheet
  readonly comments: readonly CellComment[]
  readonly marked: readonly MarkedCell[]
  readonly answerRow: number | undefined
}

interface MarkedCell {
  readonly row: number
  readonly column: number
  readonly segments: readonly TemplateSegment[]
}

type CreateProblem = (code: Problem['code'], message: string) => Problem

const knownFacts = [...respondentFacts, ...exportFacts].map((name) => `{{$${name}}}`)

/** Finds the placeholders of a sheet and its answer row. */
export function templateSheetOf(sheet: Sheet, comments: readonly CellComment[]): TemplateSheet {
  const marked = sheet.rows
    .flatMap((row) => row.cells)
    .filter((cell) => cell.kind === 'text' && hasBraces(cell.text))
    .map((cell) => ({ row: cell.row, column: cell.column, segments: parseSegments(cell.text) }))
  return { sheet, comments, marked, answerRow: findAnswerRow(marked) }
}

/** Returns all problems in the cells and comments of a sheet: rules T04 to T14 of shared/spec/questionnaire-files.md#template-errors. */
export function sheetProblems(template: TemplateSheet, definition: QuestionnaireDefinition): Problem[] {
  const { sheet, comments, marked } = template
  const commentProblems = comments
    .filter((comment) => hasBraces(comment.text))
    .map((comment) => {
      const at = parseRange(comment.cell)
      return problemAt(sheet, at?.top ?? 1, at?.left ?? 1)('T12', importProblems.T12.elsewhere)
    })
  const cells = marked.flatMap((cell) => {
    const createProblem = problemAt(sheet, cell.row, cell.column)
    return [
      ...cell.segments.flatMap((segment) => segmentProblem(segment, definition, createProblem) ?? []),
      ...misplacedProblems(cell, template, createProblem),
    ]
  })
  return [
    ...commentProblems,
    ...cells,
    ...secondAnswerRowProblems(template),
    ...unrepeatableProblems(template),
    ...outsideProblems(template),
    ...farProblems(template),
  ]
}

function problemAt({ name, position }: Sheet, row: number, column: number): CreateProblem {
  const order = (position * 2 ** 20 + row) * 2 ** 14 + column
  return (code, message) => ({ code, location: `${name}!${cellName(column, row)}`, message, order })
}

function segmentProblem(segment: TemplateSegment, definition: QuestionnaireDefinition, createProblem: CreateProblem): Problem | undefined {
  switch (segment.kind) {
    case 'text':
      return undefined
    case 'broken':
      return createProblem('T06', importProblems.T06[segment.fault])
    case 'unknown': {
      const { unknown, property } = importProblems.T05
      return createProblem('T05', segment.part === 'name' ? unknown(segment.inner, knownFacts) : property(segment.inner))
    }
    case 'placeholder':
      return placeholderProblem(segment.placeholder, segment.inner, definition, createProblem)
  }
}

function placeholderProblem(
  placeholder: Placeholder,
  inner: string,
  definition: QuestionnaireDefinition,
  createProblem: CreateProblem,
): Problem | undefined {
  if (placeholder.kind === 'respondent' || placeholder.kind === 'export') return undefined
  const { identifier } = placeholder
  const question = definition.questions.find((candidate) => candidate.identifier === identifier)
  if (!question) {
    const suggestion = nearest(
      identifier,
      definition.questions.map((candidate) => candidate.identifier),
    )
    return createProblem('T04', importProblems.T04.unknown(inner, suggestion))
  }
  if (!hasAnswer(question.type)) return createProblem('T08', importProblems.T08.video(identifier))
  return placeholder.kind === 'label' ? labelProblem(placeholder.language, question, definition, createProblem) : undefined
}

function labelProblem(
  language: string | undefined,
  question: QuestionDefinition,
  definition: QuestionnaireDefinition,
  createProblem: CreateProblem,
): Problem | undefined {
  if (!isChoiceType(question.type)) return createProblem('T08', importProblems.T08.label(question.identifier))
  const known = language === undefined || definition.languages.some((code) => code.toLowerCase() === language.toLowerCase())
  return known ? undefined : createProblem('T09', importProblems.T09.unknown(language))
}

function misplacedProblems(cell: MarkedCell, { marked, answerRow }: TemplateSheet, createProblem: CreateProblem): Problem[] {
  const inAnswerRow = cell.row === answerRow
  const rowHasAnswers = marked.some((other) => other.row === cell.row && other.segments.some(refersToAnswer))
  return cell.segments.flatMap((segment) => {
    if (segment.kind !== 'placeholder') return []
    const isExportFact = segment.placeholder.kind === 'export'
    if (inAnswerRow && isExportFact) return createProblem('T11', importProblems.T11.inside(segment.inner))
    const stray = !inAnswerRow && !rowHasAnswers && refersToRespondent(segment)
    return stray ? createProblem('T11', importProblems.T11.outside(segment.inner)) : []
  })
}

/** Returns one problem for each additional row with answers, at its first such cell. */
function secondAnswerRowProblems({ sheet, marked, answerRow }: TemplateSheet): Problem[] {
  if (answerRow === undefined) return []
  const withAnswers = marked.filter((cell) => cell.row !== answerRow && cell.segments.some(refersToAnswer))
  const firstCells = withAnswers.filter((cell, index) => cell.row !== withAnswers[index - 1]?.row)
  return firstCells.map((cell) => problemAt(sheet, cell.row, cell.column)('T07', importProblems.T07.second(answerRow)))
}

function unrepeatableProblems({ sheet, answerRow }: TemplateSheet): Problem[] {
  if (answerRow === undefined) return []
  const cells: readonly Cell[] = sheet.rows.find((row) => row.number === answerRow)?.cells ?? []
  const formulas = cells.filter((cell) => cell.formula !== undefined)
  const merges = sheet.mergedRanges.filter((range) => range.top <= answerRow && answerRow <= range.bottom)
  return [
    ...formulas.map((cell) => problemAt(sheet, answerRow, cell.column)('T10', importProblems.T10.formula)),
    ...merges.map((range) => problemAt(sheet, answerRow, range.left)('T10', importProblems.T10.merged)),
  ]
}

function outsideProblems({ sheet, answerRow }: TemplateSheet): Problem[] {
  const cells = sheet.rows.filter((row) => row.number !== answerRow).flatMap((row) => row.cells)
  return cells
    .filter(({ formula }) => formula !== undefined && reachesOutside(formula))
    .map((cell) => problemAt(sheet, cell.row, cell.column)('T13', importProblems.T13.outside))
}

/** Returns one problem, at the first cell that leaves too little room for the rows of the respondents. */
function farProblems({ sheet }: TemplateSheet): Problem[] {
  const [cell] = sheet.rows.find(({ number }) => number > lastTemplateRow)?.cells ?? []
  return cell ? [problemAt(sheet, cell.row, cell.column)('T14', importProblems.T14.far(lastTemplateRow))] : []
}
