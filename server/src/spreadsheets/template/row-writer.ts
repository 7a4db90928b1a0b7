import { cellText, cellTextMax, removeUnprintable } from '../cell-text.ts'
import { startsFormula } from '../formula-guard.ts'
import { escapeAttribute } from '../package/xml-tree.ts'
import { days1904, firstSafeSerial } from '../serial-dates.ts'
import type { SerialDate } from '../serial-dates.ts'
import type { StyleBook } from './styles.ts'

/** The value of a filled cell; undefined leaves it empty. */
export type CellValue = string | number | SerialDate | undefined

/** Produces a result for one record; `position` counts from 1. Outside the repeated row there is no record. */
export type FromRecord<Row, Made> = (row: Row | undefined, position: number) => Made

/**
 * Looks up the value of a cell for each record and passes it to `make`. `make` is pure, so implementations may cache its results for values
 * that recur.
 */
export type CellValues<Row> = <Made>(text: string, make: (value: CellValue) => Made) => FromRecord<Row, Made>

/** A cell of a template: its column and style, and either a text to fill or fixed XML. */
export interface TemplateCell {
  readonly column: string
  readonly style: number
  /** The text of a cell that is filled. */
  readonly text?: string
  /** The attributes and content of a fixed cell: the XML from after its reference to its end. */
  readonly fixed: string
}

/** Settings for filling the cells of a new workbook. */
export interface CellFilling<Row> {
  /** Called once for each cell of the template. */
  readonly values: CellValues<Row>
  readonly styles: StyleBook
  /** Whether dates count from 1904 instead of 1900. */
  readonly from1904: boolean
}

/** Returns the XML of one row. `number` is the row number in the sheet, `position` that of the record, both counted from 1. */
export type RowWriter<Row> = (row: Row | undefined, number: number, position: number) => string

// Fast path for most texts: nothing to escape and no white space to preserve.
const plainText = /^(?!\s)[^&<>\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff_]*$/
// Readers strip leading and trailing white space unless told otherwise.
const edgeSpace = /^\s|\s$|\n/

/** Yields the XML of a row without a record, cell by cell: a row may hold much more text than a cell. */
export function* rowTokens<Row>(
  attributes: Record<string, string>,
  cells: Iterable<TemplateCell>,
  filling: CellFilling<Row>,
  number: number,
): Generator<string> {
  yield `<row r="${number}"${printedAttributes(attributes)}>`
  for (const cell of cells) {
    const content = cellContent(cell, filling)(undefined, 0)
    if (content) yield `<c r="${cell.column}${number}${content}`
  }
  yield '</row>'
}

function printedAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
}

// The longest rows of real templates hold some thousand characters besides the answers.
const maxFixedLength = 100_000

/** Creates the writer of a template row. Throws if the row holds too much fixed text to be repeated for every record. `attributes` are the row's attributes without its number. */
export function rowWriter<Row>(
  attributes: Record<string, string>,
  cells: readonly TemplateCell[],
  filling: CellFilling<Row>,
): RowWriter<Row> {
  const opening = `"${printedAttributes(attributes)}>`
  const fixedLength = cells.reduce((sum, { fixed }) => sum + fixed.length, opening.length)
  if (fixedLength > maxFixedLength) throw new RangeError('the row of answers holds more than 100,000 characters of fixed text')
  const starts = cells.map(({ column }) => `<c r="${column}`)
  const contents = cells.map((cell) => cellContent(cell, filling))
  return (row, number, position) => {
    const at = String(number)
    let xml = `<row r="${at}${opening}`
    for (let index = 0; index < starts.length; index += 1) {
      const content = contents[index]?.(row, position)
      if (content) xml += starts[index] + at + content
    }
    return `${xml}</row>`
  }
}

/**
 * The XML of a cell after its reference; empty if no cell is written. Text is always written as a string cell, so that it can never become
 * a formula.
 */
function cellContent<Row>({ style, text, fixed }: TemplateCell, filling: CellFilling<Row>): FromRecord<Row, string> {
  return text === undefined ? () => fixed : filling.values(text, createContentWriter(style, filling))
}

/** Creates a function that returns the XML of a cell of this style after its reference; empty if no cell is written. */
function createContentWriter<Row>(style: number, { styles, from1904 }: CellFilling<Row>): (value: CellValue) => string {
  const styled = (number: number) => `"${number === 0 ? '' : ` s="${number}"`}`
  const plain = styled(style)
  const day = styled(styles.forDate(style, 'yyyy-mm-dd'))
  const time = styled(styles.forDate(style, 'yyyy-mm-dd hh:mm'))
  const text = `${plain} t="inlineStr"><is><t`
  const quotedText = `${styled(styles.forQuotedText(style))} t="inlineStr"><is><t`
  const empty = style === 0 ? '' : `${plain}/>`
  const textContent = (value: string) => {
    if (value.length <= cellTextMax && plainText.test(value) && !value.endsWith(' '))
      return `${startsFormula(value) ? quotedText : text}>${value}</t></is></c>`
    const start = startsFormula(removeUnprintable(value)) ? quotedText : text
    const space = edgeSpace.test(value) ? ' xml:space="preserve"' : ''
    return `${start}${space}>${cellText(value)}</t></is></c>`
  }
  const dateContent = (date: SerialDate) => {
    if (date.serial < firstSafeSerial + (from1904 ? days1904 : 0)) return textContent(date.text)
    return `${date.hasTime ? time : day}><v>${date.serial - (from1904 ? days1904 : 0)}</v></c>`
  }
  return (value) => {
    if (value === undefined || value === '') return empty
    if (typeof value === 'string') return textContent(value)
    return typeof value === 'number' ? `${plain}><v>${value}</v></c>` : dateContent(value)
  }
}
