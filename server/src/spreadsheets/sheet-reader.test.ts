import { describe, expect, test } from 'vitest'
import { relation, relationsXml, xlsx, xlsxOfXml } from '../../test/uploads/build-files.ts'
import { cellName, parseRange } from './cell-references.ts'
import { formOf } from './number-formats.ts'
import { openWorkbook } from './workbook-reader.ts'

const limits = { packedBytes: 5_000_000, unpackedBytes: 50_000_000, compressionRatio: 100 }
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

describe('cells read from a sheet', () => {
  test('keep their stored kind and value', async () => {
    const rows = [
      [
        'text',
        'a < b & c',
        1,
        1.0,
        2.75,
        0.1,
        1.1 + 0.2,
        14_085_551_234,
        true,
        false,
        { error: '#REF!' },
        { date: 45_000 },
        { formula: 'A1&"x"', result: 'stored' },
        { formula: 'B1' },
        { rich: ['two ', 'runs'] },
      ],
    ]
    const cells = await cellsOf(await xlsx({ S: rows }))
    expect(cells.map((cell) => [cell.kind, cell.text, cell.formula])).toEqual([
      ['text', 'text', undefined],
      ['text', 'a < b & c', undefined],
      ['number', '1', undefined],
      ['number', '1', undefined],
      ['number', '2.75', undefined],
      ['number', '0.1', undefined],
      ['number', '1.3', undefined],
      ['number', '14085551234', undefined],
      ['boolean', 'true', undefined],
      ['boolean', 'false', undefined],
      ['error', '#REF!', undefined],
      ['date', '2023-03-15', undefined],
      ['text', 'stored', 'A1&"x"'],
      ['uncalculated', '', 'B1'],
      ['text', 'two runs', undefined],
    ])
  })

  test('resolve shared strings and ignore phonetic guides', async () => {
    const strings = `<sst ${main}><si><t>first</t></si><si><r><t>se</t></r><r><t xml:space="preserve">cond </t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si><si><t>line_x000D_break_x005F_x</t></si></sst>`
    const sheet = `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"/></row></sheetData></worksheet>`
    const relations = relationsXml(
      relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
    )
    const bytes = await xlsxOfXml(['S'], [sheet], { 'xl/sharedStrings.xml': strings, 'xl/_rels/workbook.xml.rels': relations })
    expect((await cellsOf(bytes)).map((cell) => cell.text)).toEqual(['second ', 'first', 'line\rbreak_x'])
  })

  test('may omit references, use prefixed elements and belong to a workbook with the 1904 date system', async () => {
    const sheet = `<x:worksheet xmlns:x="${main.slice(7, -1)}"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c><x:c/><x:c s="1"><x:v>1.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const workbook = `<workbook ${main} xmlns:q="urn:r"><workbookPr date1904="1"/><sheets><sheet name="S" q:id="rId1"/></sheets></workbook>`
    const cells = await cellsOf(await xlsxOfXml(['S'], [sheet], { 'xl/workbook.xml': workbook }))
    expect(cells.map((cell) => [cell.row, cell.column, cell.kind, cell.text])).toEqual([
      [1, 1, 'number', '7'],
      [1, 3, 'date', '1904-01-02T12:00'],
    ])
  })

  test('are recognized as dates by their number format in any locale', () => {
    expect(['yyyy-mm-dd', 'd/m/yy', '[$-409]h:mm AM/PM', '[h]:mm', 'mmm', 'YYYY"年"M"月"'].map(formOf)).toEqual(Array(6).fill('date'))
  })

  test.each(['0%', '"$"#,##0.00', '[$€-407] 0', '# ?/?', '0.0E+00', '#,##0 "days"', '¥0', '₹0', '00000'])(
    'show %s in another form',
    (format) => {
      expect(formOf(format)).toBe('formatted')
    },
  )

  test.each(['General', '0.00', '[Red]0', '0\\d', '_(* #,##0_)', '@', '#,##0;-#,##0 "less"', '[$-409]General', '[$-409]#,##0', '0'])(
    'show %s as a number',
    (format) => {
      expect(formOf(format)).toBeUndefined()
    },
  )
})

describe('reading a sheet', () => {
  test('returns merged ranges, headers, footers and comments', async () => {
    const sheet = `<worksheet ${main}><sheetData><row r="2"><c r="B2"><f>1</f></c></row></sheetData><mergeCells><mergeCell ref="A1:C2"/><mergeCell ref="nonsense"/></mergeCells><headerFooter><oddHeader>&amp;Ltop</oddHeader></headerFooter></worksheet>`
    const comments = `<comments ${main}><commentList><comment ref="B2"><text><r><t>a </t></r><r><t>note</t></r></text></comment></commentList></comments>`
    const bytes = await xlsxOfXml(['S'], [sheet], {
      'xl/comments1.xml': comments,
      'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(relation('rId1', 'comments', '../comments1.xml')),
    })
    const workbook = await openWorkbook(bytes, limits)
    const read = await workbook.readSheet(0, 'whole')
    expect(read).toMatchObject({ mergedRanges: [{ top: 1, left: 1, bottom: 2, right: 3 }], headersAndFooters: ['&Ltop'] })
    expect(read.rows[0]?.cells).toEqual([{ row: 2, column: 2, kind: 'uncalculated', text: '', formula: '1' }])
    expect(await workbook.readComments(0)).toEqual([{ cell: 'B2', text: 'a note' }])
  })

  test('reads all cells across long gaps of blank rows and columns', async () => {
    const far = [
      { row: 1, cells: ['a', ...gap(20), 'near'] },
      { row: 22, cells: ['b', ...gap(45), 'far'] },
      { row: 44, cells: ['c'] },
    ]
    const rows: (string | null)[][] = []
    for (const { row, cells } of far) {
      while (rows.length < row - 1) rows.push([])
      rows.push(cells)
    }
    const workbook = await openWorkbook(await xlsx({ S: rows }), limits)
    const texts = async (scope: 'table' | 'whole') =>
      (await workbook.readSheet(0, scope)).rows.flatMap((row) => row.cells.map((cell) => cell.text))
    expect(await texts('table')).toEqual(['a', 'near', 'b', 'far', 'c'])
    expect(await texts('whole')).toEqual(['a', 'near', 'b', 'far', 'c'])
  })

  test('formats and parses cell references like spreadsheet programs', () => {
    expect([cellName(1, 1), cellName(26, 2), cellName(27, 3), cellName(703, 4), cellName(16_384, 5)]).toEqual([
      'A1',
      'Z2',
      'AA3',
      'AAA4',
      'XFD5',
    ])
    expect(parseRange('$B$2:AA10')).toEqual({ top: 2, left: 2, bottom: 10, right: 27 })
    expect(['XFE1', 'A1048577', 'A0', 'B2:A1', 'a1', ''].map(parseRange)).toEqual(Array.from({ length: 6 }, () => undefined))
  })
})

function gap(length: number): null[] {
  return Array.from({ length }, () => null)
}

async function cellsOf(bytes: Uint8Array) {
  const workbook = await openWorkbook(bytes, limits)
  return (await workbook.readSheet(0, 'whole')).rows.flatMap((row) => row.cells)
}
