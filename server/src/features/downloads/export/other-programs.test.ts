import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { bytesOf, collected, exportOf, exportRow, partOf, questionnaireOf } from '../../../../test/support/exports.ts'
import { childOf, childrenOf, textOf } from '../../../spreadsheets/package/xml-tree.ts'
import { zipped } from '../../../spreadsheets/package/zip-writer.ts'
import { writeWorkbook } from './workbook.ts'

const definition = questionnaireOf({ fullName: 'input', age: 'numeric', born: 'date' })
const people = ['Ana', 'Ben', 'Chi'].map((fullName, index) =>
  exportRow(definition, { fullName, age: String(30 + index), born: '1990-05-06' }),
)

describe('templates by other programs', () => {
  test('may omit references, use a prefix, and share texts and formulas', async () => {
    const sheet = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>
      <x:row><x:c t="s"><x:v>1</x:v></x:c><x:c t="s"><x:v>0</x:v></x:c></x:row>
      <x:row r="3"><x:c r="B3"><x:f t="shared" ref="B3:B5" si="0">A3*$B$1</x:f><x:v>0</x:v></x:c></x:row>
      <x:row><x:c/><x:c><x:f t="shared" si="0"/></x:c><x:c><x:f>[1]Other!A1</x:f><x:v>7</x:v></x:c></x:row>
    </x:sheetData><x:pivotTableDefinition/></x:worksheet>`
    const strings =
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>b &amp; c</t></si><si><r><t>{{full</t></r><r><t>Name}}</t></r></si></sst>'
    const { root } = await sheetOf(await packed(sheet, { 'xl/sharedStrings.xml': strings }))
    const rows = childrenOf(childOf(root, 'sheetData'), 'row')
    expect(rows.map((row) => row.attributes['r'])).toEqual(['1', '2', '3', '5', '6'])
    const shown = (row: number) => childrenOf(rows[row], 'c').map((cell) => [cell.attributes['r'], textOf(childOf(cell, 'f') ?? cell)])
    expect([shown(0), shown(1)]).toEqual([
      [
        ['A1', 'Ana'],
        ['B1', 'b & c'],
      ],
      [
        ['A2', 'Ben'],
        ['B2', 'b & c'],
      ],
    ])
    expect([shown(3), shown(4)]).toEqual([
      [['B5', 'A5*$B$1']],
      [
        ['A6', ''],
        ['B6', 'A6*$B$1'],
        ['C6', '7'],
      ],
    ])
  })

  test('may be Strict Open XML', async () => {
    const sheet =
      '<worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData></worksheet>'
    const { root } = await sheetOf(await packed(sheet, {}))
    expect(root.attributes['xmlns']).toBe('http://schemas.openxmlformats.org/spreadsheetml/2006/main')
    expect(childrenOf(childOf(root, 'sheetData'), 'row').map(textOf)).toEqual(['Ana', 'Ben', 'Chi'])
  })

  test('may use other namespaces and have an active sheet', async () => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>
      <sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData></worksheet>`
    const views = '<bookViews><workbookView xmlns:xr2="urn:other" xWindow="1" xr2:uid="{1}"/></bookViews>'
    const template = await packed(sheet, {}, views)
    const { parts, facts } = exportOf(template, definition, people)
    const doubled = [...parts, ...parts].map((part) => ({ ...part, count: people.length }))
    const written = await collected(writeWorkbook({ parts: doubled, facts }))
    expect(childOf(childOf(await partOf(written, 'xl/workbook.xml'), 'bookViews'), 'workbookView')?.attributes).toEqual({ xWindow: '1' })
    const sheets = await Promise.all(['1', '2'].map((number) => partOf(written, `xl/worksheets/sheet${number}.xml`)))
    const inFront = sheets.map((root) => childOf(childOf(root, 'sheetViews'), 'sheetView')?.attributes['tabSelected'])
    expect(inFront).toEqual(['1', undefined])
  })

  test('lose only what cannot be carried over', async () => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
      <sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData>
      <pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/><oleObjects><oleObject progId="x" r:id="rId9"/></oleObjects>
      <extLst><ext uri="a"><slicer r:id="rId8"/></ext><ext uri="b"><conditionalFormattings/></ext><ext uri="c"><unknown/></ext></extLst></worksheet>`
    const { root } = await sheetOf(await packed(sheet, {}))
    expect(root.children.flatMap((child) => (typeof child === 'string' ? [] : child.name))).toEqual(['sheetData', 'pageMargins', 'extLst'])
    expect(childrenOf(childOf(root, 'extLst'), 'ext').map((extension) => extension.attributes['uri'])).toEqual(['b'])
  })
})

test.each([
  ['=1+1', true],
  ['\u0001=1+1', true],
  ['\ufffe@SUM(A1)', true],
  ['1=1', false],
])('%j is marked as quoted, so that editing its cell makes no formula: %s', async (fullName, quoted) => {
  const template = new ExcelJS.Workbook()
  template.addWorksheet('S').addRow(['{{fullName}}'])
  const rows = [exportRow(definition, { fullName })]
  const bytes = await collected(writeWorkbook(exportOf(await bytesOf(template), definition, rows)))
  const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
  const cell = childOf(childOf(childOf(sheet, 'sheetData'), 'row'), 'c')
  const formats = childrenOf(childOf(await partOf(bytes, 'xl/styles.xml'), 'cellXfs'), 'xf')
  expect(formats[Number(cell?.attributes['s'] ?? 0)]?.attributes['quotePrefix']).toBe(quoted ? '1' : undefined)
})

async function sheetOf(template: Uint8Array) {
  const bytes = await collected(writeWorkbook(exportOf(template, definition, people)))
  return { root: await partOf(bytes, 'xl/worksheets/sheet1.xml') }
}

/** Packs the smallest workbook around one sheet. */
function packed(sheet: string, others: Record<string, string>, views = ''): Promise<Buffer> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (kinds: Record<string, string>) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(kinds)
      .map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`)
      .join('')}</Relationships>`
  const parts: Record<string, string> = {
    '_rels/.rels': relations({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">${views}<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({ worksheet: '/xl/worksheets/sheet1.xml', sharedStrings: 'sharedStrings.xml' }),
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  }
  return collected(zipped(Object.entries(parts).map(([path, text]) => ({ path, contents: () => [text] }))))
}
