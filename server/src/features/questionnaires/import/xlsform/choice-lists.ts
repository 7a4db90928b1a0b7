import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { formatLanguage } from '../file-languages.ts'
import type { Findings } from '../problems.ts'
import { normalizeName } from '../text-cleaning.ts'
import { contactLanguageFault, isChoiceName } from '../question-rules.ts'
import { cellReader, type Table, type TableRow } from '../table.ts'
import {
  locateColumns,
  type FileLanguages,
  parseHeaders,
  type KnownColumns,
  mediaColumns,
  refuseUnsupported,
  warnOfUnnamed,
} from './columns.ts'
import { readLocalizedText, type ReadySheet } from './localized-text.ts'

export type Choices = NonNullable<QuestionDefinition['options']>

interface ListedChoice {
  readonly row: TableRow
  readonly name: string
}

/** The `choices` sheet, with its rows grouped into lists. `read` returns the choices of a list and checks them once. */
export interface ChoiceLists {
  readonly names: readonly string[]
  read(list: string): Choices | undefined
  /** The values of a column by choice; undefined if there is no such column. */
  column(list: string, header: string): ReadonlyMap<string, string> | undefined
  /** The number of choices in a list, including those beyond the limit. */
  count(list: string): number
  /** Requires the values of a list to be language codes (C04). */
  checkContactLanguages(list: string): void
  /** Call at the end: warns of lists that no question used (W05). */
  warnOfUnused(): void
}

const { Q05, C01, C02, C03, C05, W04, W05 } = importProblems

/** Reads the `choices` sheet; undefined if its headers are unusable. `filters` are the columns named by choice_filter cells. */
export function readChoiceLists(
  table: Table,
  languages: FileLanguages,
  { filters, ...findings }: Findings & { readonly filters: readonly string[] },
): ChoiceLists | undefined {
  const known: KnownColumns = { plain: ['list_name', 'name', ...filters], translated: ['label'], unsupported: mediaColumns }
  const found: Findings & FileLanguages = { ...findings, ...languages }
  const columns = locateColumns(table, parseHeaders(table, known, { ...findings, warnings: [] }), known, found)
  const nameColumn = columns.plain.get('name')?.column
  const listColumn = columns.plain.get('list_name')?.column
  for (const [base, column] of [
    ['list_name', listColumn],
    ['name', nameColumn],
  ] as const) {
    if (column === undefined) findings.problems.push({ ...table.at(table.headerRow, 1), code: 'Q05', message: Q05.missing(base) })
  }
  if (nameColumn === undefined || listColumn === undefined) return undefined
  const sheet: ReadySheet = { table, columns, languages, findings, cells: cellReader(table, 'Q20', findings.problems) }
  warnOfUnnamed(table, findings)
  checkLanguages(sheet)
  const lists = groupByList(sheet, listColumn, nameColumn)
  const read = new Map<string, Choices>()
  const checked = new Set<string>()
  return {
    names: [...lists.keys()],
    read(list) {
      const rows = lists.get(list)
      if (rows === undefined) return undefined
      const choices = read.get(list) ?? readChoices(sheet, rows, nameColumn)
      read.set(list, choices)
      return choices
    },
    column(list, header) {
      const column = columns.plain.get(normalizeName(header))?.column
      if (column === undefined) return undefined
      return new Map(lists.get(list)?.map(({ row, name }) => [name, sheet.cells.code(row, column)]))
    },
    count: (list) => lists.get(list)?.length ?? 0,
    checkContactLanguages(list) {
      for (const { row, name } of checked.has(list) ? [] : (lists.get(list) ?? [])) {
        const message = isChoiceName(name) ? contactLanguageFault(name) : undefined
        if (message) findings.problems.push({ ...table.at(row.number, nameColumn), code: 'C04', message })
      }
      checked.add(list)
    },
    warnOfUnused() {
      for (const [list, rows] of lists) {
        const at = table.at(rows[0]?.row.number ?? table.headerRow, listColumn)
        if (!read.has(list)) findings.warnings.push({ ...at, code: 'W05', message: W05.unused(list) })
      }
    },
  }
}

/** Requires `choices` to have the same languages as `survey` (C05). */
function checkLanguages({ table, columns, languages, findings }: ReadySheet): void {
  const labels = columns.translated.get('label')
  for (const language of languages.all) {
    if (labels?.has(language.code)) continue
    findings.problems.push({ ...table.at(table.headerRow, 1), code: 'C05', message: C05.missing(formatLanguage(language)) })
  }
  for (const [code, { column, text }] of labels ?? []) {
    if (languages.all.some((language) => language.code === code)) continue
    const [, name = code] = /::?\s*(.+)$/.exec(text) ?? []
    findings.problems.push({ ...table.at(table.headerRow, column), code: 'C05', message: C05.extra(name) })
  }
}

function groupByList(sheet: ReadySheet, listColumn: number, nameColumn: number): Map<string, ListedChoice[]> {
  const { table, cells, findings, columns } = sheet
  const lists = new Map<string, ListedChoice[]>()
  const requiredColumns = [listColumn, nameColumn, ...[...(columns.translated.get('label')?.values() ?? [])].map(({ column }) => column)]
  for (const row of table.rows) {
    const list = cells.code(row, listColumn)
    const name = cells.code(row, nameColumn)
    const rows = lists.get(list)
    if (list !== '' && rows) rows.push({ row, name })
    else if (list !== '') lists.set(list, [{ row, name }])
    else if (requiredColumns.some((column) => table.isFilled(row, column))) {
      findings.problems.push({ ...table.at(row.number, listColumn), code: 'C01', message: C01.missing })
    }
  }
  return lists
}

function readChoices(sheet: ReadySheet, rows: readonly ListedChoice[], nameColumn: number): Choices {
  const { table, findings } = sheet
  const rowOf = new Map<string, number>()
  const nameByLowerCase = new Map<string, string>()
  return rows.slice(0, limits.choicesMax).map(({ row, name }) => {
    const at = table.at(row.number, nameColumn)
    const where = (other: string) => table.reference(rowOf.get(other) ?? row.number, nameColumn)
    const similar = nameByLowerCase.get(name.toLowerCase())
    if (!isChoiceName(name)) {
      findings.problems.push({ ...at, code: 'C02', message: name === '' ? C02.missing : C02.malformed(name) })
    } else if (rowOf.has(name)) findings.problems.push({ ...at, code: 'C03', message: C03.twice(name, where(name)) })
    else if (similar !== undefined) findings.warnings.push({ ...at, code: 'W04', message: W04.case(name, similar, where(similar)) })
    refuseUnsupported(sheet, row)
    if (!rowOf.has(name)) rowOf.set(name, row.number)
    if (similar === undefined) nameByLowerCase.set(name.toLowerCase(), name)
    return { value: name, label: readLocalizedText(sheet, 'label', row, false) ?? {} }
  })
}
