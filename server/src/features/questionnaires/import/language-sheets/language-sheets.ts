import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { formatLanguage, type FileLanguage, languageFault, parseLanguage, findRegisteredCode } from '../file-languages.ts'
import type { Findings, FileLocation } from '../problems.ts'
import type { QuestionFileContent } from '../question-rules.ts'
import { cleanText } from '../text-cleaning.ts'
import { type NamedTable, locationOrder, type Table } from '../table.ts'
import { readTitle } from '../xlsform/settings-title.ts'
import { type QuestionOfRow, linkFollowUps } from './sheet-follow-ups.ts'
import { buildSheetQuestion } from './sheet-question.ts'
import { cellLocation, type LanguageSheet, readLanguageSheet, type SheetRow } from './sheet-rows.ts'
import { matchTranslations } from './translated-rows.ts'

const { Q06, Q07, Q10, Q21, W02 } = importProblems

/** The sheets of a workbook with one sheet per language, and its `settings` sheet, if any. */
export interface LanguageTables {
  readonly fileName: string
  readonly sheets: readonly NamedTable[]
  readonly settings: Table | undefined
}

/**
 * Reads a workbook with one sheet per language (shared/spec/questionnaire-files.md#one-sheet-per-language). The first sheet is the default
 * language and determines everything except translated texts. Faults are added to the findings; if there are problems, the result must not
 * be used.
 */
export function readLanguageSheets(
  { fileName, sheets: tables, settings }: LanguageTables,
  findings: Findings,
): QuestionFileContent | undefined {
  const sheets = readSheets(tables, fileName, findings)
  const [home, ...others] = sheets
  if (!home) return undefined
  const rows = uniqueRows(home, findings)
  if (rows.length === 0 && findings.problems.length === 0) findings.problems.push({ location: fileName, code: 'Q06', message: Q06.none })
  if (rows.length > limits.questionsMax) {
    findings.problems.push({ location: fileName, code: 'Q06', message: Q06.many(rows.length, limits.questionsMax) })
    return undefined
  }
  const translated = matchTranslations(
    home,
    rows,
    others.map((sheet) => ({ ...sheet, rows: uniqueRows(sheet, findings) })),
    findings,
  )
  const listed = translated.map((row): QuestionOfRow => ({ question: buildSheetQuestion(home, row, findings), row: row.home }))
  const ordered = linkFollowUps(home, listed, findings)
  const locations = ordered.map(({ question, row }): [string, FileLocation] => [question.identifier, cellLocation(home, row.row, 'slug')])
  const title = readTitle(settings, { all: sheets.map(({ language }) => language), byDefault: home.language }, findings)
  const definition = {
    ...(title && { title }),
    languages: sheets.map(({ language }) => language.code),
    defaultLanguage: home.language.code,
    languageNames: Object.fromEntries(sheets.map(({ language }) => [language.code, language.name])),
    questions: assignNumbers(home, ordered, findings),
  }
  return { definition, locations: new Map(locations) }
}

function readSheets(tables: readonly NamedTable[], fileName: string, findings: Findings): LanguageSheet[] {
  const byCode = new Map<string, string>()
  const sheets = tables.flatMap(({ name, table }, position) => {
    const at: FileLocation = { location: `${name}!A1`, order: locationOrder(position, 1, 1) }
    const language = parseLanguage(cleanText(name))
    if (language === undefined && !table) return []
    if (language === undefined) {
      findings.problems.push({ ...at, code: 'Q07', message: Q07.sheet(name, findRegisteredCode(cleanText(name))) })
      return []
    }
    warnOfLanguage(language, at, findings)
    const other = byCode.get(language.code)
    byCode.set(language.code, name)
    if (other !== undefined)
      findings.problems.push({ ...at, code: 'Q07', message: Q07.twice(formatLanguage(language), `the sheet ${other}`) })
    else if (!table) findings.problems.push({ ...at, code: 'Q06', message: Q06.none })
    else return readLanguageSheet(table, language, findings, position === 0) ?? []
    return []
  })
  if (sheets.length > limits.languagesMax) {
    findings.problems.push({ location: fileName, code: 'Q07', message: Q07.many(sheets.length, limits.languagesMax) })
    return []
  }
  return sheets
}

function warnOfLanguage(language: FileLanguage, at: FileLocation, { warnings }: Findings): void {
  const { code, name, guessed } = language
  if (guessed) warnings.push({ ...at, code: 'W02', message: W02.taken(name, code) })
  const fault = languageFault(language)
  if (fault !== undefined) warnings.push({ ...at, code: 'W03', message: fault })
}

/** Returns the rows of a sheet without those that repeat a slug (Q10). */
function uniqueRows(sheet: LanguageSheet, { problems }: Findings): SheetRow[] {
  const seen = new Map<string, SheetRow>()
  return sheet.rows.filter((row) => {
    const key = row.slug.toLowerCase()
    const duplicate = seen.get(key)
    if (duplicate) {
      const where = sheet.table.reference(duplicate.row.number, sheet.columns.get('slug')?.column ?? 1)
      problems.push({ ...cellLocation(sheet, row.row, 'slug'), code: 'Q10', message: Q10.twice(row.slug, where) })
    } else if (key !== '') seen.set(key, row)
    return !duplicate
  })
}

/** Assigns the numbers of the first sheet, or consecutive numbers if it has none; a follow-up without a number gets its question's. */
function assignNumbers(sheet: LanguageSheet, ordered: readonly QuestionOfRow[], { problems }: Findings): QuestionDefinition[] {
  const isUsed = ordered.some(({ row }) => row.number !== '')
  const column = sheet.columns.get('number')?.column ?? 1
  const rowOfNumber = new Map<string, SheetRow>()
  let count = 0
  let last = ''
  return ordered.map(({ question: { identifier, ...rest }, row }) => {
    const isFollowUp = rest.followUpOf !== undefined
    const duplicate = rowOfNumber.get(row.number)
    if (!isFollowUp && rest.type !== 'note') count += 1
    if (isFollowUp && (row.number === '' || row.number === last)) return { identifier, questionNumber: last, ...rest }
    if (rest.type === 'note' && row.number === '') return { identifier, questionNumber: '', ...rest }
    const at = cellLocation(sheet, row.row, 'number')
    if (isUsed && row.number === '') problems.push({ ...at, code: 'Q21', message: Q21.missing })
    else if (isUsed && duplicate)
      problems.push({ ...at, code: 'Q21', message: Q21.twice(row.number, sheet.table.reference(duplicate.row.number, column)) })
    else rowOfNumber.set(row.number, row)
    const questionNumber = isUsed ? row.number : String(count)
    if (!isFollowUp) last = questionNumber
    return { identifier, questionNumber, ...rest }
  })
}
