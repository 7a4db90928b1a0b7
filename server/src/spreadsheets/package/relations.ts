import { posix } from 'node:path'
import { readXml } from './xml-reader.ts'
import { element, transitional } from './xml-tree.ts'
import type { Element } from './xml-tree.ts'
import { openZip, unreadable } from './zip-reader.ts'
import type { Zip, ZipLimits } from './zip-reader.ts'

/** What one part of a workbook file says of another. `kind` is the last word of the type, such as `worksheet`. */
export interface Relation {
  readonly id: string
  readonly type: string
  readonly kind: string
  /** The path of the part meant, or the URL when it lies outside the file. */
  readonly target: string
  readonly external: boolean
}

/** The relations of a part by their id. */
export type Relations = ReadonlyMap<string, Relation>

/** A workbook file opened: its parts, which of them is the workbook, and what that refers to. */
export interface WorkbookPackage {
  readonly zip: Zip
  readonly main: string
  readonly relations: Relations
}

const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const mostRelations = 5_000

/** Opens a workbook file. Throws an unreadable error when it is none, or larger than the limits. */
export async function openPackage(bytes: Uint8Array, limits: ZipLimits): Promise<WorkbookPackage> {
  const zip = await openZip(bytes, limits)
  const main = relationOfKind(await readRelations(zip, ''), 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (main.endsWith('.bin')) throw unreadable('it is a binary .xlsb workbook')
  if (!zip.has(main)) throw unreadable('it is not an .xlsx workbook')
  return { zip, main, relations: await readRelations(zip, main) }
}

/** The relations of a part; those of the whole file when the path is empty. Throws an unreadable error when there are too many. */
export async function readRelations(zip: Zip, part: string): Promise<Relations> {
  const list = relationsPath(part)
  const relations = new Map<string, Relation>()
  if (!zip.has(list)) return relations
  await readXml(zip, list, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return
      const external = TargetMode === 'External'
      const type = transitional(Type)
      const target = external ? Target : resolved(part, Target)
      relations.set(Id, { id: Id, type, kind: type.slice(type.lastIndexOf('/') + 1), target, external })
      if (relations.size > mostRelations) throw unreadable('it holds too many relations')
    },
  })
  return relations
}

/** The first relation of this kind to a part of the file. */
export function relationOfKind(relations: Relations, kind: string): Relation | undefined {
  return [...relations.values()].find((relation) => relation.kind === kind && !relation.external)
}

/** Where the relations of this part are kept; those of the whole file when the path is empty. */
export function relationsPath(path: string): string {
  return posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)
}

/** The relations of the part at this path as they are written, targets counted from its folder. */
export function relationsElement(path: string, relations: readonly Relation[]): Element {
  return element(
    'Relationships',
    { xmlns: relationships },
    relations.map(({ id, type, target, external }) =>
      element('Relationship', {
        Id: id,
        Type: type,
        Target: external ? target : posix.relative(posix.dirname(path), target),
        ...(external && { TargetMode: 'External' }),
      }),
    ),
  )
}

/** A path within the file; steps that would lead outside stay at its root. */
function resolved(part: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? '' : posix.dirname(part), target).slice(1)
}
