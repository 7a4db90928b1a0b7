import { cleaned } from './cells/cell-text.ts'
import { valuesFor } from './cells/cell-values.ts'
import type { WorkbookInput, WorkbookPart } from './export-row.ts'
import type { Pen } from './cells/row-writer.ts'
import { sheetPieces } from './sheet-writer.ts'
import { openTemplate } from './template/open-template.ts'
import type { ExportSheet, OpenedTemplate } from './template/open-template.ts'
import { relationsElement, relationsPath } from './package/open-package.ts'
import type { Relation } from './package/open-package.ts'
import type { PartList } from './template/related.ts'
import { openStyleBook } from './template/styles.ts'
import { countsFrom1904, workbookElement } from './template/workbook-part.ts'
import { element, printDocument } from './package/xml.ts'
import type { Element } from './package/xml.ts'
import { zipped } from './package/zip.ts'
import type { ZipEntry } from './package/zip.ts'

interface OpenedPart {
  readonly part: WorkbookPart
  readonly template: OpenedTemplate
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const progressEvery = 500

/**
 * Writes the export of a workshop (shared/spec/questionnaire-files.md#template-file): the sheets of each part's template one after the
 * other, its answer row repeated for every respondent. The file comes in pieces and is never held as a whole; memory does not grow with the
 * rows. Throws on a template that is no workbook, on more rows than a sheet holds, and with the signal's reason.
 */
export async function* writeWorkbook(input: WorkbookInput): AsyncGenerator<Uint8Array> {
  const styles = openStyleBook()
  const list: PartList = { parts: [], paths: new Set(), tableNames: new Set(), sheetNames: new Set() }
  const opened: OpenedPart[] = []
  for (const part of input.parts) opened.push({ part, template: await openTemplate(part.template, list, styles) })
  for (const one of opened) await announceGrowth(one, input)
  const pen: Pen = { valueOf: valuesFor(input.facts), styles, from1904: countsFrom1904(opened[0]?.template) }
  for await (const piece of zipped(entriesOf(opened, list, pen, input))) {
    input.signal?.throwIfAborted()
    yield piece
  }
  input.onProgress?.(input.facts.respondentCount)
}

/** Formulas above an answer row, and on sheets before it, are written before its respondents have been read. */
async function announceGrowth({ part, template }: OpenedPart, { parts, facts }: WorkbookInput): Promise<void> {
  const count = part.count ?? (parts.length === 1 ? facts.respondentCount : await countOf(part))
  for (const { plan, place } of sheetsOf(template)) {
    if (plan.answerRow !== undefined)
      place.moves.growth.set(place.sheet.toLowerCase(), { row: plan.answerRow, added: Math.max(count, 1) - 1 })
  }
}

async function countOf(part: WorkbookPart): Promise<number> {
  let count = 0
  for await (const _ of part.rows()) count += 1
  return count
}

function sheetsOf(template: OpenedTemplate): ExportSheet[] {
  return template.sheets.filter((sheet) => sheet !== undefined)
}

function entriesOf(opened: readonly OpenedPart[], list: PartList, pen: Pen, input: WorkbookInput): ZipEntry[] {
  const templates = opened.map(({ template }) => template)
  const sheets = templates.flatMap(sheetsOf)
  const theme = templates.find((template) => template.theme)?.theme
  const ids = new Map(sheets.map((sheet, index) => [sheet, `rId${index + 1}`]))
  const relations: Relation[] = [
    ...sheets.map((sheet) => relation(ids.get(sheet) ?? '', sheet.path.startsWith('xl/chart') ? 'chartsheet' : 'worksheet', sheet.path)),
    relation(`rId${sheets.length + 1}`, 'styles', 'xl/styles.xml'),
    ...(theme ? [relation(`rId${sheets.length + 2}`, 'theme', 'xl/theme/theme1.xml')] : []),
  ]
  const types = new Map([...sheets, ...list.parts].map(({ path, contentType }) => [path, contentType]))
  types.set('xl/workbook.xml', `${main}.sheet.main+xml`).set('xl/styles.xml', `${main}.styles+xml`)
  types.set('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')
  if (theme) types.set('xl/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml')
  const withRelations = [...sheets, ...list.parts, { path: 'xl/workbook.xml', relations }].filter((part) => part.relations.length > 0)
  return [
    ready('[Content_Types].xml', printDocument(contentTypes(types))),
    ready('_rels/.rels', printDocument(relationsElement('', rootRelations()))),
    ...sheetEntries(opened, pen, input),
    ...list.parts.map(({ path, content }) => ({ path, contents: () => [content()] })),
    ...withRelations.map((part) => ready(relationsPath(part.path), printDocument(relationsElement(part.path, part.relations)))),
    ...(theme ? [ready('xl/theme/theme1.xml', theme)] : []),
    { path: 'xl/styles.xml', contents: () => [printDocument(pen.styles.element())] },
    { path: 'xl/workbook.xml', contents: () => [printDocument(workbookElement(templates, (sheet) => ids.get(sheet) ?? ''))] },
    ready('docProps/core.xml', printDocument(coreProperties(input))),
  ]
}

function sheetEntries(opened: readonly OpenedPart[], pen: Pen, { onProgress }: WorkbookInput): ZipEntry[] {
  let done = 0
  return opened.flatMap(({ part, template }) => {
    const sheets = sheetsOf(template)
    const share = 1 / sheets.filter(({ plan }) => plan.answerRow !== undefined).length
    let rows = 0
    const told = () => {
      done += share
      rows += 1
      if (rows % progressEvery === 0) onProgress?.(Math.floor(done + 1e-6))
    }
    return sheets.map((sheet) => ({ path: sheet.path, contents: () => sheetPieces(sheet, part.rows, pen, told) }))
  })
}

function ready(path: string, content: string | Uint8Array): ZipEntry {
  return { path, contents: () => [content] }
}

function relation(id: string, kind: string, target: string): Relation {
  return { id, kind, type: `${office}/${kind}`, target, external: false }
}

function rootRelations(): Relation[] {
  const core = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'
  return [relation('rId1', 'officeDocument', 'xl/workbook.xml'), { ...relation('rId2', '', 'docProps/core.xml'), type: core }]
}

function contentTypes(types: ReadonlyMap<string, string>): Element {
  return element('Types', { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' }, [
    element('Default', { Extension: 'rels', ContentType: 'application/vnd.openxmlformats-package.relationships+xml' }),
    element('Default', { Extension: 'xml', ContentType: 'application/xml' }),
    ...[...types].map(([path, type]) => element('Override', { PartName: `/${path}`, ContentType: type })),
  ])
}

function coreProperties({ facts }: WorkbookInput): Element {
  const spaces = {
    'xmlns:cp': 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xmlns:dcterms': 'http://purl.org/dc/terms/',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  }
  return element('cp:coreProperties', spaces, [
    element('dc:title', {}, [cleaned(facts.workshopName)]),
    element('dcterms:created', { 'xsi:type': 'dcterms:W3CDTF' }, [facts.exportedAt.toISOString()]),
  ])
}
