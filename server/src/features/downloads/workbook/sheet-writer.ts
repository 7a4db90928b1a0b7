import type { ExportRow } from './export-row.ts'
import { rowWriter } from './cells/row-writer.ts'
import type { Pen, TemplateCell } from './cells/row-writer.ts'
import { movedCell, movedElement } from './template/moved.ts'
import type { ExportSheet } from './template/open-template.ts'
import { lastRow } from './template/references.ts'
import type { PlannedCell, PlannedRow } from './template/sheet.ts'
import { closingTag, isElement, openingTag, printDocument, printXml, xmlDeclaration } from './package/xml.ts'

const pieceLength = 64 * 1024

/**
 * The XML of a sheet in pieces: what stands above the answer row, one row for each respondent, then the rest, moved down. `told` hears
 * of every row written. Formulas above the answer row go by the growth announced for the sheet, all after it by the growth found.
 */
export async function* sheetPieces(
  sheet: ExportSheet,
  rows: () => AsyncIterable<ExportRow>,
  pen: Pen,
  told: () => void,
): AsyncGenerator<string> {
  const { plan, place } = sheet
  if (plan.root.name !== 'worksheet') return yield printDocument(movedElement(plan.root, place))
  const children = plan.root.children.filter(isElement)
  const dataAt = children.findIndex((child) => child.name === 'sheetData')
  const around = (from: number, to: number) =>
    children
      .slice(from, to)
      .filter((child) => child.name !== 'dimension')
      .map((child) => printXml(movedElement(child, place)))
  yield [xmlDeclaration, openingTag(plan.root), ...around(0, dataAt), '<sheetData>'].join('')
  const answerRow = plan.rows.find((row) => row.number === plan.answerRow)
  yield* fixedRows(
    plan.rows.filter((row) => !answerRow || row.number < answerRow.number),
    0,
    sheet,
    pen,
  )
  if (answerRow) {
    const count = yield* repeated(answerRow, rows, pen, told)
    const added = Math.max(count, 1) - 1
    place.moves.growth.set(place.sheet.toLowerCase(), { row: answerRow.number, added })
    const last = plan.rows.at(-1)?.number ?? 0
    if (last + added > lastRow) throw new Error(`A sheet holds ${lastRow} rows; this one would need ${last + added}`)
    yield* fixedRows(
      plan.rows.filter((row) => row.number > answerRow.number),
      added,
      sheet,
      pen,
    )
  }
  yield ['</sheetData>', ...around(dataAt + 1, children.length), closingTag(plan.root)].join('')
}

async function* repeated(
  planned: PlannedRow,
  rows: () => AsyncIterable<ExportRow>,
  pen: Pen,
  told: () => void,
): AsyncGenerator<string, number> {
  const write = rowWriter(planned.attributes, planned.cells.map(templateCell), pen)
  let piece = ''
  let count = 0
  for await (const row of rows()) {
    piece += write(row, planned.number + count, count + 1)
    count += 1
    told()
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield count === 0 ? write(undefined, planned.number, 1) : piece
  return count
}

function* fixedRows(rows: readonly PlannedRow[], added: number, sheet: ExportSheet, pen: Pen): Generator<string> {
  for (const planned of rows) {
    const number = planned.number + added
    const cells = planned.cells.map((cell) => templateCell({ ...cell, element: movedCell(cell.element, number, sheet.place) }))
    yield rowWriter(planned.attributes, cells, pen)(undefined, number, 0)
  }
}

/** A cell taken apart around its row number. */
function templateCell({ column, style, text, element }: PlannedCell): TemplateCell {
  if (text !== undefined) return { column, style, text, fixed: '' }
  const xml = printXml(element)
  const reference = `r="${element.attributes['r'] ?? ''}`
  return { column, style, fixed: xml.slice(xml.indexOf(reference) + reference.length) }
}
