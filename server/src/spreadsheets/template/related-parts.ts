import type { ContentTypes } from '../package/content-types.ts'
import { readRelations } from '../package/relations.ts'
import type { Relation } from '../package/relations.ts'
import { childOf, element, printDocument, readTree } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { partBytes } from '../package/zip-reader.ts'
import type { Zip } from '../package/zip-reader.ts'
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

/** Path patterns of the kinds of related parts that are copied. Pivot tables, controls and embedded objects are dropped. */
const pathPatterns: Readonly<Record<string, string>> = {
  drawing: 'xl/drawings/drawing#.xml',
  chartUserShapes: 'xl/drawings/drawing#.xml',
  vmlDrawing: 'xl/drawings/vmlDrawing#.vml',
  comments: 'xl/comments#.xml',
  table: 'xl/tables/table#.xml',
  image: 'xl/media/image#',
  chart: 'xl/charts/chart#.xml',
  chartStyle: 'xl/charts/style#.xml',
  chartColorStyle: 'xl/charts/colors#.xml',
  themeOverride: 'xl/theme/themeOverride#.xml',
  printerSettings: 'xl/printerSettings/printerSettings#.bin',
}

/** Copies the parts that a sheet refers to, recursively, and returns its updated relationships. */
export async function copyRelated(path: string, source: RelatedSource, list: PartList): Promise<Relation[]> {
  const relations = await readRelations(source.zip, path)
  const known = [...relations.values()].filter(({ kind, external }) =>
    external ? kind === 'hyperlink' : Object.hasOwn(pathPatterns, kind),
  )
  return copyTargets(known, source, list, new Map())
}

async function copyTargets(
  relations: Iterable<Relation>,
  source: RelatedSource,
  list: PartList,
  copied: Map<string, string>,
): Promise<Relation[]> {
  const now: Relation[] = []
  for (const relation of relations) {
    const path = relation.external ? relation.target : await copyTarget(relation, source, list, copied)
    if (path !== undefined) now.push({ ...relation, target: path })
  }
  return now
}

/** Copies the target of a relationship and returns its new path; undefined if the file has no such part. */
async function copyTarget(relation: Relation, source: RelatedSource, list: PartList, copied: Map<string, string>) {
  const { kind, target } = relation
  const known = copied.get(target)
  if (known !== undefined || !source.zip.has(target)) return known
  const path = reservePath(pathPatterns[kind] ?? 'xl/related/part#', target, list.paths)
  copied.set(target, path)
  const relations = await copyTargets((await readRelations(source.zip, target)).values(), source, list, copied)
  list.parts.push({ path, contentType: source.contentTypes(target), relations, content: await createContent(relation, source, list) })
  return path
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
  { zip, context, shift }: RelatedSource,
  list: PartList,
): Promise<CopiedPart['content']> {
  const read = async () => (await readTree(zip, target)) ?? element('')
  switch (kind) {
    case 'drawing': {
      const drawing = await read()
      return () => printDocument(movedDrawing(drawing, context))
    }
    case 'chart': {
      const chart = await read()
      return () => printDocument(movedElement(chart, context))
    }
    case 'comments': {
      const comments = await read()
      return () => printDocument(movedComments(comments, context))
    }
    case 'table': {
      const table = renameTable(await read(), list.tableNames)
      shiftStyles(table, shift)
      return () => printDocument(movedElement(table, context))
    }
    default: {
      const bytes = (await partBytes(zip, target)) ?? new Uint8Array()
      return kind === 'vmlDrawing' ? () => movedNoteBoxes(new TextDecoder().decode(bytes), context) : () => bytes
    }
  }
}

/** Table ids and names must be unique within a workbook. */
function renameTable(table: Element, taken: Set<string>): Element {
  const { displayName = 'Table' } = table.attributes
  let name = displayName
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${displayName}_${copy}`
  taken.add(name.toLowerCase())
  return { ...table, attributes: { ...table.attributes, id: String(taken.size), name, displayName: name } }
}

/** Removes elements that refer to parts that were not copied. */
export function removeDanglingReferences(root: Element, relations: readonly Relation[]): void {
  const ids = new Set(relations.map((relation) => relation.id))
  const isDangling = (node: Element): boolean =>
    Object.entries(node.attributes).some(([name, value]) => name.endsWith(':id') && !ids.has(value)) ||
    node.children.some((child) => typeof child !== 'string' && isDangling(child))
  root.children = root.children.filter((child) => typeof child === 'string' || child.name === 'extLst' || !isDangling(child))
  const extensions = childOf(root, 'extLst')
  if (!extensions) return
  extensions.children = extensions.children.filter((child) => typeof child === 'string' || !isDangling(child))
  if (extensions.children.length === 0) root.children = root.children.filter((child) => child !== extensions)
}
