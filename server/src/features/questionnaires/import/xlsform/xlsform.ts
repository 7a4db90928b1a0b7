import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { patterns } from '../../patterns.ts'
import { parseLanguage } from '../file-languages.ts'
import type { FileLocation, Findings } from '../problems.ts'
import type { QuestionFileContent } from '../question-rules.ts'
import { normalizeName, findMisspeltSheet } from '../text-cleaning.ts'
import { cellReader, findHeaderRow, type Table } from '../table.ts'
import { type ChoiceLists, readChoiceLists } from './choice-lists.ts'
import {
  checkDefaultLanguage,
  locateColumns,
  type FileLanguages,
  parseHeaders,
  type KnownColumns,
  findLanguages,
  mediaColumns,
  tooManyLanguages,
  warnOfUnnamed,
} from './columns.ts'
import { type RowType, parseRowType } from './survey/question-types.ts'
import { parseChoiceFilter } from './survey/choice-filter.ts'
import { readTitle } from './settings-title.ts'
import { readSurveyQuestions } from './survey/survey-questions.ts'
import type { Survey } from './survey/survey-row.ts'

/** The sheets of an XLSForm, without blank and absent ones. */
export interface XlsformTables {
  readonly fileName: string
  readonly sheetNames: readonly string[]
  readonly survey?: Table
  readonly choices?: Table
  readonly settings?: Table
}

const { Q04, Q05, Q06, Q16 } = importProblems
const surveyColumns: KnownColumns = {
  plain: ['type', 'name', 'required', 'relevant', 'appearance', 'constraint', 'calculation', 'default', 'choice_filter', 'portal_number'],
  translated: ['label', 'hint', 'constraint_message', 'portal_video'],
  unsupported: ['trigger', 'repeat_count', 'read_only', 'parameters', ...mediaColumns],
}

/**
 * Reads an XLSForm (shared/spec/questionnaire-files.md#xlsform). Faults are added to the findings; if there are problems, the result must
 * not be used.
 */
export function readXlsform(tables: XlsformTables, findings: Findings): QuestionFileContent | undefined {
  const { survey: table, fileName } = tables
  if (table === undefined) {
    findings.problems.push({ location: fileName, code: 'Q06', message: Q06.none })
    return undefined
  }
  const headers = parseHeaders(table, surveyColumns, findings)
  const defaultText = readDefaultLanguage(tables.settings, findings)
  const named = parseLanguage(defaultText.text)
  const languages = findLanguages(headers, named)
  const columns = locateColumns(table, headers, surveyColumns, { ...findings, ...(languages ?? noLanguages) })
  const below = columns.plain.has('type') || columns.plain.has('name') ? undefined : findHeaderRow(table, ['type', 'name'])
  if (below) {
    findings.problems.splice(0, findings.problems.length, { ...table.at(below.number, 1), code: 'Q05', message: Q05.below(below.number) })
    return undefined
  }
  for (const base of ['type', 'name'].filter((wanted) => !columns.plain.has(wanted))) {
    findings.problems.push({ ...table.at(table.headerRow, 1), code: 'Q05', message: Q05.missing(base) })
  }
  const hasUnclearLabel = findings.problems.some(({ code }) => code === 'Q07')
  if (!languages && !hasUnclearLabel)
    findings.problems.push({ ...table.at(table.headerRow, 1), code: 'Q05', message: Q05.missing('label') })
  if (!languages || !columns.plain.has('type') || !columns.plain.has('name')) return undefined
  const wrongDefault = hasUnclearLabel ? undefined : checkDefaultLanguage(defaultText.text, named, languages)
  if (wrongDefault !== undefined) findings.problems.push({ ...defaultText.at, code: 'Q19', message: wrongDefault })
  const languageCountMessage = tooManyLanguages(languages)
  if (languageCountMessage !== undefined)
    findings.problems.push({ ...table.at(table.headerRow, 1), code: 'Q07', message: languageCountMessage })
  warnOfUnnamed(table, findings)
  const cells = cellReader(table, 'Q20', findings.problems)
  const filters = table.rows.flatMap(
    (row) => parseChoiceFilter(cellReader(table, 'Q20', []).code(row, columns.plain.get('choice_filter')?.column))?.column ?? [],
  )
  const choices = readChoices(tables, { table, typeColumn: columns.plain.get('type')?.column ?? 1, languages, findings, filters })
  const survey: Survey = { table, columns, languages, cells, findings, choices }
  const { questions, locations } = readSurveyQuestions(survey, fileName)
  choices?.warnOfUnused()
  if (sizeOfPatterns(questions) > limits.patternSizesMax) findings.problems.push({ location: fileName, code: 'Q16', message: Q16.total })
  const title = readTitle(tables.settings, languages, findings)
  return { definition: { ...languageList(languages), ...(title && { title }), questions }, locations }
}

// Each pattern alone is checked in milliseconds, but a submission may have to match five hundred.
function sizeOfPatterns(questions: readonly QuestionDefinition[]): number {
  return questions.reduce(
    (sum, { constraint }) => sum + (constraint?.kind === 'pattern' ? (patterns.sizeOf(constraint.pattern) ?? 0) : 0),
    0,
  )
}

const noLanguages: FileLanguages = { all: [], byDefault: { code: 'en', name: 'English', guessed: false } }

function languageList({ all, byDefault }: FileLanguages): Omit<QuestionnaireDefinition, 'questions'> {
  return {
    languages: all.map(({ code }) => code),
    defaultLanguage: byDefault.code,
    languageNames: Object.fromEntries(all.map(({ code, name }) => [code, name])),
  }
}

function readDefaultLanguage(settings: Table | undefined, findings: Findings): { text: string; at: FileLocation } {
  const header = settings?.headers.find(({ key }) => key === 'default_language')
  const row = settings?.rows[0]
  if (!settings || !header || !row) return { text: '', at: { location: '' } }
  return { text: cellReader(settings, 'Q20', findings.problems).prose(row, header.column), at: settings.at(row.number, header.column) }
}

interface ChoicesInput {
  readonly table: Table
  readonly typeColumn: number
  readonly languages: FileLanguages
  readonly findings: Findings
  readonly filters: readonly string[]
}

function hasChoiceList(type: RowType): boolean {
  return type.kind === 'question' && type.list !== undefined
}

/** Reads the choice lists if a question has choices; a missing sheet is a problem (Q04). */
function readChoices(tables: XlsformTables, { table, typeColumn, languages, findings, filters }: ChoicesInput): ChoiceLists | undefined {
  const unreportedCells = cellReader(table, 'Q20', [])
  if (!table.rows.some((row) => hasChoiceList(parseRowType(unreportedCells.code(row, typeColumn))))) return undefined
  if (tables.choices) return readChoiceLists(tables.choices, languages, { ...findings, filters: filters.map(normalizeName) })
  const names = tables.sheetNames
  const isBlank = names.some((name) => normalizeName(name) === 'choices')
  const named = findMisspeltSheet(names, 'choices')
  const missing = named === undefined ? Q04.choices(names) : Q04.rename(named, 'choices')
  const problem = isBlank ? ({ code: 'Q05', message: Q05.missing('list_name') } as const) : ({ code: 'Q04', message: missing } as const)
  findings.problems.push({ location: tables.fileName, ...problem })
  return undefined
}
