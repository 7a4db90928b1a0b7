import { posix } from 'node:path'
import { readXml } from './xml-reader.ts'
import { element, toTransitional } from './xml-tree.ts'
import type { Element } from './xml-tree.ts'
import { openZip, unreadable } from './zip-reader.ts'
import type { Zip, ZipLimits } from './zip-reader.ts'

/** A relationship from one part of a workbook file to another. `kind` is the last segment of the type, such as `worksheet`. */
export interface Relation {
  readonly id: string
  readonly type: string
  readonly kind: string
  /** The path of the target part, or its URL if it is external. */
  readonly target: string
  readonly external: boolean
}

/** The relationships of a part by id. */
export type Relations = ReadonlyMap<string, Relation>

/** An opened workbook file: its parts, the path of the workbook part, and that part's relationships. */
export interface WorkbookPackage {
  readonly zip: Zip
  readonly main: string
  readonly relations: Relations
}

const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const maxRelations = 5_000
const maxIdLength = 255
const maxTargetLength = 2_083

/** Opens a workbook file. Throws an unreadable error if it is not one or exceeds the limits. */
export async function openPackage(bytes: Uint8Array, limits: ZipLimits): Promise<WorkbookPackage> {
  const zip = await openZip(bytes, limits)
  const main = relationOfKind(await readRelations(zip, ''), 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (main.endsWith('.bin')) throw unreadable('it is a binary .xlsb workbook')
  if (!zip.has(main)) throw unreadable('it is not an .xlsx workbook')
  return { zip, main, relations: await readRelations(zip, main) }
}

/** Reads the relationships of a part, or those of the package if the path is empty. Throws an unreadable error if there are too many. */
export async function readRelations(zip: Zip, part: string): Promise<Relations> {
  const list = relationsPath(part)
  const relations = new Map<string, Relation>()
  if (!zip.has(list)) return relations
  await readXml(zip, list, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return
      // Programs accept no longer ones either.
      if (Id.length > maxIdLength || Type.length > maxIdLength || Target.length > maxTargetLength) return
      const external = TargetMode === 'External'
      const type = toTransitional(Type)
      const target = external ? Target : resolveTarget(part, Target)
      relations.set(Id, { id: Id, type, kind: type.slice(type.lastIndexOf('/') + 1), target, external })
      if (relations.size > maxRelations) throw unreadable('it holds too many relations')
    },
  })
  return relations
}

/** Returns the first internal relationship of this kind. */
export function relationOfKind(relations: Relations, kind: string): Relation | undefined {
  return [...relations.values()].find((relation) => relation.kind === kind && !relation.external)
}

/** Returns the path at which a part's relationships are stored, or those of the package if the path is empty. */
export function relationsPath(path: string): string {
  return posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)
}

/** Builds the relationships of the part at this path, with targets relative to its folder. */
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

/** Resolves a target to a path within the file; `..` segments that would leave it stop at its root. */
function resolveTarget(part: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? '' : posix.dirname(part), target).slice(1)
}
