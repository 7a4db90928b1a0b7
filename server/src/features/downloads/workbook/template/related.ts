import type { Package, Relation } from '../package/open-package.ts'
import { movedComments, movedDrawing, movedElement, movedNoteBoxes } from './moved.ts'
import type { Place } from './moved.ts'
import { shiftStyles } from './sheet.ts'
import type { StyleShift } from './styles.ts'
import { childOf, printDocument } from '../package/xml.ts'
import type { Element } from '../package/xml.ts'

/** A part of the export that is ready but for the rows: its content is asked for when every sheet has been written. */
export interface CopiedPart {
  readonly path: string
  readonly contentType: string
  readonly relations: readonly Relation[]
  readonly content: () => string | Uint8Array
}

/** The parts of an export so far. Paths and the names of sheets and tables are given out once; names are in lower case. */
export interface PartList {
  readonly parts: CopiedPart[]
  readonly paths: Set<string>
  readonly sheetNames: Set<string>
  readonly tableNames: Set<string>
}

/** Where the copied parts come from: their file, the sheet they belong to, and how its styles are numbered now. */
export interface RelatedSource {
  readonly file: Package
  readonly place: Place
  readonly shift: StyleShift
}

/** Kinds of related parts that an export keeps, and where they go. Pivot tables, controls and other programs' objects are left out. */
const kept: Readonly<Record<string, string>> = {
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

/** Copies what a sheet refers to, all the way down, and answers with its relations as they are now. */
export function copyRelated(path: string, source: RelatedSource, list: PartList): Relation[] {
  const known = source.file.relations(path).filter(({ kind, external }) => (external ? kind === 'hyperlink' : kind in kept))
  return copyTargets(known, source, list, new Map())
}

function copyTargets(relations: readonly Relation[], source: RelatedSource, list: PartList, copied: Map<string, string>): Relation[] {
  return relations.flatMap((relation) => {
    const { kind, target, external } = relation
    if (external) return [relation]
    const bytes = source.file.bytes(target)
    if (bytes === undefined) return []
    const known = copied.get(target)
    if (known !== undefined) return [{ ...relation, target: known }]
    const path = freePath(kept[kind] ?? 'xl/related/part#', target, list.paths)
    copied.set(target, path)
    list.parts.push({
      path,
      contentType: source.file.contentType(target),
      relations: copyTargets(source.file.relations(target), source, list, copied),
      content: contentOf(relation, bytes, source, list),
    })
    return [{ ...relation, target: path }]
  })
}

/** The next path of this pattern that no part has; a picture keeps the ending of its file. */
export function freePath(pattern: string, original: string, taken: Set<string>): string {
  const ending = pattern.includes('.') ? '' : (/\.\w+$/.exec(original)?.[0] ?? '.bin')
  for (let number = 1; ; number++) {
    const path = pattern.replace('#', String(number)) + ending
    if (taken.has(path)) continue
    taken.add(path)
    return path
  }
}

function contentOf(
  { kind, target }: Relation,
  bytes: Uint8Array,
  { file, place, shift }: RelatedSource,
  list: PartList,
): CopiedPart['content'] {
  const read = () => file.xml(target) ?? { name: '', attributes: {}, children: [] }
  switch (kind) {
    case 'drawing':
      return () => printDocument(movedDrawing(read(), place))
    case 'chart':
      return () => printDocument(movedElement(read(), place))
    case 'comments':
      return () => printDocument(movedComments(read(), place))
    case 'vmlDrawing':
      return () => movedNoteBoxes(new TextDecoder().decode(bytes), place)
    case 'table': {
      const table = renamedTable(read(), list.tableNames)
      shiftStyles(table, shift)
      return () => printDocument(movedElement(table, place))
    }
    default:
      return () => bytes
  }
}

/** Tables need numbers and names of their own throughout a workbook. */
function renamedTable(table: Element, taken: Set<string>): Element {
  const { displayName = 'Table' } = table.attributes
  let name = displayName
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${displayName}_${copy}`
  taken.add(name.toLowerCase())
  return { ...table, attributes: { ...table.attributes, id: String(taken.size), name, displayName: name } }
}

/** Takes out of a sheet what refers to parts that were not copied. */
export function withoutLooseEnds(root: Element, relations: readonly Relation[]): void {
  const ids = new Set(relations.map((relation) => relation.id))
  const isLoose = (node: Element): boolean =>
    Object.entries(node.attributes).some(([name, value]) => name.endsWith(':id') && !ids.has(value)) ||
    node.children.some((child) => typeof child !== 'string' && isLoose(child))
  root.children = root.children.filter((child) => typeof child === 'string' || child.name === 'extLst' || !isLoose(child))
  const extensions = childOf(root, 'extLst')
  if (!extensions) return
  extensions.children = extensions.children.filter((child) => typeof child === 'string' || !isLoose(child))
  if (extensions.children.length === 0) root.children = root.children.filter((child) => child !== extensions)
}
