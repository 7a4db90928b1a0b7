import { expect, test } from 'vitest'
import { collected, exportOf, exportRow, partsOf, questionnaireOf } from '../../../../test/support/exports.ts'
import { xlsxOfXml } from '../../../../test/uploads/build-files.ts'
import { writeWorkbook } from './workbook.ts'

const definition = questionnaireOf({ fullName: 'input' })
const people = ['Ana', 'Ben', 'Chi'].map((fullName) => exportRow(definition, { fullName }))
const namespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"`
const answerRow = '<row r="5"><c r="A5" t="inlineStr"><is><t>{{fullName}}</t></is></c></row>'

test('a formula whose result spills keeps its mark, and nothing that is in its way', async () => {
  const parts = await exported(`<sheetData>
    <row r="1"><c r="A1" cm="3"><f t="array" ref="A1:B2">_xlfn._xlws.SORT(A5:A5)</f><v>old</v></c><c r="B1" s="0"><v>2</v></c><c r="C1"><v>3</v></c></row>
    <row r="2"><c r="A2" t="str"><v>old</v></c><c r="B2"><f>1+1</f></c></row>
    <row r="3"><c r="D3" cm="1"><f t="array" ref="A1:D3">UNIQUE(A5:A5)</f></c><c r="A3"><f t="array" ref="A3:A4">TRANSPOSE(A5:B5)</f></c></row><row r="4"><c r="A4"><v>4</v></c></row>${answerRow}</sheetData>`)
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<c r="A1" cm="1"><f t="array" ref="A1">_xlfn._xlws.SORT(A5:A7)</f></c><c r="B1"/><c r="C1"><v>3</v></c>')
  expect(sheet).toContain('<c r="A2" t="str"/><c r="B2"><f>1+1</f></c>')
  expect(sheet, 'control').toContain(
    '<c r="D3" cm="1"><f t="array" ref="D3">UNIQUE(A5:A7)</f></c><c r="A3"><f t="array" ref="A3:A4">TRANSPOSE(A5:B7)</f></c></row><row r="4"><c r="A4"><v>4</v></c>',
  )
  expect(parts['xl/metadata.xml']).toContain('<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/>')
  expect(parts['[Content_Types].xml']).toContain('sheetMetadata+xml')
  expect(parts['xl/_rels/workbook.xml.rels']).toContain('Target="metadata.xml"')
})

test('a template without such formulas gets no metadata', async () => {
  const parts = await exported(`<sheetData><row r="1"><c r="A1" cm="1"><v>1</v></c></row>${answerRow}</sheetData>`)
  expect(parts['xl/metadata.xml']).toBeUndefined()
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<c r="A1"><v>1</v></c>')
})

test('breaks between rows move, those between columns do not', async () => {
  const breaks = (name: string) => `<${name} count="1" manualBreakCount="1"><brk id="6" max="16383" man="1"/></${name}>`
  const { 'xl/worksheets/sheet1.xml': sheet = '' } = await exported(
    `<sheetData>${answerRow}</sheetData>${breaks('rowBreaks')}${breaks('colBreaks')}`,
  )
  expect(sheet.match(/<brk id="\d+"/g)).toEqual(['<brk id="8"', '<brk id="6"'])
})

test('a sparkline in the row of answers stays in one cell and shows all answers', async () => {
  const sparklineAt = (place: string) => `<x14:sparkline><xm:f>People!A5:A5</xm:f><xm:sqref>${place}</xm:sqref></x14:sparkline>`
  const sparkline = sparklineAt('B5') + sparklineAt('WEBSERVICE("https://example.org/")')
  const groups = `<x14:sparklineGroups><x14:sparklineGroup><x14:sparklines>${sparkline}</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups>`
  const { 'xl/worksheets/sheet1.xml': sheet = '' } = await exported(
    `<sheetData>${answerRow}</sheetData><extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}">${groups}</ext></extLst>`,
  )
  expect(sheet).toContain('<xm:f>People!A5:A7</xm:f><xm:sqref>B5</xm:sqref>')
  expect(sheet, 'no formula in place of a cell').toContain('<xm:f>People!A5:A7</xm:f><xm:sqref>A1</xm:sqref>')
})

async function exported(content: string) {
  const template = await xlsxOfXml(['People'], [`<worksheet ${namespaces}>${content}</worksheet>`])
  return partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
}
