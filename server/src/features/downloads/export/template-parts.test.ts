import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { collected, exportOf, exportRow, onePixel, partsOf, questionnaireOf } from '../../../../test/support/exports.ts'
import { externalRelation, relation, relationsXml, xlsxOfXml } from '../../../../test/uploads/build-files.ts'
import { writeWorkbook } from './workbook.ts'

const definition = questionnaireOf({ fullName: 'input' })
const people = ['Ana', 'Ben'].map((fullName) => exportRow(definition, { fullName }))
const namespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
  xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
  xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`

const sheet = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData>
  <hyperlinks><hyperlink ref="B1" r:id="rIdWeb"/><hyperlink ref="B2" r:id="rIdFile"/><hyperlink ref="B3" location="'\\\\evil\\s\\x.xlsx'!A1"/></hyperlinks>
  <scenarios><scenario name="S"><inputCells r="A9" val="=WEBSERVICE(&quot;http://evil&quot;)"/></scenario></scenarios>
  <pageSetup orientation="landscape" r:id="rIdP"/><drawing r:id="rIdD"/><legacyDrawing r:id="rIdV"/>
  <tableParts count="1"><tablePart r:id="rIdT"/></tableParts>
  <extLst><ext uri="{y}"><x15:webExtensions xmlns:x15="x15"><x15:webExtension appRef="evil"/></x15:webExtensions></ext></extLst></worksheet>`
const anchor = (content: string) =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>2</xdr:row></xdr:from>${content}<xdr:clientData/></xdr:twoCellAnchor>`
const picture = (name: string, blip: string, link = '') =>
  anchor(`<xdr:pic macro="[1]!evil"><xdr:nvPicPr><xdr:cNvPr id="2" name="${name}">${link}</xdr:cNvPr></xdr:nvPicPr>
    <xdr:blipFill><a:blip ${blip}</xdr:blipFill></xdr:pic>`)
const drawing = `<xdr:wsDr ${namespaces}>
  ${picture('kept', 'r:embed="rIdI"/>', '<a:hlinkClick r:id="rIdWeb"/>')}
  ${picture('copied and linked', 'r:embed="rIdI" r:link="rIdL"/>', '<a:hlinkClick r:id="rIdUnc"/>')}
  ${picture('of another kind', 'r:embed="rIdSvg"/>')}${picture('fetched as a link', 'r:link="rIdWeb"/>')}${picture('embedded as a link', 'r:embed="rIdWeb"/>')}
  ${picture('with vector', 'r:embed="rIdI"><a:extLst><a:ext uri="{x}"><svg:svgBlip xmlns:svg="svg" r:embed="rIdS"/></a:ext></a:extLst></a:blip>')}
  ${anchor('<xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rIdC"/></a:graphicData></a:graphic></xdr:graphicFrame>')}
  ${anchor('<xdr:graphicFrame><a:graphic><a:graphicData><we:evil xmlns:we="we" r:id="rIdW"/></a:graphicData></a:graphic></xdr:graphicFrame>')}
  ${anchor('<xdr:sp textlink="[1]evil!A1"><xdr:txBody/></xdr:sp>')}${anchor('<xdr:sp textlink="$A$3"><xdr:txBody/></xdr:sp>')}
  </xdr:wsDr>`
const chart = `<c:chartSpace ${namespaces}><c:chart><c:plotArea><c:f>'People here'!$A$1:$A$1</c:f></c:plotArea></c:chart>
  <c:externalData r:id="rIdX"><c:autoUpdate val="1"/></c:externalData></c:chartSpace>`
const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">
  <v:shape fillcolor="yellow"><v:fill src="http://evil/fill.png"/><v:imagedata o:relid="rIdWeb" o:href = 'file:////evil/x.png'/>
  <x:ClientData ObjectType="Note"><x:Row>2</x:Row><x:Column>0</x:Column><x:FmlaMacro><!-- -->[1]!evil</x:FmlaMacro></x:ClientData></v:shape></xml>`
const table = `<table ${namespaces} id="1" name="T" displayName="T" ref="D1:D2" tableType="queryTable" connectionId="1"><tableColumns count="1">
  <tableColumn id="1" name="x" queryTableFieldId="1"><xmlColumnPr mapId="1" xpath="/evil"/></tableColumn></tableColumns></table>`

const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="xml" ContentType="application/vnd.evil"/><Default Extension="png" ContentType="image/png"/>
  <Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.evil.macrosheet+xml"/></Types>`

const hostile = {
  '[Content_Types].xml': contentTypes,
  'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(
    relation('rIdD', 'drawing', '../drawings/drawing1.xml') +
      relation('rIdV', 'vmlDrawing', '../drawings/vmlDrawing1.vml') +
      relation('rIdT', 'table', '../tables/table1.xml') +
      relation('rIdP', 'printerSettings', '../printerSettings/printerSettings1.bin') +
      externalRelation('rIdWeb', 'hyperlink', 'https://example.org/help') +
      externalRelation('rIdFile', 'hyperlink', 'file:////evil/share/x.xlsx'),
  ),
  'xl/drawings/drawing1.xml': drawing,
  'xl/drawings/_rels/drawing1.xml.rels': relationsXml(
    relation('rIdI', 'image', '../media/image1.png') +
      relation('rIdS', 'image', '../media/image2.png') +
      relation('rIdC', 'chart', '../charts/chart1.xml') +
      relation('rIdSvg', 'diagramColors', '../diagrams/colors9.xml') +
      relation('rIdW', 'webextension', '../webextensions/evil1.xml') +
      relation('rIdO', 'oleObject', '../embeddings/evil1.bin') +
      externalRelation('rIdL', 'image', 'http://evil/tracker.png') +
      externalRelation('rIdWeb', 'hyperlink', 'https://example.org/help') +
      externalRelation('rIdUnc', 'hyperlink', String.raw`\\evil\share`),
  ),
  'xl/drawings/vmlDrawing1.vml': vml,
  'xl/drawings/_rels/vmlDrawing1.vml.rels': relationsXml(
    externalRelation('rIdL', 'image', 'http://evil/tracker.png') + externalRelation('rIdWeb', 'hyperlink', 'http://evil/tracker.png'),
  ),
  'xl/charts/chart1.xml': chart,
  'xl/charts/_rels/chart1.xml.rels': relationsXml(
    externalRelation('rIdX', 'oleObject', 'file:////evil/share/book.xlsx') + externalRelation('rIdY', 'hyperlink', 'http://evil/book.xlsx'),
  ),
  'xl/tables/table1.xml': table,
  'xl/tables/_rels/table1.xml.rels': relationsXml(relation('rIdQ', 'queryTable', '../queryTables/evil1.xml')),
  'xl/diagrams/colors9.xml': '<colorsDef/>',
  'xl/media/image1.png': onePixel,
  'xl/media/image2.png': '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><image href="http://evil/x.png"/></svg>',
  'xl/webextensions/evil1.xml': '<evil/>',
  'xl/embeddings/evil1.bin': 'evil',
  'xl/queryTables/evil1.xml': '<evil/>',
  'xl/printerSettings/printerSettings1.bin': String.raw`\\evil\printer`,
}

test('an export keeps formulas of extensions, such as a list of choices on another sheet, at their depth', async () => {
  const validation = (formula: string) =>
    `<x14:dataValidation type="list"><x14:formula1><xm:f>${formula}</xm:f></x14:formula1><xm:sqref>B1</xm:sqref></x14:dataValidation>`
  const extended = `<worksheet ${namespaces} xmlns:x14="x14" xmlns:xm="xm"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row>
    <row r="2"><c r="A2"><v>1</v></c></row></sheetData><extLst><ext uri="{x}"><x14:dataValidations count="2">${validation("'People here'!$A$2")}
    ${validation('WEBSERVICE(&quot;evil&quot;)')}</x14:dataValidations></ext></extLst></worksheet>`
  const template = await xlsxOfXml(['People here'], [extended])
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  const written = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(written).toContain("<x14:formula1><xm:f>'People here'!$A$3</xm:f></x14:formula1><xm:sqref>B1:B2</xm:sqref>")
  expect(written).toContain('<x14:formula1><xm:f>FALSE</xm:f></x14:formula1>')
})

test('an export keeps the pictures, charts, notes, tables and links of a template, and nothing that reaches outside the workbook', async () => {
  const template = await xlsxOfXml(['People here'], [sheet], hostile)
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))

  expect(Object.entries(parts).filter(([name, text]) => /evil|svg/.test(name + text))).toEqual([])
  const copied = Object.keys(parts).filter((name) => /media|charts|drawings|tables|printer|related/.test(name))
  expect(copied.toSorted()).toEqual([
    'xl/charts/chart1.xml',
    'xl/drawings/_rels/drawing1.xml.rels',
    'xl/drawings/drawing1.xml',
    'xl/drawings/vmlDrawing1.vml',
    'xl/media/image1.png',
    'xl/tables/table1.xml',
  ])
  const written = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(written).toContain('<hyperlinks><hyperlink ref="B1:B2" r:id="rIdWeb"/><hyperlink ref="B4" location=""/></hyperlinks>')
  expect(written).toContain('<pageSetup orientation="landscape"/>')
  expect(written).toMatch(/<drawing r:id="rIdD"\/>.*<legacyDrawing r:id="rIdV"\/>.*<tablePart r:id="rIdT"\/>/s)
  const drawn = parts['xl/drawings/drawing1.xml'] ?? ''
  expect(drawn.match(/<a:blip r:embed="rIdI"/g)).toHaveLength(3)
  expect(drawn.match(/<a:blip[^>]*>/g)).toHaveLength(6)
  expect(drawn).not.toContain('rIdSvg')
  expect(drawn.match(/r:\w+="rIdWeb"/g)).toEqual(['r:id="rIdWeb"'])
  expect(drawn.match(/<a:hlinkClick r:id="rIdWeb"\/>/g)).toHaveLength(1)
  expect(drawn.match(/hlinkClick|macro|r:link/g)).toEqual(['hlinkClick'])
  expect(drawn).toContain('<c:chart r:id="rIdC"/>')
  expect(drawn.match(/<xdr:sp[^>]*>/g)).toEqual(['<xdr:sp>', '<xdr:sp textlink="$A$4">'])
  expect(parts['xl/charts/chart1.xml']).toContain("<c:f>'People here'!$A$1:$A$2</c:f>")
  expect(parts['xl/drawings/vmlDrawing1.vml']).toContain('<x:Row>3</x:Row>')
  expect(parts['xl/drawings/vmlDrawing1.vml']).not.toMatch(/\s(src|o:href)\s*=/)
  expect(parts['xl/tables/table1.xml']).toContain('<tableColumn id="1" name="x"/>')
})

test('pictures are copied once, however many sheets and spellings of their path refer to them', async () => {
  const drawn = Array.from({ length: 6 }, (_, place) => picture(`p${place}`, `r:embed="rId${place}"/>`)).join('')
  const spellings = ['image1.png', 'IMAGE1.png', 'Image1.PNG', 'image1.pnG', 'imagE1.png', 'iMage1.png']
  const relations = relationsXml(spellings.map((name, place) => relation(`rId${place}`, 'image', `../media/${name}`)).join(''))
  const withDrawing = (row: string) => `<worksheet ${namespaces}><sheetData>${row}</sheetData><drawing r:id="rIdD"/></worksheet>`
  const first = withDrawing('<row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row>')
  const template = await xlsxOfXml(['People here', 'Other'], [first, withDrawing('')], {
    '[Content_Types].xml': contentTypes,
    'xl/media/image1.png': onePixel,
    ...Object.fromEntries(
      [1, 2].flatMap((number) => [
        [`xl/worksheets/_rels/sheet${number}.xml.rels`, relationsXml(relation('rIdD', 'drawing', `../drawings/drawing${number}.xml`))],
        [`xl/drawings/drawing${number}.xml`, `<xdr:wsDr ${namespaces}>${drawn}</xdr:wsDr>`],
        [`xl/drawings/_rels/drawing${number}.xml.rels`, relations],
      ]),
    ),
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  expect(Object.entries(parts).filter(([name]) => name.includes('media'))).toEqual([['xl/media/image1.png', onePixel.toString()]])
  expect(parts['xl/drawings/_rels/drawing2.xml.rels']?.match(/media\/image1\.png/g)).toHaveLength(6)
})

const noted = (vml: string | Buffer) =>
  xlsxOfXml(
    ['People here'],
    [
      `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData>
      <legacyDrawing r:id="rIdV"/></worksheet>`,
    ],
    {
      'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(relation('rIdV', 'vmlDrawing', '../drawings/vmlDrawing1.vml')),
      'xl/drawings/vmlDrawing1.vml': vml,
      'padding.bin': randomBytes(40_000).toString('base64'),
    },
  )

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://evil/x.png"/></svg>'],
  ['SVG after much space', `${' '.repeat(1_500)}<svg><image href="http://evil/x.png"/></svg>`],
  ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n(evil) run'],
  ['compressed', gzipSync('<svg>evil</svg>')],
  ['a metafile', Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from('evil')])],
  ['empty', ''],
])('a part that is labelled as a picture but is %s is left out', async (_what, bytes) => {
  const first = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData>
    <drawing r:id="rIdD"/></worksheet>`
  const template = await xlsxOfXml(['People here'], [first], {
    '[Content_Types].xml': contentTypes,
    'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(relation('rIdD', 'drawing', '../drawings/drawing1.xml')),
    'xl/drawings/drawing1.xml': `<xdr:wsDr ${namespaces}>${picture('p', 'r:embed="rIdI"/>')}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relationsXml(relation('rIdI', 'image', '../media/image1.png')),
    'xl/media/image1.png': bytes,
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  expect(Object.keys(parts).filter((name) => name.includes('media'))).toEqual([])
  expect(parts['xl/drawings/drawing1.xml']).toContain('<a:blip/>')
})

test.each([
  ['UTF-16 without its mark', Buffer.from('<xml><v:fill src="http://evil/x.png"/></xml>', 'utf16le')],
  ['broken XML', '<xml><v:fill src="http://evil/x.png"><br></xml>'],
  ['a document type', '<!DOCTYPE xml SYSTEM "http://evil/x.dtd"><xml/>'],
  ['a tag without an end', `<xml><x:Fmla${'a'.repeat(1_000_000)}`],
])('boxes of notes that are %s are left out', async (_what, vml) => {
  const parts = await partsOf(await collected(writeWorkbook(exportOf(await noted(vml), definition, people))))
  expect(Object.entries(parts).filter(([name, text]) => /evil|vml|legacyDrawing/.test(name + text))).toEqual([])
})

test('charts that are maps are left out, because programs send their place names to a service', async () => {
  const withChart = (plot: string) => ({
    'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(relation('rIdD', 'drawing', '../drawings/drawing1.xml')),
    'xl/drawings/drawing1.xml': `<xdr:wsDr ${namespaces}>${anchor('<xdr:graphicFrame><cx:chart xmlns:cx="cx" r:id="rIdC"/></xdr:graphicFrame>')}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relationsXml(relation('rIdC', 'chartEx', '../charts/chartEx1.xml')),
    'xl/charts/chartEx1.xml': `<cx:chartSpace xmlns:cx="cx">${plot}<cx:nf>[http://evil/x.xlsx]S!A1</cx:nf></cx:chartSpace>`,
  })
  const sheetXml = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row></sheetData>
    <drawing r:id="rIdD"/></worksheet>`
  const written = async (plot: string) => {
    const template = await xlsxOfXml(['People here'], [sheetXml], withChart(plot))
    return partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  }
  const other = await written('<cx:series layoutId="waterfall"/>')
  expect(other['xl/charts/chartEx1.xml'], 'control').toContain('<cx:series layoutId="waterfall"/><cx:nf>FALSE</cx:nf>')
  for (const plot of ['<cx:series layoutId="regionMap"/>', '<cx:geography/>']) {
    const parts = await written(plot)
    expect(Object.keys(parts).filter((name) => name.includes('chart'))).toEqual([])
    expect(parts['xl/drawings/drawing1.xml']).not.toContain('chart ')
  }
})

test('the theme is written anew, and macros among the defined names are left out', async () => {
  const workbook = `<workbook ${namespaces}><sheets><sheet name="People here" sheetId="1" r:id="rId1"/></sheets><definedNames>
    <definedName name="kept">'People here'!$A$1</definedName><definedName name="one" function="true">1</definedName>
    <definedName name="two" vbProcedure="1">1</definedName><definedName name="_xlnm.Auto_Open">1</definedName></definedNames></workbook>`
  const template = await xlsxOfXml(['People here'], [sheet], {
    ...hostile,
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relationsXml(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'theme', 'theme/theme1.xml'),
    ),
    'xl/theme/theme1.xml': `<?evil x?><a:theme xmlns:a="a" name="T"><!-- evil --><a:x><a:blip r:link="rId1"/></a:x></a:theme>`,
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  expect(parts['xl/theme/theme1.xml']).toContain('<a:theme xmlns:a="a" name="T"><a:x><a:blip/></a:x></a:theme>')
  expect(parts['xl/workbook.xml']?.match(/<definedName [^>]*>/g)).toEqual(['<definedName name="kept">'])
})

test('a sheet that a workbook lists again is written once', async () => {
  const again = Array.from({ length: 20_000 }, (_, place) => `<sheet name="S" sheetId="${place + 2}" r:id="rId1"/>`).join('')
  const workbook = `<workbook ${namespaces}><sheets><sheet name="People here" sheetId="1" r:id="rId1"/>${again}</sheets></workbook>`
  const template = await xlsxOfXml(['People here'], [sheet], { ...hostile, 'xl/workbook.xml': workbook })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  expect(Object.keys(parts).filter((name) => name.includes('worksheets/sheet'))).toEqual(['xl/worksheets/sheet1.xml'])
})

test('an export is written without side parts that cannot be read', async () => {
  const template = await xlsxOfXml(['People here'], [sheet], {
    ...hostile,
    'xl/charts/chart1.xml': '<broken',
    'xl/_rels/workbook.xml.rels': relationsXml(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml') + relation('rId2', 'theme', 'theme/theme1.xml'),
    ),
    'xl/theme/theme1.xml': '<!DOCTYPE a SYSTEM "http://evil/x.dtd"><a/>',
  })
  const parts = await partsOf(await collected(writeWorkbook(exportOf(template, definition, people))))
  expect(Object.keys(parts).filter((name) => /theme|chart/.test(name))).toEqual([])
  expect(parts['xl/drawings/drawing1.xml']).not.toContain('graphicFrame')
})
