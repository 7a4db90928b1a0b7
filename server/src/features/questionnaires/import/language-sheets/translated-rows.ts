import { importProblems } from '@portico/shared/words/import/import-problems'
import type { Findings } from '../problems.ts'
import { parseRequired } from '../question-rules.ts'
import type { TranslatedRow, Translation } from './sheet-question.ts'
import { cellLocation, headerText, type LanguageSheet, type SheetColumn, type SheetRow } from './sheet-rows.ts'

const { Q23 } = importProblems

/**
 * Matches each row of the first sheet with the rows of the same slug on the others. Missing and additional questions, and differing types,
 * values or required flags, are problems (Q23).
 */
export function matchTranslations(
  home: LanguageSheet,
  rows: readonly SheetRow[],
  others: readonly LanguageSheet[],
  findings: Findings,
): TranslatedRow[] {
  const bySlug = others.map((sheet) => ({ sheet, rows: new Map(sheet.rows.map((row) => [row.slug, row])) }))
  const known = new Set(rows.map((row) => row.slug))
  for (const { sheet, rows: own } of bySlug) {
    for (const [slug, row] of own) {
      if (known.has(slug) || slug === '') continue
      findings.problems.push({ ...cellLocation(sheet, row.row, 'slug'), code: 'Q23', message: Q23.extra(slug, home.table.name) })
    }
  }
  return rows.map((row) => ({
    home: row,
    translations: bySlug.flatMap(({ sheet, rows: own }) => {
      const translation = own.get(row.slug)
      if (translation) {
        compare(home, row, { sheet, row: translation }, findings)
        return { sheet, row: translation }
      }
      if (row.slug !== '') {
        const at = sheet.table.at(sheet.table.headerRow, sheet.columns.get('slug')?.column ?? 1)
        findings.problems.push({ ...at, code: 'Q23', message: Q23.missing(row.slug, home.table.name) })
      }
      return []
    }),
  }))
}

function compare(home: LanguageSheet, first: SheetRow, { sheet, row }: Translation, { problems }: Findings): void {
  const differs = (column: SheetColumn, expected: string) => {
    const message = Q23.differs(headerText(column), expected, home.table.name)
    problems.push({ ...cellLocation(sheet, row.row, column), code: 'Q23', message })
  }
  const isOnBothSheets = (column: SheetColumn) => sheet.columns.has(column) && home.columns.has(column)
  if (isOnBothSheets('type') && (row.type ?? row.typeText) !== (first.type ?? first.typeText)) differs('type', first.typeText)
  if (isOnBothSheets('values') && row.values.join() !== first.values.join()) differs('values', first.values.join(', '))
  if (isOnBothSheets('required') && parseRequired(row.required) !== parseRequired(first.required))
    differs('required', first.required || 'no')
}
