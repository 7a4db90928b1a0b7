import type { Localized } from '@portico/shared/rules/definition'
import { namesInText } from '@portico/shared/rules/answered-questions'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { formatLanguage } from '../file-languages.ts'
import { type FileLocation, type Findings, isFull } from '../problems.ts'
import type { CellReader, Table, TableRow } from '../table.ts'
import type { Columns, FileLanguages } from './columns.ts'

/** A sheet with located columns, ready for reading rows. */
export interface ReadySheet {
  readonly table: Table
  readonly columns: Columns
  readonly languages: FileLanguages
  readonly cells: CellReader
  readonly findings: Findings
  /** Explains why a text cannot show an answer; undefined if it can. If the function is absent, texts cannot show answers. */
  readonly referenceFault?: (name: string) => string | undefined
}

const { Q11, Q24, W08, W12 } = importProblems
const htmlTag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i
const messageNames: Readonly<Record<string, string>> = { constraint_message: 'constraint message' }

/**
 * Reads a text of this row in all languages. Empty in the default language is a problem (Q11), unless the text is optional and empty in all
 * languages; empty in another language is a warning, because the default's text is shown instead (W08).
 */
export function readLocalizedText(sheet: ReadySheet, base: string, row: TableRow, optional: boolean): Localized | undefined {
  const { table, findings, languages, cells } = sheet
  const columns = sheet.columns.translated.get(base)
  const texts = languages.all.map((language) => {
    const column = columns?.get(language.code)?.column
    return { language, column, text: base === 'label' || base === 'hint' ? cells.lines(row, column) : cells.prose(row, column) }
  })
  const markupRules = base === 'label' || base === 'hint' ? sheet : { findings }
  for (const { column, text } of texts) if (column !== undefined) checkMarkup(markupRules, table.at(row.number, column), text)
  if (optional && texts.every(({ text }) => text === '')) return undefined
  const { byDefault } = languages
  const home = columns?.get(byDefault.code)?.column ?? texts.find(({ text }) => text !== '')?.column ?? 1
  const what = messageNames[base] ?? base
  const homeText = texts.find(({ language }) => language.code === byDefault.code)?.text ?? ''
  if (homeText === '') {
    findings.problems.push({ ...table.at(row.number, home), code: 'Q11', message: Q11.text(what, formatLanguage(byDefault)) })
  }
  for (const { language, column, text } of homeText === '' || isFull(findings.warnings) ? [] : texts) {
    if (text !== '') continue
    const message = W08.empty(what, formatLanguage(language), formatLanguage(byDefault))
    findings.warnings.push({ ...table.at(row.number, column ?? home), code: 'W08', message })
  }
  return Object.fromEntries(texts.filter(({ text }) => text !== '').map(({ language, text }) => [language.code, text]))
}

/** Rejects references to answers that a text cannot show (Q24) and warns of HTML, which is shown literally (W12). */
export function checkMarkup(
  { findings, referenceFault }: Pick<ReadySheet, 'findings' | 'referenceFault'>,
  at: FileLocation,
  text: string,
): void {
  const [tag] = htmlTag.exec(text) ?? []
  for (const name of new Set(namesInText(text))) {
    const message = referenceFault ? referenceFault(name) : Q24.reference(`\${${name}}`)
    if (message !== undefined) findings.problems.push({ ...at, code: 'Q24', message })
  }
  if (tag !== undefined) findings.warnings.push({ ...at, code: 'W12', message: W12.html(tag) })
}
