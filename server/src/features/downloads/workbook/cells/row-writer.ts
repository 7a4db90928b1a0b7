import { lonePlaceholder, piecesOf } from '../../../questionnaires/import/template-placeholders.ts'
import { cellText, cellTextMax } from './cell-text.ts'
import type { CellValue, ValueOf, valuesFor } from './cell-values.ts'
import type { ExportRow } from '../export-row.ts'
import { firstSafeSerial } from './moments.ts'
import type { Moment } from './moments.ts'
import type { StyleBook } from '../template/styles.ts'
import { escapeAttribute } from '../package/xml.ts'

/** A cell of a template as it stands after reading: where, with which style, and either a text with placeholders or fixed XML. */
export interface TemplateCell {
  readonly column: string
  readonly style: number
  /** The cell's text when it has placeholders. */
  readonly text?: string
  /** The attributes and content of a fixed cell, from after its reference to its end. */
  readonly fixed: string
}

/** What all rows of an export are written with. */
export interface Pen {
  readonly valueOf: ReturnType<typeof valuesFor>
  readonly styles: StyleBook
  /** Dates count from 1904 instead of 1900. */
  readonly from1904: boolean
}

/** The XML of one row. `number` is its place in the sheet, `position` that of the respondent, both counted from 1. */
export type RowWriter = (row: ExportRow | undefined, number: number, position: number) => string

type CellWriter = (row: ExportRow | undefined, number: string, position: number) => string

const days1904 = 1_462
// Most texts by far: nothing to escape, to quote or to keep white space for.
const simple = /^(?![=+\-@\s\uff1d\uff0b\uff0d\uff20])[^&<>\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff_]*$/
// Readers drop white space at the edges unless told otherwise.
const edgeSpace = /^\s|\s$|\n/
const formulaLike = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Makes the writer of a template row. `attributes` are those of the row, without its number. */
export function rowWriter(attributes: Record<string, string>, cells: readonly TemplateCell[], pen: Pen): RowWriter {
  const rest = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const opening = `"${rest.join('')}>`
  const writers = cells.map((cell) => cellWriter(cell, pen))
  return (row, number, position) => {
    const at = String(number)
    let xml = `<row r="${at}${opening}`
    for (const write of writers) xml += write(row, at, position)
    return `${xml}</row>`
  }
}

/** Makes the writer of one template cell. Text is always a string cell, so that none can become a formula. */
function cellWriter({ column, style, text, fixed }: TemplateCell, pen: Pen): CellWriter {
  const start = `<c r="${column}`
  if (text === undefined) return (_, number) => `${start}${number}${fixed}`
  const pieces = piecesOf(text)
  const write = valueWriter(pen.valueOf(pieces, lonePlaceholder(pieces)), style, pen)
  return (row, number, position) => {
    const content = write(row, position)
    return content === '' ? '' : start + number + content
  }
}

function valueWriter(valueOf: ValueOf, style: number, { styles, from1904 }: Pen): (row: ExportRow | undefined, position: number) => string {
  const styled = (number: number) => `"${number === 0 ? '' : ` s="${number}"`}`
  const plain = styled(style)
  const quoted = styled(styles.forQuotedText(style))
  const day = styled(styles.forDate(style, 'yyyy-mm-dd'))
  const time = styled(styles.forDate(style, 'yyyy-mm-dd hh:mm'))
  const simpleText = `${plain} t="inlineStr"><is><t>`
  const empty = style === 0 ? '' : `${plain}/>`
  const textCell = (value: string) => {
    if (value.length <= cellTextMax && simple.test(value) && !value.endsWith(' ')) return `${simpleText}${value}</t></is></c>`
    const space = edgeSpace.test(value) ? ' xml:space="preserve"' : ''
    return `${formulaLike.test(value) ? quoted : plain} t="inlineStr"><is><t${space}>${cellText(value)}</t></is></c>`
  }
  const momentCell = (moment: Moment) => {
    if (moment.serial < firstSafeSerial + (from1904 ? days1904 : 0)) return textCell(moment.text)
    return `${moment.hasTime ? time : day}><v>${moment.serial - (from1904 ? days1904 : 0)}</v></c>`
  }
  return (row, position) => {
    const value: CellValue = valueOf(row, position)
    if (value === undefined || value === '') return empty
    if (typeof value === 'string') return textCell(value)
    return typeof value === 'number' ? `${plain}><v>${value}</v></c>` : momentCell(value)
  }
}
