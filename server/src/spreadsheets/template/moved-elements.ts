import { localName } from '../package/xml-reader.ts'
import { childOf, isElement, textOf } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { movedArea, movedCellName, movedFormula, movedRow } from './formula-references.ts'
import type { Growth, Moves } from './formula-references.ts'

/** Which sheet of a template something belongs to, by its old name, and how the sheets of that template moved. */
export interface SheetContext {
  readonly sheet: string
  readonly moves: Moves
}

const formulas = new Set(['f', 'formula', 'formula1', 'formula2', 'calculatedColumnFormula', 'totalsRowFormula'])
const untouched = new Set(['sheetViews', 'sheetPr', 'cols'])

/** A copy of what stands around the rows of a sheet, in a table or in a chart, with every reference where it belongs now. */
export function movedElement(source: Element, context: SheetContext): Element {
  const name = localName(source.name)
  if (untouched.has(name)) return source
  const growth = growthOf(context)
  if (formulas.has(name))
    return {
      ...source,
      attributes: movedAttributes(source, context),
      children: [movedFormula(textOf(source), context.sheet, context.moves)],
    }
  if (name === 'sqref') return { ...source, children: [movedArea(textOf(source), growth)] }
  const children = source.children.map((child) => (isElement(child) ? movedElement(child, context) : child))
  return { ...source, attributes: movedAttributes(source, context), children }
}

/** A copy of a list of notes, each still at its own cell. */
export function movedComments(source: Element, context: SheetContext): Element {
  const isComment = localName(source.name) === 'comment'
  const { ref } = source.attributes
  const attributes =
    isComment && ref !== undefined ? { ...source.attributes, ref: movedCellName(ref, growthOf(context)) } : source.attributes
  return { ...source, attributes, children: source.children.map((child) => (isElement(child) ? movedComments(child, context) : child)) }
}

/** A copy of a drawing: pictures and charts hang on the rows that they hung on. Drawings count rows from 0. */
export function movedDrawing(source: Element, context: SheetContext): Element {
  const name = localName(source.name)
  const { textlink } = source.attributes
  const attributes =
    textlink === undefined ? source.attributes : { ...source.attributes, textlink: movedFormula(textlink, context.sheet, context.moves) }
  const children = source.children.map((child) => {
    if (!isElement(child)) return child
    const isAnchorRow = (name === 'from' || name === 'to') && localName(child.name) === 'row'
    return isAnchorRow
      ? { ...child, children: [String(movedRow(Number(textOf(child)) + 1, growthOf(context)) - 1)] }
      : movedDrawing(child, context)
  })
  return { ...source, attributes, children }
}

/** The boxes of notes, in a format of their own that is not always proper XML. */
export function movedNoteBoxes(source: string, context: SheetContext): string {
  return source.replaceAll(
    /(<x:Row>\s*)(\d+)/g,
    (_, start: string, row: string) => `${start}${movedRow(Number(row) + 1, growthOf(context)) - 1}`,
  )
}

/**
 * A copy of a cell at its new row, its formula adapted. The stored result of a formula is left out: it is that of the template, and
 * programs that trust it would show it.
 */
export function movedCell(source: Element, row: number, context: SheetContext): Element {
  const { t: _, ...attributes } = source.attributes
  const r = (attributes['r'] ?? '').replace(/\d+$/, String(row))
  const formula = childOf(source, 'f')
  if (formula) return { ...source, attributes: { ...attributes, r }, children: [movedElement(formula, context)] }
  return { ...source, attributes: { ...source.attributes, r } }
}

function movedAttributes({ name, attributes }: Element, context: SheetContext): Record<string, string> {
  const growth = growthOf(context)
  const { ref, sqref, location, id } = attributes
  const isBreak = name === 'brk' && id !== undefined && growth !== undefined && Number(id) >= growth.row
  return {
    ...attributes,
    ...(ref !== undefined && { ref: movedArea(ref, growth) }),
    ...(sqref !== undefined && { sqref: movedArea(sqref, growth) }),
    ...(name === 'hyperlink' && location !== undefined && { location: movedFormula(location, context.sheet, context.moves) }),
    ...(isBreak && { id: String(Number(id) + growth.added) }),
  }
}

function growthOf({ sheet, moves }: SheetContext): Growth | undefined {
  return moves.growth.get(sheet.toLowerCase())
}
