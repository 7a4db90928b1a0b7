import type { Localized } from '@portico/shared/rules/definition'
import type { Findings } from '../problems.ts'
import { cellReader, type Table } from '../table.ts'
import { type FileLanguages, locateColumns, parseHeaders, type KnownColumns } from './columns.ts'
import { readLocalizedText } from './localized-text.ts'

const settingsColumns: KnownColumns = {
  plain: ['default_language', 'form_title', 'form_id', 'version'],
  translated: ['title'],
  unsupported: [],
  unread: ['id_string', 'set_form_title', 'set_form_id', 'public_key', 'submission_url', 'instance_name', 'namespaces'],
}

/**
 * Reads the title of a questionnaire in the languages of its file from the `settings` sheet
 * (shared/spec/questionnaire-files.md#columns-of-settings); undefined if there is none.
 */
export function readTitle(table: Table | undefined, languages: FileLanguages, findings: Findings): Localized | undefined {
  const row = table?.rows[0]
  if (!table || !row) return undefined
  const headers = parseHeaders(table, settingsColumns, findings)
  const columns = locateColumns(table, headers, settingsColumns, { ...findings, ...languages })
  if (!columns.translated.has('title')) return undefined
  return readLocalizedText({ table, columns, languages, cells: cellReader(table, 'Q20', findings.problems), findings }, 'title', row, true)
}
