import { ZipFile } from 'yazl'

/** A cell of a test workbook: text, a number, or a value of another type. */
export type TestCell =
  | string
  | number
  | boolean
  | null
  | { readonly date: number }
  | { readonly percentage: number }
  | { readonly error: string }
  /** Without a result, as programs write it that do not calculate. */
  | { readonly formula: string; readonly result?: string }
  | { readonly rich: readonly string[] }
export type TestSheets = Readonly<Record<string, readonly (readonly TestCell[])[]>>

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * Builds an .xlsx with these sheets, by hand so that tests control every byte. `parts` adds or replaces parts of the zip, `merges` lists the
 * merged ranges of a sheet.
 */
export async function xlsx(
  sheets: TestSheets,
  parts: Readonly<Record<string, string>> = {},
  merges: Readonly<Record<string, readonly string[]>> = {},
): Promise<Uint8Array> {
  const xml = Object.entries(sheets).map(([name, rows]) => {
    const ranges = merges[name]?.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const merged = ranges === undefined ? '' : `<mergeCells>${ranges}</mergeCells>`
    return `${declaration}<worksheet ${main}><sheetData>${rowsXml(rows)}</sheetData>${merged}</worksheet>`
  })
  return xlsxOfXml(Object.keys(sheets), xml, parts)
}

/** Builds an .xlsx whose sheets are given as XML. */
export async function xlsxOfXml(
  names: readonly string[],
  sheets: readonly string[],
  parts: Readonly<Record<string, string | Buffer>> = {},
): Promise<Uint8Array> {
  const list = names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')
  const relations = names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')
  return zip({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relationsXml(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${relationType}"><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml(relations + relation('rIdS', 'styles', 'styles.xml')),
    'xl/styles.xml': `${declaration}<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(sheets.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
    ...parts,
  })
}

/** Builds a zip file with these parts. */
export async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name)
  file.end()
  const chunks: Buffer[] = []
  for await (const chunk of file.outputStream) chunks.push(Buffer.from(chunk))
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns the relationships part for `relation` entries. */
export function relationsXml(relations: string): string {
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`
}

/** Returns one relationship of an office document. */
export function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`
}

/** Returns one relationship of an office document to an address outside of it. */
export function externalRelation(id: string, type: string, address: string): string {
  return relation(id, type, address).replace('/>', ' TargetMode="External"/>')
}

/** Encodes rows as comma-separated UTF-8. */
export function csv(rows: readonly (readonly string[])[]): Uint8Array {
  const lines = rows.map((row) => row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
  return new TextEncoder().encode(lines.join('\n'))
}

/** Returns sheets with some cells changed, by `sheet!CELL`; missing sheets are added, `null` empties a cell. */
export function changed(sheets: TestSheets, cells: Readonly<Record<string, TestCell>>): TestSheets {
  const copies = new Map(Object.entries(sheets).map(([name, rows]) => [name, rows.map((row) => [...row])]))
  for (const [place, value] of Object.entries(cells)) {
    const [, name = '', letters = '', number = ''] = /^(.*)!([A-Z]+)(\d+)$/.exec(place) ?? []
    const rows = copies.get(name) ?? []
    copies.set(name, rows)
    while (rows.length < Number(number)) rows.push([])
    const row = rows[Number(number) - 1] ?? []
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    while (row.length < column) row.push(null)
    row[column - 1] = value
  }
  return Object.fromEntries(copies)
}

function rowsXml(rows: readonly (readonly TestCell[])[]): string {
  return rows
    .map(
      (row, index) =>
        `<row r="${index + 1}">${row.map((cell, column) => cellXml(cell, `${letters(column + 1)}${index + 1}`)).join('')}</row>`,
    )
    .join('')
}

function cellXml(cell: TestCell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if ('date' in cell) return `<c r="${place}" s="1"><v>${cell.date}</v></c>`
  if ('percentage' in cell) return `<c r="${place}" s="2"><v>${cell.percentage}</v></c>`
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`
  if ('formula' in cell) {
    const { formula, result } = cell
    const type = result === undefined ? '' : ' t="str"'
    return `<c r="${place}"${type}><f>${escaped(formula)}</f><v>${escaped(result ?? '')}</v></c>`
  }
  return `<c r="${place}" t="inlineStr"><is>${cell.rich.map((run) => `<r><rPr><b/></rPr><t>${escaped(run)}</t></r>`).join('')}</is></c>`
}

function letters(column: number): string {
  return column <= 26 ? String.fromCharCode(64 + column) : letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
