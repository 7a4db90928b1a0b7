import { movedArea, movedFormula, movedPlace, movedRow } from './references.ts'
import type { Growth, Moves } from './references.ts'
import { childOf, isElement, localName, textOf } from '../package/xml.ts'
import type { Element } from '../package/xml.ts'

/** Where something belongs: the old name of its sheet, and how the sheets of its template moved. */
export interface Place {
  readonly sheet: string
  readonly moves: Moves
}

const formulas = new Set(['f', 'formula', 'formula1', 'formula2', 'calculatedColumnFormula', 'totalsRowFormula'])
const untouched = new Set(['sheetViews', 'sheetPr', 'cols'])

/** A copy of what stands around the rows of a sheet, in a table or in a chart, with every reference where it belongs now. */
export function movedElement(source: Element, place: Place): Element {
  const name = localName(source.name)
  if (untouched.has(name)) return source
  const growth = growthOf(place)
  if (formulas.has(name))
    return { ...source, attributes: movedAttributes(source, place), children: [movedFormula(textOf(source), place.sheet, place.moves)] }
  if (name === 'sqref') return { ...source, children: [movedArea(textOf(source), growth)] }
  const children = source.children.map((child) => (isElement(child) ? movedElement(child, place) : child))
  return { ...source, attributes: movedAttributes(source, place), children }
}

/** A copy of a list of notes, each still at its own cell. */
export function movedComments(source: Element, place: Place): Element {
  const isComment = localName(source.name) === 'comment'
  const { ref } = source.attributes
  const attributes = isComment && ref !== undefined ? { ...source.attributes, ref: movedPlace(ref, growthOf(place)) } : source.attributes
  return { ...source, attributes, children: source.children.map((child) => (isElement(child) ? movedComments(child, place) : child)) }
}

/** A copy of a drawing: pictures and charts hang on the rows that they hung on. Drawings count rows from 0. */
export function movedDrawing(source: Element, place: Place): Element {
  const name = localName(source.name)
  const { textlink } = source.attributes
  const attributes =
    textlink === undefined ? source.attributes : { ...source.attributes, textlink: movedFormula(textlink, place.sheet, place.moves) }
  const children = source.children.map((child) => {
    if (!isElement(child)) return child
    const isAnchorRow = (name === 'from' || name === 'to') && localName(child.name) === 'row'
    return isAnchorRow
      ? { ...child, children: [String(movedRow(Number(textOf(child)) + 1, growthOf(place)) - 1)] }
      : movedDrawing(child, place)
  })
  return { ...source, attributes, children }
}

/** The boxes of notes, in a format of their own that is not always proper XML. */
export function movedNoteBoxes(source: string, place: Place): string {
  return source.replaceAll(
    /(<x:Row>\s*)(\d+)/g,
    (_, start: string, row: string) => `${start}${movedRow(Number(row) + 1, growthOf(place)) - 1}`,
  )
}

/**
 * A copy of a cell at its new row, its formula adapted. The stored result of a formula is left out: it is that of the template, and
 * programs that trust it would show it.
 */
export function movedCell(source: Element, row: number, place: Place): Element {
  const { t: _, ...attributes } = source.attributes
  const r = (attributes['r'] ?? '').replace(/\d+$/, String(row))
  const formula = childOf(source, 'f')
  if (formula) return { ...source, attributes: { ...attributes, r }, children: [movedElement(formula, place)] }
  return { ...source, attributes: { ...source.attributes, r } }
}

function movedAttributes({ name, attributes }: Element, place: Place): Record<string, string> {
  const growth = growthOf(place)
  const { ref, sqref, location, id } = attributes
  const isBreak = name === 'brk' && id !== undefined && growth !== undefined && Number(id) >= growth.row
  return {
    ...attributes,
    ...(ref !== undefined && { ref: movedArea(ref, growth) }),
    ...(sqref !== undefined && { sqref: movedArea(sqref, growth) }),
    ...(name === 'hyperlink' && location !== undefined && { location: movedFormula(location, place.sheet, place.moves) }),
    ...(isBreak && { id: String(Number(id) + growth.added) }),
  }
}

function growthOf({ sheet, moves }: Place): Growth | undefined {
  return moves.growth.get(sheet.toLowerCase())
}
