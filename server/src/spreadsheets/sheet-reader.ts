import { type CellRange, lastColumn, lastRow, parseRange } from './cell-references.ts'
import { decodeCharacters } from './cell-text.ts'
import type { NumberForm } from './number-formats.ts'
import { type Attributes, readXml, type XmlListener } from './package/xml-reader.ts'
import { unreadable, type Zip } from './package/zip-reader.ts'
import { formatSerialDate } from './serial-dates.ts'

/**
 * A cell with content. `row` and `column` count from 1. `text` is the stored value: a number's digits without redundant decimals,
 * `true`/`false`, a date as YYYY-MM-DD; `formatted`: a number that is shown in another form, such as a percentage; an error value such as `#REF!`; for a formula, its stored result, or nothing or 0 if it may not
 * have been calculated (`uncalculated`). `formula` is without `=`; empty for the later cells of a shared formula.
 */
export interface Cell {
  readonly row: number
  readonly column: number
  readonly kind: 'text' | 'number' | 'formatted' | 'boolean' | 'date' | 'error' | 'uncalculated'
  readonly text: string
  readonly formula: string | undefined
}

export interface SheetRow {
  readonly number: number
  readonly cells: readonly Cell[]
}

/** One sheet: its rows with content in order, merged ranges, headers and footers. `position` counts from 0. */
export interface Sheet {
  readonly name: string
  readonly position: number
  readonly rows: readonly SheetRow[]
  readonly mergedRanges: readonly CellRange[]
  readonly headersAndFooters: readonly string[]
}

/** `table` keeps non-empty cells; `whole` also keeps formulas whose result is an empty text. */
export type SheetScope = 'table' | 'whole'

/** State shared by the sheets of one workbook; `cellsLeft` and `charactersLeft` count down the remaining limits. */
export interface ReadingState {
  readonly from1904: boolean
  readonly numberForms: readonly NumberForm[]
  readonly strings: readonly string[]
  cellsLeft: number
  charactersLeft: number
}

export interface SheetPart {
  readonly zip: Zip
  readonly name: string
  readonly part: string
  readonly position: number
  readonly scope: SheetScope
  readonly state: ReadingState
}

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly style: number
  formula: string | undefined
  stored: string
}

const maxMerges = 65_536
const maxHeadersAndFooters = 100
const headerOrFooterName = /^(odd|even|first)(Header|Footer)$/

/** Reads one sheet of an opened workbook. Throws an unreadable error if it is damaged or exceeds the limits. */
export async function readSheetPart(sheet: SheetPart): Promise<Sheet> {
  const reading = new SheetListener(sheet.scope, sheet.state)
  await readXml(sheet.zip, sheet.part, reading)
  const { rows, mergedRanges, headersAndFooters } = reading
  return { name: sheet.name, position: sheet.position, rows, mergedRanges, headersAndFooters }
}

/** Counts text against the workbook's limit of ten million characters. Throws an unreadable error when it is exceeded. */
export function countText(state: ReadingState, characters: number): void {
  state.charactersLeft -= characters
  if (state.charactersLeft < 0) throw unreadable('it holds too much text')
}

/** Collects the non-empty cells from the XML of a sheet. */
class SheetListener implements XmlListener {
  readonly rows: SheetRow[] = []
  readonly mergedRanges: CellRange[] = []
  readonly headersAndFooters: string[] = []
  #row = 0
  #column = 0
  #cells: Cell[] = []
  #cell: OpenCell | undefined
  #collecting: 'value' | 'formula' | 'headerOrFooter' | undefined
  #headerOrFooter = ''
  #inPhonetics = false
  readonly #scope: SheetScope
  readonly #state: ReadingState

  constructor(scope: SheetScope, state: ReadingState) {
    this.#scope = scope
    this.#state = state
  }

  open(name: string, attributes: Attributes): void {
    this.#collecting = undefined
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v' || (name === 't' && !this.#inPhonetics)) this.#collecting = 'value'
    else if (name === 'f' && this.#cell) this.#openFormula(this.#cell)
    else if (name === 'row') this.#openRow(attributes)
    else if (name === 'rPh') this.#inPhonetics = true
    else if (name === 'mergeCell') this.#addMerge(attributes)
    else if (headerOrFooterName.test(name)) {
      this.#collecting = 'headerOrFooter'
      this.#headerOrFooter = ''
    }
  }

  text(text: string): void {
    if (this.#collecting === 'value' && this.#cell) this.#cell.stored += text
    if (this.#collecting === 'formula' && this.#cell) this.#cell.formula += text
    if (this.#collecting === 'headerOrFooter') this.#headerOrFooter += text
  }

  close(name: string): void {
    if (this.#collecting === 'headerOrFooter' && this.headersAndFooters.length < maxHeadersAndFooters)
      this.headersAndFooters.push(this.#headerOrFooter)
    this.#collecting = undefined
    if (name === 'c' && this.#cell) this.#closeCell(this.#cell)
    else if (name === 'row') this.#closeRow()
    else if (name === 'rPh') this.#inPhonetics = false
  }

  #openRow({ r }: Attributes): void {
    const row = r === undefined ? this.#row + 1 : Number(r)
    if (!Number.isInteger(row) || row <= this.#row || row > lastRow) throw unreadable('its rows are not in order')
    this.#row = row
    this.#column = 0
  }

  #openCell({ r, t = 'n', s }: Attributes): void {
    const at = r === undefined ? undefined : parseRange(r)
    if (r !== undefined && at?.top !== this.#row) throw unreadable('its rows are not in order')
    const column = at?.left ?? this.#column + 1
    if (column <= this.#column || column > lastColumn) throw unreadable('its cells are not in order')
    this.#column = column
    this.#cell = { column, type: t, style: Number(s ?? 0), formula: undefined, stored: '' }
  }

  #openFormula(cell: OpenCell): void {
    cell.formula ??= ''
    this.#collecting = 'formula'
  }

  #closeCell(open: OpenCell): void {
    this.#cell = undefined
    const content = contentOf(open, this.#state)
    const isBlank = content.text.trim() === '' && content.kind !== 'uncalculated'
    if (isBlank && (open.formula === undefined || this.#scope === 'table')) return
    this.#state.cellsLeft -= 1
    if (this.#state.cellsLeft < 0) throw unreadable('it has too many filled cells')
    countText(this.#state, content.text.length + (open.formula?.length ?? 0))
    this.#cells.push({ row: this.#row, column: open.column, ...content, formula: open.formula })
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return
    this.rows.push({ number: this.#row, cells: this.#cells })
    this.#cells = []
  }

  #addMerge({ ref }: Attributes): void {
    const range = ref === undefined ? undefined : parseRange(ref)
    if (range) this.mergedRanges.push(range)
    if (this.mergedRanges.length > maxMerges) throw unreadable('it has too many merged cells')
  }
}

function contentOf({ type, stored, style, formula }: OpenCell, state: ReadingState): Pick<Cell, 'kind' | 'text'> {
  // Programs that write formulas without calculating them store no result, an empty one that is not said to be a text, or 0.
  const result = stored.trim()
  if (formula !== undefined && ((result === '' && type !== 'str') || (result === '0' && type === 'n')))
    return { kind: 'uncalculated', text: result }
  switch (type) {
    case 's': {
      const text = stored.trim() === '' ? '' : state.strings[Number(stored)]
      if (text === undefined) throw unreadable('it is damaged')
      return { kind: 'text', text: decodeCharacters(text) }
    }
    case 'inlineStr':
    case 'str':
      return { kind: 'text', text: decodeCharacters(stored) }
    case 'b':
      return { kind: 'boolean', text: stored.trim() === '1' || stored.trim() === 'true' ? 'true' : 'false' }
    case 'e':
      return { kind: 'error', text: stored }
    case 'd':
      return { kind: 'date', text: stored }
    default:
      return numberContent(stored.trim(), state.numberForms[style], state.from1904)
  }
}

function numberContent(stored: string, form: NumberForm, from1904: boolean): Pick<Cell, 'kind' | 'text'> {
  const number = Number(stored)
  if (stored === '' || !Number.isFinite(number)) return { kind: 'text', text: stored }
  if (form === 'date') return { kind: form, text: formatSerialDate(number, from1904) }
  // Spreadsheet programs show 15 digits: 1.1 + 0.2 as 1.3, not as 1.3000000000000003.
  return { kind: form ?? 'number', text: String(Number(number.toPrecision(15))) }
}
