import { cellText, cellTextMax } from '../cell-text.ts'
import { startsFormula } from '../formula-guard.ts'
import { remembered } from './remembered.ts'
import { escapeAttribute } from '../package/xml-tree.ts'
import { days1904, firstSafeSerial } from '../serial-dates.ts'
import type { SerialDate } from '../serial-dates.ts'
import type { StyleBook } from './styles.ts'

/** What a filled cell shows; undefined leaves it empty. */
export type CellValue = string | number | SerialDate | undefined

/** The value of a cell for one record; `position` counts from 1. Outside the repeated row there is no record. */
export type ValueOf<Row> = (row: Row | undefined, position: number) => CellValue

/** A cell of a template as it stands after reading: where, with which style, and either a text to fill or fixed XML. */
export interface TemplateCell {
  readonly column: string
  readonly style: number
  /** The cell's text when it is filled. */
  readonly text?: string
  /** The attributes and content of a fixed cell, from after its reference to its end. */
  readonly fixed: string
}

/** How the cells of a new workbook are filled. */
export interface CellFilling<Row> {
  /** Looked up once for each cell of the template. */
  readonly valueOf: (text: string) => ValueOf<Row>
  readonly styles: StyleBook
  /** Dates count from 1904 instead of 1900. */
  readonly from1904: boolean
}

/** The XML of one row. `number` is its place in the sheet, `position` that of the record, both counted from 1. */
export type RowWriter<Row> = (row: Row | undefined, number: number, position: number) => string

type CellWriter<Row> = (row: Row | undefined, number: string, position: number) => string

// Most texts by far: nothing to escape, to quote or to keep white space for.
const simple = /^(?![=+\-@\s\uff1d\uff0b\uff0d\uff20])[^&<>\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff_]*$/
// Readers drop white space at the edges unless told otherwise.
const edgeSpace = /^\s|\s$|\n/

/** Makes the writer of a template row. `attributes` are those of the row, without its number. */
export function rowWriter<Row>(
  attributes: Record<string, string>,
  cells: readonly TemplateCell[],
  filling: CellFilling<Row>,
): RowWriter<Row> {
  const rest = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const opening = `"${rest.join('')}>`
  const writers = cells.map((cell) => cellWriter(cell, filling))
  return (row, number, position) => {
    const at = String(number)
    let xml = `<row r="${at}${opening}`
    for (const write of writers) xml += write(row, at, position)
    return `${xml}</row>`
  }
}

/** Makes the writer of one template cell. Text is always a string cell, so that none can become a formula. */
function cellWriter<Row>({ column, style, text, fixed }: TemplateCell, filling: CellFilling<Row>): CellWriter<Row> {
  const start = `<c r="${column}`
  if (text === undefined) return (_, number) => `${start}${number}${fixed}`
  const write = valueWriter(filling.valueOf(text), style, filling)
  return (row, number, position) => {
    const content = write(row, position)
    return content === '' ? '' : start + number + content
  }
}

function valueWriter<Row>(
  valueOf: ValueOf<Row>,
  style: number,
  { styles, from1904 }: CellFilling<Row>,
): (row: Row | undefined, position: number) => string {
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
    return `${startsFormula(value) ? quoted : plain} t="inlineStr"><is><t${space}>${cellText(value)}</t></is></c>`
  }
  const dateCell = (date: SerialDate) => {
    if (date.serial < firstSafeSerial + (from1904 ? days1904 : 0)) return textCell(date.text)
    return `${date.hasTime ? time : day}><v>${date.serial - (from1904 ? days1904 : 0)}</v></c>`
  }
  const cellOf = remembered((value: NonNullable<CellValue>) => {
    if (typeof value === 'string') return textCell(value)
    return typeof value === 'number' ? `${plain}><v>${value}</v></c>` : dateCell(value)
  })
  return (row, position) => {
    const value: CellValue = valueOf(row, position)
    return value === undefined || value === '' ? empty : cellOf(value)
  }
}
