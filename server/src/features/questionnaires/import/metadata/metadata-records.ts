import { importProblems, quoted } from '@portico/shared/words/import/import-problems'
import type { Findings, FileLocation } from '../problems.ts'
import { cleanText, normalizeName, cleanCode } from '../text-cleaning.ts'
import { nearest } from '@portico/shared/rules/nearest'
import { cellReader, type Table } from '../table.ts'

export const metadataKeys = [
  'identifier',
  'red_flag_when',
  'red_flag_reason',
  'contact_role',
  'validation',
  'red_flag_guidance',
  'red_flag_version',
] as const
export type MetadataKey = (typeof metadataKeys)[number]

/** One record of the field metadata, from a table or JSON. `where` identifies it in messages about other records. */
export interface MetadataRecord {
  readonly where: string
  readonly texts: Readonly<Record<MetadataKey, string>>
  /** A rule given as an object, only in JSON. */
  readonly rule?: object
  at(key: MetadataKey): FileLocation
  /** The location of the identifier for messages about other records. */
  readonly reference: string
}

const { M01, M03 } = importProblems
const codeKeys: readonly MetadataKey[] = ['identifier', 'red_flag_when', 'contact_role', 'validation']

/** Reads the records of a table; undefined without an `identifier` column. Unknown, missing and duplicate columns are problems (M03). */
export function readTableRecords(table: Table, findings: Findings): MetadataRecord[] | undefined {
  const columns = metadataColumns(table, findings)
  const identifierColumn = columns.get('identifier')
  if (identifierColumn === undefined) return undefined
  const cells = cellReader(table, 'M01', findings.problems)
  return table.rows.flatMap((row) => {
    if (![...columns.values()].some((column) => table.isFilled(row, column))) return []
    const text = (key: MetadataKey) => (codeKeys.includes(key) ? cells.code(row, columns.get(key)) : cells.prose(row, columns.get(key)))
    return {
      where: `row ${row.number}`,
      texts: readTexts(text),
      at: (key: MetadataKey) => table.at(row.number, columns.get(key) ?? identifierColumn),
      reference: table.reference(row.number, identifierColumn),
    }
  })
}

/** Reads the records of parsed JSON; undefined if it is not an array. Keys may be written `redFlagWhen` or `red_flag_when`. */
export function readJsonRecords(json: unknown, fileName: string, findings: Findings): MetadataRecord[] | undefined {
  if (!Array.isArray(json)) {
    findings.problems.push({ location: fileName, code: 'M01', message: M01.array })
    return undefined
  }
  return json.flatMap((item: unknown, index) => readItem(item, index + 1, findings) ?? [])
}

function metadataColumns(table: Table, { problems }: Findings): Map<MetadataKey, number> {
  const columns = new Map<MetadataKey, number>()
  for (const { column, text } of table.headers) {
    const key = parseKey(text)
    const other = key && columns.get(key)
    const at = table.at(table.headerRow, column)
    if (key === undefined) problems.push({ ...at, code: 'M03', message: M03.unknown(text, suggestKey(normalizeName(text), metadataKeys)) })
    else if (other === undefined) columns.set(key, column)
    else problems.push({ ...at, code: 'M03', message: M03.twice(text, table.reference(table.headerRow, other)) })
  }
  if (!columns.has('identifier')) {
    problems.push({ ...table.at(table.headerRow, 1), code: 'M03', message: M03.missing('identifier') })
  }
  const named = new Set(table.headers.map(({ column }) => column))
  const unnamed = table.rows.flatMap((row) => [...row.cells.values()]).find((cell) => !named.has(cell.column))
  if (unnamed) problems.push({ ...table.at(table.headerRow, unnamed.column), code: 'M03', message: M03.unnamed })
  return columns
}

function readItem(item: unknown, number: number, { problems }: Findings): MetadataRecord | undefined {
  const itemLocation = (key: string): FileLocation => ({ location: `item ${number}, ${quoted(key)}`, order: number })
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    problems.push({ location: `item ${number}`, order: number, code: 'M01', message: M01.record })
    return undefined
  }
  const values = new Map<MetadataKey, { written: string; value: unknown }>()
  for (const [written, value] of Object.entries(item)) {
    const key = parseKey(written)
    if (key === undefined)
      problems.push({ ...itemLocation(written), code: 'M03', message: M03.unknown(written, suggestKey(written, jsonKeys)) })
    else if (values.has(key)) problems.push({ ...itemLocation(written), code: 'M03', message: M03.twice(written, `item ${number}`) })
    else values.set(key, { written, value })
  }
  const at = (key: MetadataKey) => itemLocation(values.get(key)?.written ?? jsonName(key))
  const rule = values.get('red_flag_when')?.value
  const isRule = typeof rule === 'object' && rule !== null
  const text = (key: MetadataKey) => {
    const value = values.get(key)?.value ?? ''
    if (isRule && key === 'red_flag_when') return ''
    if (typeof value !== 'string') problems.push({ ...at(key), code: 'M01', message: M01.text })
    return typeof value === 'string' ? (codeKeys.includes(key) ? cleanCode : cleanText)(value) : ''
  }
  return { where: `item ${number}`, texts: readTexts(text), at, reference: `item ${number}`, ...(isRule && { rule }) }
}

const jsonKeys = metadataKeys.map(jsonName)

function jsonName(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Suggests the intended key: the nearest spelling, or the first key that starts with the word. */
function suggestKey(word: string, keys: readonly string[]): string | undefined {
  return nearest(word, keys) ?? keys.find((key) => word.length >= 3 && key.startsWith(word))
}

function parseKey(written: string): MetadataKey | undefined {
  const plain = normalizeName(written)
  const snake = normalizeName(written.replace(/([a-z])([A-Z])/g, '$1_$2'))
  return metadataKeys.find((key) => key === plain || key === snake)
}

function readTexts(text: (key: MetadataKey) => string): MetadataRecord['texts'] {
  return {
    identifier: text('identifier'),
    red_flag_when: text('red_flag_when'),
    red_flag_reason: text('red_flag_reason'),
    contact_role: text('contact_role'),
    validation: text('validation'),
    red_flag_guidance: text('red_flag_guidance'),
    red_flag_version: text('red_flag_version'),
  }
}
