import { localName } from '../package/xml-reader.ts'
import { childOf, isElement, textOf } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { movedArea, movedCellName, movedFormula, movedRow } from './formulas/formula-references.ts'
import type { Growth, Moves } from './formulas/formula-references.ts'
import { reachesOutside } from './formulas/outside-references.ts'

/** The sheet that something belongs to, by its old name, and the moves of its template. */
export interface SheetContext {
  readonly sheet: string
  readonly moves: Moves
}

const formulas = new Set(['f', 'nf', 'formula', 'formula1', 'formula2', 'calculatedColumnFormula', 'totalsRowFormula'])
const untouched = new Set(['sheetViews', 'sheetPr', 'cols', 'colBreaks'])

/**
 * Copies an element outside the rows of a sheet, or of a table or chart, with all references updated. Conditions and validations that could
 * reach outside the workbook become `FALSE`.
 */
export function movedElement(source: Element, context: SheetContext): Element {
  const name = localName(source.name)
  if (untouched.has(name)) return source
  const growth = growthOf(context)
  const inner = source.children.filter((child) => isElement(child) || child.trim() !== '')
  // In extensions, formulas are one level further down.
  const wrapsFormula = inner.length === 1 && inner.every((child) => isElement(child) && localName(child.name) === 'f')
  if (formulas.has(name) && !wrapsFormula)
    return {
      ...source,
      attributes: movedAttributes(source, context),
      children: [movedInside(textOf(source), context) ?? 'FALSE'],
    }
  if (name === 'sqref') return movedPlace(source, (place) => movedArea(place, growth))
  const children = source.children.map((child) => {
    if (!isElement(child)) return child
    // A sparkline stays in one cell; a condition and a validation hold for all rows.
    const isPlace = name === 'sparkline' && localName(child.name) === 'sqref'
    return isPlace ? movedPlace(child, (place) => movedCellName(place, growth)) : movedElement(child, context)
  })
  return { ...source, attributes: movedAttributes(source, context), children }
}

function movedPlace(source: Element, moved: (place: string) => string): Element {
  const place = textOf(source)
  return { ...source, children: [reachesOutside(place) ? 'A1' : moved(place)] }
}

/** Copies a list of notes, each kept at its own cell. */
export function movedComments(source: Element, context: SheetContext): Element {
  const isComment = localName(source.name) === 'comment'
  const { ref } = source.attributes
  const attributes =
    isComment && ref !== undefined ? { ...source.attributes, ref: movedCellName(ref, growthOf(context)) } : source.attributes
  return { ...source, attributes, children: source.children.map((child) => (isElement(child) ? movedComments(child, context) : child)) }
}

/**
 * Copies a drawing, with pictures and charts anchored to the same rows as before. Drawings count rows from 0. No click runs a macro: that of
 * another file could be named.
 */
export function movedDrawing(source: Element, context: SheetContext): Element {
  const name = localName(source.name)
  const { macro: _, textlink: linked, ...others } = source.attributes
  const textlink = linked === undefined ? undefined : movedInside(linked, context)
  const attributes = textlink === undefined ? others : { ...others, textlink }
  const children = source.children.map((child) => {
    if (!isElement(child)) return child
    const isAnchorRow = (name === 'from' || name === 'to') && localName(child.name) === 'row'
    return isAnchorRow
      ? { ...child, children: [String(movedRow(Number(textOf(child)) + 1, growthOf(context)) - 1)] }
      : movedDrawing(child, context)
  })
  return { ...source, attributes, children }
}

const addresses = new Set(['src', 'href', 'althref'])

/** Copies the boxes of notes, each kept at its own cell, without addresses of pictures and pages, formulas and scripts. */
export function movedNoteBoxes(source: Element, context: SheetContext): Element {
  const attributes = Object.entries(source.attributes).filter(([name]) => !addresses.has(localName(name).toLowerCase()))
  const kept = source.children.filter((child) => !isElement(child) || !/^(fmla|script)/i.test(localName(child.name)))
  const children = kept.map((child) => {
    if (!isElement(child)) return child
    return localName(child.name) === 'Row'
      ? { ...child, children: [String(movedRow(Number(textOf(child)) + 1, growthOf(context)) - 1)] }
      : movedNoteBoxes(child, context)
  })
  return { ...source, attributes: Object.fromEntries(attributes), children }
}

/**
 * Copies a cell to its new row and updates its formula. A formula's stored result is dropped: it belongs to the template, and programs that
 * trust it would display it.
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
  const { ref, sqref, location, id, val, text } = attributes
  const isBreak = name === 'brk' && id !== undefined && growth !== undefined && Number(id) >= growth.row
  return {
    ...attributes,
    ...(ref !== undefined && { ref: movedArea(ref, growth) }),
    ...(sqref !== undefined && { sqref: movedArea(sqref, growth) }),
    ...(name === 'hyperlink' && location !== undefined && { location: movedInside(location, context) ?? '' }),
    // The thresholds of color scales, data bars and icons may be formulas.
    ...(name === 'cfvo' && val !== undefined && { val: movedInside(val, context) ?? '0' }),
    // Of a condition on texts; programs may compose a formula with it.
    ...(name === 'cfRule' && text !== undefined && { text: text.replaceAll('"', '') }),
    ...(isBreak && { id: String(Number(id) + growth.added) }),
  }
}

/** Rewrites a formula of the sheet; undefined if it could reach outside the workbook. */
function movedInside(formula: string, { sheet, moves }: SheetContext): string | undefined {
  return reachesOutside(formula) ? undefined : movedFormula(formula, sheet, moves)
}

function growthOf({ sheet, moves }: SheetContext): Growth | undefined {
  return moves.growth.get(sheet.toLowerCase())
}
