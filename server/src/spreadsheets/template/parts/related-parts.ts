import type { ContentTypes } from '../../package/content-types.ts'
import { readRelations } from '../../package/relations.ts'
import type { Relation } from '../../package/relations.ts'
import { element, isElement, printDocument, readTree, walkElements } from '../../package/xml-tree.ts'
import type { Element } from '../../package/xml-tree.ts'
import { partBytes } from '../../package/zip-reader.ts'
import type { Zip } from '../../package/zip-reader.ts'
import { removeDanglingReferences } from './dangling-references.ts'
import { partKinds } from './part-kinds.ts'
import { movedComments, movedDrawing, movedElement, movedNoteBoxes } from '../moved-elements.ts'
import type { SheetContext } from '../moved-elements.ts'
import { shiftStyles } from '../sheet-plan.ts'
import type { StyleShift } from '../styles.ts'

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
  return external ? kind === 'hyperlink' && linkTargets.test(target) : Object.hasOwn(partKinds, kind)
}

/** Copies the target of a relationship and returns its new path; undefined if the file has no such part, or an unsafe one. */
async function copyTarget(relation: Relation, source: RelatedSource, list: PartList, copied: Map<string, string>) {
  const { kind, target } = relation
  const known = copied.get(target)
  if (known !== undefined || !source.zip.has(target)) return known
  const { path: pattern, type: contentType = source.contentTypes(target) } = partKinds[kind] ?? { path: '' }
  if (kind === 'image' && !(await isPicture(contentType, target, source))) return undefined
  const path = reservePath(pattern, target, list.paths)
  copied.set(target, path)
  const relations = await copyRelated(target, source, list, copied)
  const content = await createContent(relation, relations, source, list)
  list.parts.push({ path, contentType, relations, content })
  return path
}

/**
 * Whether a part is a picture other than SVG, also compressed, which may refer to other files. Programs store it beside a copy in pixels,
 * which is kept.
 */
async function isPicture(contentType: string, target: string, { zip }: RelatedSource): Promise<boolean> {
  const bytes = (await partBytes(zip, target)) ?? new Uint8Array()
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString('latin1')
  return /^image\/(?!svg)/i.test(contentType) && !/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<|^\x1f\x8b/.test(start)
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
