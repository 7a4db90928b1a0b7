import { lastRow } from '../cell-references.ts'
import { closingTag, inPieces, isElement, openingTag, printedPieces, printXml, xmlDeclaration } from '../package/xml-tree.ts'
import { movedCell, movedElement } from './moved-elements.ts'
import type { SheetToFill } from './open-template.ts'
import { rowTokens, rowWriter } from './row-writer.ts'
import type { CellFilling, TemplateCell } from './row-writer.ts'
import type { PlannedCell, PlannedRow } from './sheet-plan.ts'

// Large enough to keep compression busy while the next rows are produced, small enough for the processor's cache: 256 KB take a tenth longer.
const chunkLength = 64 * 1024

/**
 * Yields the XML of a sheet in chunks: the rows above the repeated row, one row per record, then the remaining rows, moved down. `onRow` is
 * called for each record row. Formulas above the repeated row use the announced growth of the sheet, those after it the actual growth.
 */
export async function* sheetChunks<Row>(
  sheet: SheetToFill,
  rows: () => AsyncIterable<Row>,
  filling: CellFilling<Row>,
  onRow: () => void,
): AsyncGenerator<string> {
  const { plan, context } = sheet
  if (plan.root.name !== 'worksheet') return yield* printedPieces(movedElement(plan.root, context))
  const children = plan.root.children.filter(isElement)
  const dataAt = children.findIndex((child) => child.name === 'sheetData')
  const around = (from: number, to: number) => children.slice(from, to).map((child) => movedElement(child, context))
  yield* inPieces([xmlDeclaration, openingTag(plan.root), ...around(0, dataAt), '<sheetData>'])
  const repeated = plan.rows.find((row) => row.number === plan.repeatedRow)
  yield* fixedRows(
    plan.rows.filter((row) => !repeated || row.number < repeated.number),
    0,
    sheet,
    filling,
  )
  if (repeated) {
    const count = yield* recordRows(repeated, rows, filling, onRow)
    const added = Math.max(count, 1) - 1
    context.moves.growth.set(context.sheet.toLowerCase(), { row: repeated.number, added })
    const last = plan.rows.at(-1)?.number ?? 0
    if (last + added > lastRow) throw new RangeError(`a sheet holds ${lastRow} rows; this one would need ${last + added}`)
    yield* fixedRows(
      plan.rows.filter((row) => row.number > repeated.number),
      added,
      sheet,
      filling,
    )
  }
  yield* inPieces(['</sheetData>', ...around(dataAt + 1, children.length), closingTag(plan.root)])
}

async function* recordRows<Row>(
  planned: PlannedRow,
  rows: () => AsyncIterable<Row>,
  filling: CellFilling<Row>,
  onRow: () => void,
): AsyncGenerator<string, number> {
  const write = rowWriter(planned.attributes, planned.cells.map(templateCell), filling)
  let chunk = ''
  let count = 0
  for await (const row of rows()) {
    chunk += write(row, planned.number + count, count + 1)
    count += 1
    onRow()
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield count === 0 ? write(undefined, planned.number, 1) : chunk
  return count
}

function fixedRows<Row>(rows: readonly PlannedRow[], added: number, sheet: SheetToFill, filling: CellFilling<Row>): Generator<string> {
  return inPieces(fixedTokens(rows, added, sheet, filling))
}

function* fixedTokens<Row>(rows: readonly PlannedRow[], added: number, sheet: SheetToFill, filling: CellFilling<Row>): Generator<string> {
  for (const planned of rows) {
    const number = planned.number + added
    const cells = planned.cells.values().map((cell) => templateCell({ ...cell, element: movedCell(cell.element, number, sheet.context) }))
    yield* rowTokens(planned.attributes, cells, filling, number)
  }
}

/** Splits a cell's XML at its row number. */
function templateCell({ column, style, text, element }: PlannedCell): TemplateCell {
  if (text !== undefined) return { column, style, text, fixed: '' }
  const xml = printXml(element)
  const reference = `r="${element.attributes['r'] ?? ''}`
  return { column, style, fixed: xml.slice(xml.indexOf(reference) + reference.length) }
}
