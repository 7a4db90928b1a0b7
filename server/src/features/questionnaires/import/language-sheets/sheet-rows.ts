import { importProblems } from '@portico/shared/words/import/import-problems'
import { type QuestionType, questionTypes } from '@portico/shared/words/question-types'
import type { FileLanguage } from '../file-languages.ts'
import type { Findings, FileLocation } from '../problems.ts'
import { findCorrection, normalizeName } from '../text-cleaning.ts'
import { warnOfFilled, warnOfUnnamed } from '../xlsform/columns.ts'
import { splitLabels, splitValues } from './label-list.ts'
import { cellReader, type Header, type Table, type TableRow } from '../table.ts'

/** The sheet of one language. */
export interface LanguageSheet {
  readonly table: Table
  readonly language: FileLanguage
  readonly columns: ReadonlyMap<SheetColumn, Header>
  readonly rows: readonly SheetRow[]
}

/** A row as written; `type` is undefined if it is not a known type. */
export interface SheetRow {
  readonly row: TableRow
  readonly slug: string
  readonly number: string
  readonly category: string
  readonly text: string
  readonly typeText: string
  readonly type: QuestionType | undefined
  readonly labels: readonly string[]
  readonly values: readonly string[]
  readonly required: string
  readonly followUp: string
  readonly parent: string
  readonly video: string
}

/** The columns of shared/spec/questionnaire-files.md#one-sheet-per-language and how messages name them. */
const headerOf = {
  number: '#(id)',
  slug: 'Slug',
  category: 'Category',
  text: 'Text',
  translation: 'Text Translation',
  type: 'QuestionType',
  labels: 'AnswerSelections',
  values: 'AnswerSelectionsValues',
  required: 'Required?',
  followUp: 'FollowUpQuestionSlug',
  parent: 'ParentQuestionSlug',
  video: 'portal_video',
} as const
export type SheetColumn = keyof typeof headerOf

const { Q05, W10 } = importProblems
const columnOfKey: ReadonlyMap<string, SheetColumn> = new Map([
  ['#(id)', 'number'],
  ['#id', 'number'],
  ['#', 'number'],
  ['id', 'number'],
  ['slug', 'slug'],
  ['category', 'category'],
  ['text', 'text'],
  ['texttranslation', 'translation'],
  ['questiontype', 'type'],
  ['answerselections', 'labels'],
  ['answerselectionsvalues', 'values'],
  ['required', 'required'],
  ['followupquestionslug', 'followUp'],
  ['parentquestionslug', 'parent'],
  ['portalvideo', 'video'],
])

/** Returns the name of a column for messages. */
export function headerText(column: SheetColumn): string {
  return headerOf[column]
}

/** Reads the sheet of a language; undefined if a required column is missing (Q05). */
export function readLanguageSheet(table: Table, language: FileLanguage, findings: Findings, isFirst: boolean): LanguageSheet | undefined {
  const columns = readColumns(table, findings)
  const needed: SheetColumn[] = isFirst ? ['slug', 'text', 'type'] : ['slug', 'text']
  const missing = needed.filter((column) => !columns.has(column) && !(column === 'text' && columns.has('translation')))
  for (const column of missing) {
    findings.problems.push({ ...table.at(table.headerRow, 1), code: 'Q05', message: Q05.missing(headerOf[column]) })
  }
  return missing.length > 0 ? undefined : { table, language, columns, rows: readRows(table, columns, findings) }
}

/** Returns the location of a cell; for a missing column, that of the row's slug or first cell. */
export function cellLocation({ table, columns }: LanguageSheet, row: TableRow, column: SheetColumn): FileLocation {
  const header = columns.get(column) ?? (column === 'text' ? columns.get('translation') : undefined)
  return table.at(row.number, header?.column ?? columns.get('slug')?.column ?? 1)
}

function normalizeHeader(header: string): string {
  return normalizeName(header).replace(/_|\?$/g, '')
}

function readColumns(table: Table, findings: Findings): Map<SheetColumn, Header> {
  const { problems, warnings } = findings
  const columns = new Map<SheetColumn, Header>()
  for (const header of table.headers) {
    const at = table.at(table.headerRow, header.column)
    const column = columnOfKey.get(normalizeHeader(header.text))
    const other = column && columns.get(column)
    if (column === undefined) {
      const correction = findCorrection(normalizeHeader(header.text), [...columnOfKey.keys()])
      const known = correction && columnOfKey.get(correction)
      if (known) warnings.push({ ...at, code: 'W10', message: W10.ignored(header.text, headerOf[known]) })
      else warnOfFilled(table, header, findings)
    } else if (other) {
      problems.push({ ...at, code: 'Q05', message: Q05.twice(header.text, table.reference(table.headerRow, other.column)) })
    } else columns.set(column, header)
  }
  warnOfUnnamed(table, findings)
  return columns
}

function readRows(table: Table, columns: ReadonlyMap<SheetColumn, Header>, findings: Findings): SheetRow[] {
  const cells = cellReader(table, 'Q20', findings.problems)
  const at = (column: SheetColumn) => columns.get(column)?.column
  const asking = ['slug', 'text', 'translation', 'type', 'labels', 'values', 'followUp', 'parent', 'video'] as const
  return table.rows.flatMap((row) => {
    if (!asking.some((column) => table.isFilled(row, at(column) ?? 0))) return []
    const typeText = cells.code(row, at('type'))
    const original = cells.lines(row, at('text'))
    return {
      row,
      slug: cells.code(row, at('slug')),
      number: cells.prose(row, at('number')),
      category: cells.prose(row, at('category')),
      text: columns.has('translation') ? cells.lines(row, at('translation')) : original,
      typeText,
      type: parseType(typeText),
      labels: splitLabels(cells.prose(row, at('labels'))),
      values: splitValues(cells.code(row, at('values'))),
      required: cells.code(row, at('required')),
      followUp: cells.code(row, at('followUp')),
      parent: cells.code(row, at('parent')),
      video: cells.prose(row, at('video')),
    }
  })
}

function parseType(text: string): QuestionType | undefined {
  const key = text.toLowerCase().replace(/[\s_-]/g, '')
  return questionTypes.find((type) => type.toLowerCase() === key)
}
