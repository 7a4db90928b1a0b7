import { cellName, columnLetters, columnNumber, parseRange } from '../cell-references.ts'
import { cellTextMax, decodeCharacters } from '../cell-text.ts'
import { localName } from '../package/xml-reader.ts'
import { childOf, childrenOf, element, walkElements, inPieces, isElement, textOf } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { copiedFormula } from './formulas/formula-references.ts'
import { reachesOutside } from './formulas/outside-references.ts'
import type { StyleShift } from './styles.ts'

/** Recognizes marked texts of a template: which cells are filled, and which row of a sheet is repeated for each record. */
export interface TemplateMarks {
  /** Whether a cell with this text is filled. */
  readonly isMarked: (text: string) => boolean
  /** Selects the row to repeat from the marked texts of a sheet, in sheet order; undefined if there is none. */
  readonly repeatedRow: (marked: readonly { readonly row: number; readonly text: string }[]) => number | undefined
}

/** A sheet of a template, ready to be written: every row and cell has its reference, and shared texts are inlined. */
export interface SheetPlan {
  readonly root: Element
  readonly rows: readonly PlannedRow[]
  /** The number of the row that is written once per record. */
  readonly repeatedRow: number | undefined
}

export interface PlannedRow {
  readonly number: number
  /** The row's attributes without its number. */
  readonly attributes: Record<string, string>
  readonly cells: readonly PlannedCell[]
}

export interface PlannedCell {
  readonly column: string
  readonly style: number
  /** The text of a cell that is filled. */
  readonly text?: string
  readonly element: Element
}

/** Data shared by the sheets of one template. */
export interface SheetSource {
  readonly strings: readonly Element[]
  readonly shift: StyleShift
  readonly marks: TemplateMarks
}

// What an export keeps of a sheet. Publishing to the web, controls, scenarios, whose values may be formulas, and whatever future programs add
// are left out.
const keptElements = new Set(
  `sheetPr sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges autoFilter sortState
  mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks
  ignoredErrors drawing legacyDrawing legacyDrawingHF picture tableParts extLst`.split(/\s+/),
)
const keptInCells = new Set(['f', 'v', 'is'])
/** What an export keeps of a sheet's extensions. */
const keptExtensions = new Set(['conditionalFormattings', 'dataValidations', 'sparklineGroups'])

/** The last row of a template that may have content, so that the rows of all respondents fit above what follows them. */
export const lastTemplateRow = 100_000

/**
 * Reads a sheet. The root keeps its known elements without the rows; style numbers are those of the new workbook. Rows without content beyond
 * `lastTemplateRow` are left out: programs leave heights and borders there by accident.
 */
export function planSheet(root: Element, source: SheetSource): SheetPlan {
  const data = childOf(root, 'sheetData')
  const rows = plannedRows(data, source)
  expandFormulas(rows)
  emptySpills(rows)
  if (data) data.children = []
  root.children = root.children.filter((child) => isElement(child) && keptElements.has(child.name))
  for (const list of childrenOf(root, 'extLst')) list.children = list.children.filter(isKeptExtension)
  root.children = root.children.filter((child) => isElement(child) && !(child.name === 'extLst' && child.children.length === 0))
  shiftStyles(root, source.shift)
  const marked = rows.flatMap(({ number, cells }) => cells.flatMap(({ text }) => (text === undefined ? [] : { row: number, text })))
  const repeatedRow = source.marks.repeatedRow(marked)
  // A filter that was active when the template was saved would hide every record.
  const repeated = rows.find(({ number }) => number === repeatedRow)
  delete repeated?.attributes['hidden']
  if (Number(repeated?.attributes['ht'] ?? 1) === 0) delete repeated?.attributes['ht']
  return { root, rows, repeatedRow }
}

function plannedRows(data: Element | undefined, source: SheetSource): PlannedRow[] {
  let last = 0
  const rows = childrenOf(data, 'row').map((row) => {
    const { r, spans: _, ...attributes } = row.attributes
    const number = Number(r ?? last + 1)
    last = number
    if (attributes['s'] !== undefined) attributes['s'] = String(Number(attributes['s']) + source.shift.cell)
    return { number, attributes, cells: plannedCells(row, number, source) }
  })
  return rows.filter(({ number, cells }) => number <= lastTemplateRow || cells.some((cell) => cell.element.children.length > 0))
}

function plannedCells(row: Element, number: number, source: SheetSource): PlannedCell[] {
  let last = 0
  return childrenOf(row, 'c').map((cell) => {
    const { r, s, ph } = cell.attributes
    const column = r === undefined ? last + 1 : columnNumber(r.replace(/\d+$/, ''))
    last = column
    const style = Number(s ?? 0) + source.shift.cell
    const letters = columnLetters(column)
    const own = inlineSharedText(cell, source.strings)
    const attributes = {
      r: `${letters}${number}`,
      ...(style > 0 && { s: String(style) }),
      ...(own.type && { t: own.type }),
      ...(ph && { ph }),
      ...(isDynamic(cell.attributes, own.children) && { cm: dynamicArray }),
    }
    const text = shownText(own.children)
    return { column: letters, style, ...(source.marks.isMarked(text) && { text }), element: element('c', attributes, own.children) }
  })
}

/** Returns the content of a cell with shared text inlined, because the filled workbook has no shared strings. */
function inlineSharedText(cell: Element, strings: readonly Element[]): { type: string | undefined; children: Element[] } {
  const known = cell.children.filter(isElement).filter(({ name }) => keptInCells.has(name))
  const shown = known.filter((child) => (child.name === 'f' ? !reachesOutside(textOf(child)) : textOf(child).trim() !== ''))
  const children = shown.map((child) => boundedContent(child))
  if (cell.attributes['t'] !== 's') return { type: cell.attributes['t'], children }
  const index = textOf(childOf(cell, 'v') ?? '').trim()
  const shared = index === '' ? undefined : strings[Number(index)]
  const isShown = shared !== undefined && textOf(element('', {}, visibleTexts(shared))).trim() !== ''
  return isShown ? { type: 'inlineStr', children: [element('is', {}, inlineContent(shared))] } : { type: undefined, children: [] }
}

/** Content that is written at once must not be large (see `printedPieces`). */
function boundedContent(child: Element): Element {
  if (child.name === 'is') return element('is', {}, inlineContent(child))
  const text = textOf(
    element(
      '',
      {},
      child.children.filter((part) => !isElement(part)),
    ),
  )
  return { ...child, children: [text.slice(0, cellTextMax).toWellFormed()] }
}

const inlined = new WeakMap<Element, Element[]>()

/**
 * Returns what a cell shows of a text, which every cell that shares it repeats: its runs without phonetic guides, and without formatting if
 * that is much larger than the text.
 */
function inlineContent(shared: Element): Element[] {
  const known = inlined.get(shared)
  if (known) return known
  const runs = shared.children.filter(isElement).filter(({ name }) => name === 't' || name === 'r')
  const text = textOf(element('', {}, visibleTexts(shared)))
  const most = 10 * Math.min(text.length, cellTextMax) + 1_024
  const isLarge = text.length > cellTextMax || isLonger(runs, most)
  const content = isLarge ? [element('t', { 'xml:space': 'preserve' }, [text.slice(0, cellTextMax).toWellFormed()])] : runs
  inlined.set(shared, content)
  return content
}

function isLonger(runs: readonly Element[], length: number): boolean {
  let printed = 0
  for (const piece of inPieces(runs)) {
    printed += piece.length
    if (printed > length) return true
  }
  return false
}

function isKeptExtension(extension: Element | string): boolean {
  return isElement(extension) && extension.children.every((child) => !isElement(child) || keptExtensions.has(localName(child.name)))
}

function shownText(children: readonly Element[]): string {
  const texts = children.flatMap((child) => (child.name === 'is' ? visibleTexts(child) : [child]).filter(({ name }) => name !== 'f'))
  const text = texts.map(textOf).join('')
  return decodeCharacters(text)
}

function visibleTexts(is: Element): Element[] {
  return [...childrenOf(is, 't'), ...childrenOf(is, 'r').flatMap((run) => childrenOf(run, 't'))]
}

/** Replaces shared formulas by individual ones, because the cells that share them may move apart. */
function expandFormulas(rows: readonly PlannedRow[]): void {
  const shared = new Map<string, { text: string; row: number; column: number }>()
  for (const row of rows) {
    for (const cell of row.cells) {
      const formula = childOf(cell.element, 'f')
      const { t, si } = formula?.attributes ?? {}
      if (!formula || t !== 'shared' || si === undefined) continue
      const column = columnNumber(cell.column)
      const text = textOf(formula)
      const first = shared.get(si) ?? { text, row: row.number, column }
      shared.set(si, first)
      formula.attributes = {}
      formula.children = [text === '' ? copiedFormula(first.text, row.number - first.row, column - first.column) : text]
    }
  }
}

/** The number of the only cell metadata of the new workbook: that a formula's result spills into the cells below and beside it. */
const dynamicArray = '1'
/** More than any template has. For each of them all rows are looked through, so further ones do not spill. */
const maxDynamic = 100

/** Whether the result of a cell's formula spills. Without its mark, programs would show the first value alone. */
function isDynamic({ cm }: Record<string, string>, children: readonly Element[]): boolean {
  return cm !== undefined && children.some(({ name, attributes }) => name === 'f' && attributes['t'] === 'array')
}

/** Whether a formula of the sheet spills. */
export function hasDynamic({ rows }: SheetPlan): boolean {
  return rows.some(({ cells }) => cells.some(({ element: { attributes } }) => attributes['cm'] !== undefined))
}

/**
 * Removes the stored results of formulas that spill: as values of their own, they would be in the way of the new ones. Their area begins at
 * the formula.
 */
function emptySpills(rows: readonly PlannedRow[]): void {
  const dynamic = rows.flatMap(({ cells }) => cells.filter(({ element: { attributes } }) => attributes['cm'] !== undefined))
  for (const { element: source } of dynamic.splice(maxDynamic)) delete source.attributes['cm']
  for (const cell of dynamic) {
    const formula = childOf(cell.element, 'f')
    const own = cell.element.attributes['r'] ?? ''
    const area = parseRange(formula?.attributes['ref'] ?? '')
    if (formula) formula.attributes = { ...formula.attributes, ref: own }
    if (!area || cellName(area.left, area.top) !== own) continue
    for (const row of rows.filter(({ number }) => number >= area.top && number <= area.bottom)) {
      for (const { column, element: spilled } of row.cells) {
        const at = columnNumber(column)
        if (at >= area.left && at <= area.right && spilled !== cell.element && !childOf(spilled, 'f')) spilled.children = []
      }
    }
  }
}

/** Shifts the style numbers of columns, tables and conditional formats to those of the new workbook. */
export function shiftStyles(root: Element, shift: StyleShift): void {
  for (const { name, attributes } of walkElements(root)) {
    const style = attributes['style']
    if (name === 'col' && (style !== undefined || shift.cell > 0)) attributes['style'] = String(Number(style ?? 0) + shift.cell)
    for (const [key, value] of Object.entries(attributes)) {
      if (/dxfId$/i.test(localName(key))) attributes[key] = String(Number(value) + shift.differential)
    }
  }
}
