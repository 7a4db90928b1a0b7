import { readRelations } from '../../package/relations.ts'
import type { Relation } from '../../package/relations.ts'
import { localName } from '../../package/xml-reader.ts'
import { isElement, printedPieces, readTree, walkElements } from '../../package/xml-tree.ts'
import type { Element } from '../../package/xml-tree.ts'
import { isUnreadable } from '../../package/zip-reader.ts'
import type { Zip } from '../../package/zip-reader.ts'
import type { ZipEntry } from '../../package/zip-writer.ts'
import type { Moves } from '../formulas/formula-references.ts'
import { removeDanglingReferences } from './dangling-references.ts'
import { partKinds } from './part-kinds.ts'
import { pictureKind } from './pictures.ts'
import { movedComments, movedDrawing, movedElement, movedNoteBoxes } from '../moved-elements.ts'
import type { SheetContext } from '../moved-elements.ts'
import { shiftStyles } from '../sheet-plan.ts'
import type { StyleShift } from '../styles.ts'

/** A copied part. Its contents are requested after all sheets have been written, when row numbers are known. */
export interface CopiedPart extends ZipEntry {
  readonly contentType: string
  readonly relations: readonly Relation[]
}

/** The parts of a new workbook so far. Paths and the names of sheets and tables are unique; names are in lower case. */
export interface PartList {
  readonly parts: CopiedPart[]
  readonly paths: Set<string>
  readonly sheetNames: Set<string>
  readonly tableNames: Set<string>
}

/**
 * The source of copied parts: their file, the sheet they belong to, and the shift of its style numbers. `pictures` are the new paths of the
 * file's pictures, which its sheets share, by their old path in lower case; undefined for what is not copied.
 */
export interface RelatedSource {
  readonly zip: Zip
  readonly context: SheetContext
  readonly shift: StyleShift
  readonly pictures: Map<string, string | undefined>
}

/** Addresses that people can open with a click: web pages, e-mail, and places in the workbook. */
const linkTargets = /^(?:https?:|mailto:|#)/i

/**
 * Copies the parts that a sheet refers to, recursively, and returns its updated relationships. `copied` are the new paths of those that it
 * has in common with others of the sheet, by their old path in lower case.
 */
export async function copyRelated(
  part: string,
  source: RelatedSource,
  list: PartList,
  copied = new Map<string, string | undefined>(),
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
  return external ? kind === 'hyperlink' && linkTargets.test(target) : kind === 'image' || Object.hasOwn(partKinds, kind)
}

/** Copies the target of a relationship and returns its new path; undefined if the file has no such part, or an unsafe one. */
async function copyTarget(relation: Relation, source: RelatedSource, list: PartList, copied: Map<string, string | undefined>) {
  const { kind, target } = relation
  const known = kind === 'image' ? source.pictures : copied
  const place = target.toLowerCase()
  if (known.has(place) || !source.zip.has(target)) return known.get(place)
  const isPicture = kind === 'image'
  const tree = isPicture ? undefined : await readOptional(source.zip, target)
  const part = isPicture ? await pictureKind(source.zip, target) : partKinds[kind]
  const path = part && (isPicture || (tree && !isMap(tree))) ? reservePath(part.path, list.paths) : undefined
  known.set(place, path)
  if (!part || path === undefined) return undefined
  const all = tree ? await copyRelated(target, source, list, copied) : []
  const relations = all.filter(({ external }) => part.hasLinks || !external)
  if (tree) removeDanglingReferences(tree, relations)
  // Pictures are not held: the memory of an export is limited.
  const contents = tree ? treeContents(kind, tree, source, list) : () => source.zip.chunks(target)
  list.parts.push({ path, contentType: part.type, relations, contents })
  return path
}

/** Reads a part; undefined if it cannot be read, because an export without it is better than none. */
export async function readOptional(zip: Zip, part: string): Promise<Element | undefined> {
  return readTree(zip, part).catch((error: unknown) => {
    if (isUnreadable(error)) return undefined
    throw error
  })
}

/** Whether a chart is a map: programs send its place names to a service. */
function isMap(tree: Element): boolean {
  return walkElements(tree).some(({ name, attributes }) => localName(name) === 'geography' || attributes['layoutId'] === 'regionMap')
}

/** Reserves the next free path of a pattern. */
export function reservePath(pattern: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const path = pattern.replace('#', String(number))
    if (taken.has(path)) continue
    taken.add(path)
    return path
  }
}

function treeContents(kind: string, tree: Element, { context, shift }: RelatedSource, list: PartList): ZipEntry['contents'] {
  switch (kind) {
    case 'chart':
    case 'chartEx':
      return () => printedPieces(movedElement(tree, context))
    case 'comments':
      return () => printedPieces(movedComments(tree, context))
    case 'table': {
      const table = renameTable(tree, list.tableNames, context.moves.tables)
      shiftStyles(table, shift)
      return () => printedPieces(movedElement(table, context))
    }
    case 'vmlDrawing':
      return () => printedPieces(movedNoteBoxes(tree, context))
    default:
      return () => printedPieces(movedDrawing(tree, context))
  }
}

/** Table ids and names must be unique within a workbook; `names` receives the new name. A table that was filled from outside becomes an ordinary one. */
function renameTable(table: Element, taken: Set<string>, names: Moves['tables']): Element {
  const { displayName = 'Table' } = table.attributes
  let name = displayName
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${displayName}_${copy}`
  taken.add(name.toLowerCase())
  names.set(displayName.toLowerCase(), name)
  for (const node of walkElements(table)) {
    for (const source of ['tableType', 'connectionId', 'queryTableFieldId']) delete node.attributes[source]
    node.children = node.children.filter((child) => !isElement(child) || child.name !== 'xmlColumnPr')
  }
  return { ...table, attributes: { ...table.attributes, id: String(taken.size), name, displayName: name } }
}
