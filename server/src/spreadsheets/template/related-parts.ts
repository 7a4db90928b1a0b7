import type { ContentTypes } from '../package/content-types.ts'
import { readRelations } from '../package/relations.ts'
import type { Relation } from '../package/relations.ts'
import { element, isElement, printDocument, readTree, walkElements } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { partBytes } from '../package/zip-reader.ts'
import type { Zip } from '../package/zip-reader.ts'
import { removeDanglingReferences } from './dangling-references.ts'
import { movedComments, movedDrawing, movedElement, movedNoteBoxes } from './moved-elements.ts'
import type { SheetContext } from './moved-elements.ts'
import { shiftStyles } from './sheet-plan.ts'
import type { StyleShift } from './styles.ts'

/** A copied part. Its content is requested after all sheets have been written, when row numbers are known. */
export interface CopiedPart {
  readonly path: string
  readonly contentType: string
  readonly relations: readonly Relation[]
  readonly content: () => string | Uint8Array
}

/** The parts of a new workbook so far. Paths and the names of sheets and tables are unique; names are in lower case. */
export interface PartList {
  readonly parts: CopiedPart[]
  readonly paths: Set<string>
  readonly sheetNames: Set<string>
  readonly tableNames: Set<string>
}

/** The source of copied parts: their file, the sheet they belong to, and the shift of its style numbers. */
export interface RelatedSource {
  readonly zip: Zip
  readonly contentTypes: ContentTypes
  readonly context: SheetContext
  readonly shift: StyleShift
}

/**
 * Path patterns of the kinds of related parts that are copied. Others are dropped, such as pivot tables, controls, embedded objects, add-ins
 * and the settings of a printer, whose name may be an address.
 */
const pathPatterns: Readonly<Record<string, string>> = {
  drawing: 'xl/drawings/drawing#.xml',
  chartUserShapes: 'xl/drawings/drawing#.xml',
  vmlDrawing: 'xl/drawings/vmlDrawing#.vml',
  comments: 'xl/comments#.xml',
  table: 'xl/tables/table#.xml',
  image: 'xl/media/image#',
  chart: 'xl/charts/chart#.xml',
  chartEx: 'xl/charts/chartEx#.xml',
  chartStyle: 'xl/charts/style#.xml',
  chartColorStyle: 'xl/charts/colors#.xml',
  themeOverride: 'xl/theme/themeOverride#.xml',
  diagramData: 'xl/diagrams/data#.xml',
  diagramLayout: 'xl/diagrams/layout#.xml',
  diagramQuickStyle: 'xl/diagrams/quickStyle#.xml',
  diagramColors: 'xl/diagrams/colors#.xml',
  diagramDrawing: 'xl/diagrams/drawing#.xml',
}
/** Addresses that people can open with a click: web pages, e-mail, and places in the workbook. */
const linkTargets = /^(?:https?:|mailto:|#)/i

/** Copies the parts that a part refers to, recursively, and returns its updated relationships. */
export async function copyRelated(
  part: string,
  source: RelatedSource,
  list: PartList,
  copied = new Map<string, string>(),
): Promise<Relation[]> {
  const now: Relation[] = []
  for (const relation of (await readRelations(source.zip, part)).values()) {
    if (!isCopied(relation)) continue
    const path = relation.external ? relation.target : await copyTarget(relation, source, list, copied)
    if (path !== undefined) now.push({ ...relation, target: path })
  }
  return now
}

function isCopied({ kind, external, target }: Relation): boolean {
  return external ? kind === 'hyperlink' && linkTargets.test(target) : Object.hasOwn(pathPatterns, kind)
}

/** Copies the target of a relationship and returns its new path; undefined if the file has no such part, or an unsafe one. */
async function copyTarget(relation: Relation, source: RelatedSource, list: PartList, copied: Map<string, string>) {
  const { kind, target } = relation
  const known = copied.get(target)
  if (known !== undefined || !source.zip.has(target)) return known
  if (kind === 'image' && isVector((await partBytes(source.zip, target)) ?? new Uint8Array())) return undefined
  const path = reservePath(pathPatterns[kind] ?? '', target, list.paths)
  copied.set(target, path)
  const relations = await copyRelated(target, source, list, copied)
  const content = await createContent(relation, relations, source, list)
  list.parts.push({ path, contentType: source.contentTypes(target), relations, content })
  return path
}

/** Whether a picture is SVG, also compressed: it may refer to other files. Programs store it beside a copy in pixels, which is kept. */
function isVector(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString('latin1')
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<|^\x1f\x8b/.test(start)
}

/** Reserves the next free path of a pattern; images keep their file extension. */
export function reservePath(pattern: string, original: string, taken: Set<string>): string {
  const ending = pattern.includes('.') ? '' : (/\.\w+$/.exec(original)?.[0] ?? '.bin')
  for (let number = 1; ; number++) {
    const path = pattern.replace('#', String(number)) + ending
    if (taken.has(path)) continue
    taken.add(path)
    return path
  }
}

async function createContent(
  { kind, target }: Relation,
  relations: readonly Relation[],
  { zip, context, shift }: RelatedSource,
  list: PartList,
): Promise<CopiedPart['content']> {
  if (kind === 'image' || kind === 'vmlDrawing') {
    const bytes = (await partBytes(zip, target)) ?? new Uint8Array()
    return kind === 'image' ? () => bytes : () => movedNoteBoxes(new TextDecoder().decode(bytes), context)
  }
  const tree = (await readTree(zip, target)) ?? element('')
  removeDanglingReferences(tree, relations)
  switch (kind) {
    case 'chart':
    case 'chartEx':
      return () => printDocument(movedElement(tree, context))
    case 'comments':
      return () => printDocument(movedComments(tree, context))
    case 'table': {
      const table = renameTable(tree, list.tableNames)
      shiftStyles(table, shift)
      return () => printDocument(movedElement(table, context))
    }
    default:
      return () => printDocument(movedDrawing(tree, context))
  }
}

/** Table ids and names must be unique within a workbook. A table that was filled from outside becomes an ordinary one. */
function renameTable(table: Element, taken: Set<string>): Element {
  const { displayName = 'Table' } = table.attributes
  let name = displayName
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${displayName}_${copy}`
  taken.add(name.toLowerCase())
  for (const { attributes, children } of walkElements(table)) {
    for (const source of ['tableType', 'connectionId', 'queryTableFieldId']) delete attributes[source]
    children.splice(0, children.length, ...children.filter((child) => !isElement(child) || child.name !== 'xmlColumnPr'))
  }
  return { ...table, attributes: { ...table.attributes, id: String(taken.size), name, displayName: name } }
}
