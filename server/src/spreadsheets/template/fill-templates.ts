import { removeUnprintable } from '../cell-text.ts'
import { contentTypesElement } from '../package/content-types.ts'
import { relationsElement, relationsPath } from '../package/relations.ts'
import type { Relation } from '../package/relations.ts'
import { element, printedPieces } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import type { ZipLimits } from '../package/zip-reader.ts'
import { zipped } from '../package/zip-writer.ts'
import type { ZipEntry } from '../package/zip-writer.ts'
import { openTemplate } from './open-template.ts'
import type { OpenedTemplate, SheetToFill } from './open-template.ts'
import type { PartList } from './parts/related-parts.ts'
import type { CellFilling } from './row-writer.ts'
import { dynamicArrayMetadata } from './cell-metadata.ts'
import { hasDynamic } from './sheet-plan.ts'
import type { TemplateMarks } from './sheet-plan.ts'
import { sheetChunks } from './sheet-writer.ts'
import { openStyleBook } from './styles.ts'
import { countsFrom1904, workbookElement } from './workbook-part.ts'

/** A template and the records it is filled with. */
export interface TemplatePart<Row> {
  /** An .xlsx file. */
  readonly template: Uint8Array
  /** Returns the records in order. Called once for each sheet that lists them. */
  readonly rows: () => AsyncIterable<Row>
  /** The number of records, needed in advance: formulas above a repeated row are written before the records are read. */
  readonly count: number
}

export interface FillInput<Row> {
  readonly parts: readonly TemplatePart<Row>[]
  /** Recognizes the marks in template texts and supplies the values to write. */
  readonly marks: TemplateMarks & Pick<CellFilling<Row>, 'values'>
  readonly limits: ZipLimits
  readonly title: string
  readonly created: Date
  /** Called periodically with the number of records done. */
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
}

interface OpenedPart<Row> {
  readonly part: TemplatePart<Row>
  readonly template: OpenedTemplate
}

const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const progressEvery = 500

/**
 * Writes one workbook from templates: the sheets of all templates in order, with each sheet's repeated row written once per record. The
 * file is streamed, so memory does not grow with the records. Throws if a template is not a workbook or a sheet would exceed the maximum
 * number of rows, and with the signal's reason when aborted.
 */
export async function* fillTemplates<Row>(input: FillInput<Row>): AsyncGenerator<Uint8Array> {
  const { marks, limits } = input
  const styles = openStyleBook()
  const list: PartList = { parts: [], paths: new Set(), tableNames: new Set(), sheetNames: new Set() }
  const opened: OpenedPart<Row>[] = []
  for (const part of input.parts) opened.push({ part, template: await openTemplate(part.template, { parts: list, styles, marks, limits }) })
  for (const one of opened) announceGrowth(one)
  const filling: CellFilling<Row> = { values: marks.values, styles, from1904: countsFrom1904(opened[0]?.template) }
  for await (const chunk of zipped(buildEntries(opened, list, filling, input))) {
    input.signal?.throwIfAborted()
    yield chunk
  }
}

function announceGrowth<Row>({ part, template }: OpenedPart<Row>): void {
  for (const { plan, context } of sheetsOf(template)) {
    if (plan.repeatedRow !== undefined)
      context.moves.growth.set(context.sheet.toLowerCase(), { row: plan.repeatedRow, added: Math.max(part.count, 1) - 1 })
  }
}

function sheetsOf(template: OpenedTemplate): SheetToFill[] {
  return template.sheets.filter((sheet) => sheet !== undefined)
}

function buildEntries<Row>(
  opened: readonly OpenedPart<Row>[],
  list: PartList,
  filling: CellFilling<Row>,
  input: FillInput<Row>,
): ZipEntry[] {
  const templates = opened.map(({ template }) => template)
  const sheets = templates.flatMap(sheetsOf)
  const theme = templates.find((template) => template.theme)?.theme
  const spills = sheets.some(({ plan }) => hasDynamic(plan))
  const ids = new Map(sheets.map((sheet, index) => [sheet, `rId${index + 1}`]))
  const relations: Relation[] = [
    ...sheets.map((sheet) => relation(ids.get(sheet) ?? '', sheet.path.startsWith('xl/chart') ? 'chartsheet' : 'worksheet', sheet.path)),
    relation(`rId${sheets.length + 1}`, 'styles', 'xl/styles.xml'),
    ...(theme ? [relation(`rId${sheets.length + 2}`, 'theme', 'xl/theme/theme1.xml')] : []),
    ...(spills ? [relation(`rId${sheets.length + 3}`, 'sheetMetadata', 'xl/metadata.xml')] : []),
  ]
  const types = new Map([...sheets, ...list.parts].map(({ path, contentType }) => [path, contentType]))
  types.set('xl/workbook.xml', `${contentTypePrefix}.sheet.main+xml`).set('xl/styles.xml', `${contentTypePrefix}.styles+xml`)
  types.set('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')
  if (theme) types.set('xl/theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme+xml')
  if (spills) types.set('xl/metadata.xml', `${contentTypePrefix}.sheetMetadata+xml`)
  const withRelations = [...sheets, ...list.parts, { path: 'xl/workbook.xml', relations }].filter((part) => part.relations.length > 0)
  return [
    createEntry('[Content_Types].xml', contentTypesElement(types)),
    createEntry('_rels/.rels', relationsElement('', rootRelations())),
    ...sheetEntries(opened, filling, input),
    ...list.parts,
    ...withRelations.map((part) => createEntry(relationsPath(part.path), relationsElement(part.path, part.relations))),
    ...(theme ? [createEntry('xl/theme/theme1.xml', theme)] : []),
    ...(spills ? [createEntry('xl/metadata.xml', dynamicArrayMetadata())] : []),
    { path: 'xl/styles.xml', contents: () => printedPieces(filling.styles.element()) },
    { path: 'xl/workbook.xml', contents: () => printedPieces(workbookElement(templates, (sheet) => ids.get(sheet) ?? '')) },
    createEntry('docProps/core.xml', coreProperties(input)),
  ]
}

function sheetEntries<Row>(opened: readonly OpenedPart<Row>[], filling: CellFilling<Row>, { onProgress }: FillInput<Row>): ZipEntry[] {
  let done = 0
  return opened.flatMap(({ part, template }) => {
    const sheets = sheetsOf(template)
    const share = 1 / sheets.filter(({ plan }) => plan.repeatedRow !== undefined).length
    let rows = 0
    const onRow = () => {
      done += share
      rows += 1
      if (rows % progressEvery === 0) onProgress?.(Math.floor(done + 1e-6))
    }
    return sheets.map((sheet) => ({ path: sheet.path, contents: () => sheetChunks(sheet, part.rows, filling, onRow) }))
  })
}

function createEntry(path: string, root: Element): ZipEntry {
  return { path, contents: () => printedPieces(root) }
}

function relation(id: string, kind: string, target: string): Relation {
  return { id, kind, type: `${officeRelationships}/${kind}`, target, external: false }
}

function rootRelations(): Relation[] {
  const core = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'
  return [relation('rId1', 'officeDocument', 'xl/workbook.xml'), { ...relation('rId2', '', 'docProps/core.xml'), type: core }]
}

function coreProperties<Row>({ title, created }: FillInput<Row>): Element {
  const spaces = {
    'xmlns:cp': 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xmlns:dcterms': 'http://purl.org/dc/terms/',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  }
  return element('cp:coreProperties', spaces, [
    element('dc:title', {}, [removeUnprintable(title)]),
    element('dcterms:created', { 'xsi:type': 'dcterms:W3CDTF' }, [created.toISOString()]),
  ])
}
