import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { formatLanguage, type FileLanguage, languageFault, parseLanguage, findRegisteredCode } from '../file-languages.ts'
import type { Findings } from '../problems.ts'
import { normalizeName, findCorrection } from '../text-cleaning.ts'
import type { Header, Table, TableRow } from '../table.ts'
import { misplacedLanguage, splitHeaders } from './headers.ts'

/** The known headers of a sheet. */
export interface KnownColumns {
  readonly plain: readonly string[]
  readonly translated: readonly string[]
  readonly unsupported: readonly string[]
  /** Columns that are known but not read. */
  readonly unread?: readonly string[]
}

/** A parsed header: `label::English (en)` is the base `label` with a language; without one it belongs to the default language. */
export interface ColumnHeader extends Header {
  readonly base: string
  readonly language: FileLanguage | undefined
}

/** Columns with media that would be shown next to a text. */
export const mediaColumns = ['media', 'image', 'big_image', 'big-image', 'audio', 'video'] as const

/** The positions of a sheet's columns. */
export interface Columns {
  readonly plain: ReadonlyMap<string, Header>
  /** Base → language code → column. */
  readonly translated: ReadonlyMap<string, ReadonlyMap<string, Header>>
  readonly unsupported: readonly Header[]
}

/** The languages of a questionnaire, as found in the headers. */
export interface FileLanguages {
  readonly all: readonly FileLanguage[]
  readonly byDefault: FileLanguage
}

const { Q05, Q07, Q15, Q19, W02, W10, W11 } = importProblems

/** Parses the headers of a sheet; unclear languages are problems (Q07), guessed and unregistered ones warnings. */
export function parseHeaders(table: Table, known: KnownColumns, findings: Findings): ColumnHeader[] {
  const unclear = new Set<string>()
  const warned = new Set<string>()
  const headers = splitHeaders(table.headers)
  return headers.flatMap(({ header, base, languageText }): ColumnHeader[] => {
    if (languageText === '' || !known.translated.includes(base)) return [{ ...header, base, language: undefined }]
    const language = parseLanguage(languageText)
    const at = table.at(table.headerRow, header.column)
    if (language === undefined) {
      const message = Q07.unclear(base, languageText, findRegisteredCode(languageText))
      if (!unclear.has(languageText)) findings.problems.push({ ...at, code: 'Q07', message })
      unclear.add(languageText)
      return []
    }
    if (!warned.has(language.code) && language.guessed) {
      findings.warnings.push({ ...at, code: 'W02', message: W02.taken(languageText, language.code) })
    }
    const fault = warned.has(language.code) ? undefined : languageFault(language)
    if (fault !== undefined) findings.warnings.push({ ...at, code: 'W03', message: fault })
    warned.add(language.code)
    return [{ ...header, base, language }]
  })
}

/**
 * Returns the languages with a `label` column, and the default: the one named in the settings, otherwise `en`, otherwise the first. A plain
 * `label` column belongs to the default language. Undefined if there is no label column.
 */
export function findLanguages(headers: readonly ColumnHeader[], named: FileLanguage | undefined): FileLanguages | undefined {
  const labels = headers.filter((header) => header.base === 'label')
  const inColumns = labels.flatMap((header) => header.language ?? [])
  const plain = labels.find((header) => header.language === undefined)
  if (labels.length === 0) return undefined
  const english = inColumns.find((language) => language.code === 'en')
  const fallback: FileLanguage = { code: 'en', name: 'English', guessed: false }
  const chosen = inColumns.find((language) => language.code === named?.code) ?? (plain && named)
  const byDefault = chosen ?? english ?? (plain ? fallback : (inColumns[0] ?? fallback))
  const inOrder = labels.map((header) => header.language ?? byDefault)
  return { all: inOrder.filter((language, index) => inOrder.findIndex(({ code }) => code === language.code) === index), byDefault }
}

/** Checks `settings.default_language`; returns a message if it is not one of the file's languages (Q19). */
export function checkDefaultLanguage(text: string, named: FileLanguage | undefined, languages: FileLanguages): string | undefined {
  if (text === '' || languages.all.some((language) => language.code === named?.code)) return undefined
  return Q19.unknown(text, languages.all.map(formatLanguage))
}

/** Locates the known columns. Duplicates are problems (Q05, Q07), misspelt columns warnings (W10). */
export function locateColumns(
  table: Table,
  headers: readonly ColumnHeader[],
  known: KnownColumns,
  seen: FileLanguages & Findings,
): Columns {
  const plain = new Map<string, Header>()
  const translated = new Map<string, Map<string, Header>>()
  const unsupported: Header[] = []
  for (const header of headers) {
    const at = table.at(table.headerRow, header.column)
    if (known.translated.includes(header.base)) {
      const byLanguage = translated.get(header.base) ?? new Map<string, Header>()
      translated.set(header.base, byLanguage)
      const language = header.language ?? seen.byDefault
      const other = byLanguage.get(language.code)
      if (other) seen.problems.push({ ...at, ...duplicateProblem(table, header, other, formatLanguage(language)) })
      else byLanguage.set(language.code, header)
    } else if (known.plain.includes(header.base)) {
      const other = plain.get(header.base)
      if (other) seen.problems.push({ ...at, ...duplicateProblem(table, header, other, '') })
      else plain.set(header.base, header)
    } else if (known.unsupported.includes(header.base)) {
      unsupported.push(header)
    } else if (!known.unread?.includes(header.base)) reportUnknown(table, header, known, seen)
  }
  return { plain, translated, unsupported }
}

/** Reports an unknown header: a misplaced language is a problem (Q07); a misspelt word (W10) or filled cells (W11) are warnings. */
function reportUnknown(table: Table, header: ColumnHeader, known: KnownColumns, seen: FileLanguages & Findings): void {
  const at = table.at(table.headerRow, header.column)
  const language = misplacedLanguage(header.text, known.translated, seen.all)
  if (language) return void seen.problems.push({ ...at, code: 'Q07', message: Q07.header(header.text, language) })
  const correction = findCorrection(header.base, [...known.plain, ...known.translated])
  if (correction) return void seen.warnings.push({ ...at, code: 'W10', message: W10.ignored(header.text, correction) })
  warnOfFilled(table, header, seen)
}

/** Warns of every filled cell in a column that is not read (W11). */
export function warnOfFilled(table: Table, header: Header, { warnings }: Findings): void {
  for (const row of table.rows) {
    if (!row.cells.has(header.column)) continue
    warnings.push({ ...table.at(row.number, header.column), code: 'W11', message: W11.ignored(header.text) })
  }
}

/** Warns of cells without a header (W11). */
export function warnOfUnnamed(table: Table, { warnings }: Findings): void {
  const named = new Set(table.headers.map(({ column }) => column))
  for (const row of table.rows) {
    for (const column of row.cells.keys()) {
      if (!named.has(column)) warnings.push({ ...table.at(row.number, column), code: 'W11', message: W11.unnamed })
    }
  }
}

/** Returns a message if there are more languages than a questionnaire may have (Q07). */
export function tooManyLanguages({ all }: FileLanguages): string | undefined {
  return all.length > limits.languagesMax ? Q07.many(all.length, limits.languagesMax) : undefined
}

function duplicateProblem(table: Table, header: ColumnHeader, other: Header, language: string) {
  const where = table.reference(table.headerRow, other.column)
  const isSameHeader =
    language === '' || header.language === undefined || normalizeName(header.text).replace(/:+/, ':') === other.key.replace(/:+/, ':')
  return isSameHeader
    ? ({ code: 'Q05', message: Q05.twice(header.text, where) } as const)
    : ({ code: 'Q07', message: Q07.twice(language, where) } as const)
}

/** Reports filled cells in unsupported columns of a row (Q15). */
export function refuseUnsupported({ table, columns, findings }: ReadyColumns, row: TableRow): void {
  for (const { column, text } of columns.unsupported) {
    if (!row.cells.has(column)) continue
    findings.problems.push({ ...table.at(row.number, column), code: 'Q15', message: Q15.filled(text) })
  }
}

interface ReadyColumns {
  readonly table: Table
  readonly columns: Columns
  readonly findings: Findings
}
