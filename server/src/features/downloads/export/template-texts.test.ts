import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { collected, exportOf, exportRow, partsOf, questionnaireOf } from '../../../../test/support/exports.ts'
import { externalRelation, relation, relationsXml, xlsxOfXml } from '../../../../test/uploads/build-files.ts'
import { writeWorkbook } from './workbook.ts'

const definition = questionnaireOf({ fullName: 'input' })
const people = ['Ana', 'Ben'].map((fullName) => exportRow(definition, { fullName }))
const namespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

test('a shared text is repeated without phonetic guides, and without formatting that is much larger', async () => {
  const cells = ['0', '1', '2'].map((place, column) => `<c r="${'ABC'[column]}2" t="s"><v>${place}</v></c>`).join('')
  const first = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row>
    <row r="2">${cells}</row></sheetData></worksheet>`
  const noise = randomBytes(6_000).toString('hex')
  const template = await xlsxOfXml(['People here'], [first], {
    'xl/_rels/workbook.xml.rels': relationsXml(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'strings.xml'),
    ),
    'xl/strings.xml': `<sst ${namespaces}><si><t>plain</t><rPh sb="0" eb="1"><t>${noise}</t></rPh><phoneticPr fontId="1"/></si>
      <si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> end</t></r></si>
      <si><r><rPr><rFont val="${noise}"/></rPr><t xml:space="preserve">large </t></r><r><t>font</t></r></si></sst>`,
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  const written = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(written.match(/<is>.*?<\/is>/g)?.slice(2)).toEqual([
    '<is><t>plain</t></is>',
    '<is><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> end</t></r></is>',
    '<is><t xml:space="preserve">large font</t></is>',
  ])
})

test('a placeholder is filled in a hidden row and in a cell without a type, and a shared text without a number is none', async () => {
  const first = `<worksheet ${namespaces}><sheetData><row r="1" ht="20" hidden="1"><c r="A1"><v>{{fullName}}</v></c><c r="B1" t="s"/></row>
    <row r="2" hidden="1"><c r="A2"><v>7</v></c></row></sheetData></worksheet>`
  const template = await xlsxOfXml(['People here'], [first], {
    'xl/_rels/workbook.xml.rels': relationsXml(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'sharedStrings', 'strings.xml'),
    ),
    'xl/strings.xml': `<sst ${namespaces}><si><t>first</t></si></sst>`,
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  expect(parts['xl/worksheets/sheet1.xml']).toContain(
    '<row r="1" ht="20"><c r="A1" t="inlineStr"><is><t>Ana</t></is></c><c r="B1"/></row><row r="2" ht="20"><c r="A2" t="inlineStr"><is><t>Ben</t></is></c><c r="B2"/></row><row r="3" hidden="1"><c r="A3"><v>7</v></c></row>',
  )
})

test('a cell holds no more text than programs show, and a relationship no longer address than they open', async () => {
  const long = 'x'.repeat(40_000)
  const first = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row>
    <row r="2"><c r="A2" t="str"><v>1<x>${long}</x></v></c><c r="B2" t="str"><v>${long}</v></c></row></sheetData>
    <hyperlinks><hyperlink ref="A2" r:id="rId1"/><hyperlink ref="B2" r:id="rId2"/></hyperlinks></worksheet>`
  const template = await xlsxOfXml(['People here'], [first], {
    'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(
      externalRelation('rId1', 'hyperlink', `https://example.org/${long}`) + externalRelation('rId2', 'hyperlink', 'https://example.org/'),
    ),
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  const written = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(written).toContain('<c r="A3" t="str"><v>1</v></c>')
  expect(written).toContain(`<v>${'x'.repeat(32_767)}</v>`)
  expect(written).toContain('<hyperlinks><hyperlink ref="B3" r:id="rId2"/></hyperlinks>')
})

test('an export fails if the row of answers repeats very much fixed text', async () => {
  const cells = Array.from(
    { length: 4 },
    (_, column) => `<c r="B${column}1" t="inlineStr"><is><t>${randomBytes(15_000).toString('hex')}</t></is></c>`,
  ).join('')
  const first = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c>${cells}</row></sheetData></worksheet>`
  const template = await xlsxOfXml(['People here'], [first])
  await expect(collected(writeWorkbook(exportOf(template, definition, people)))).rejects.toThrow('more than 100,000 characters')
})
