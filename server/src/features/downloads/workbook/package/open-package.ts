import { posix } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { childrenOf, element, parseXml } from './xml.ts'
import type { Element } from './xml.ts'

/** What one part of a workbook file says of another. `kind` is the last word of the type, such as `worksheet`. */
export interface Relation {
  readonly id: string
  readonly type: string
  readonly kind: string
  /** The path of the part meant, or the address when it lies outside the file. */
  readonly target: string
  readonly external: boolean
}

/** A workbook file opened: its parts by path. Paths are compared without case, as Open Packaging wants it. */
export interface Package {
  readonly bytes: (path: string) => Uint8Array | undefined
  readonly xml: (path: string) => Element | undefined
  readonly contentType: (path: string) => string
  readonly relations: (path: string) => Relation[]
}

const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Opens a workbook file held in memory. The file was checked when it was uploaded; a damaged one throws. */
export async function openPackage(file: Uint8Array): Promise<Package> {
  const parts = await unzip(file)
  const bytes = (path: string) => parts.get(path.toLowerCase())
  const xml = (path: string) => {
    const found = bytes(path)
    return found && parseXml(found)
  }
  const types = xml('[Content_Types].xml')
  const byPath = new Map(
    childrenOf(types, 'Override').map(({ attributes }) => [
      (attributes['PartName'] ?? '').slice(1).toLowerCase(),
      attributes['ContentType'],
    ]),
  )
  const byEnding = new Map(
    childrenOf(types, 'Default').map(({ attributes }) => [(attributes['Extension'] ?? '').toLowerCase(), attributes['ContentType']]),
  )
  return {
    bytes,
    xml,
    contentType: (path) =>
      byPath.get(path.toLowerCase()) ?? byEnding.get(posix.extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream',
    relations: (path) => childrenOf(xml(relationsPath(path)), 'Relationship').map((relation) => relationOf(relation, path)),
  }
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

async function unzip(file: Uint8Array): Promise<Map<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>()
  const zip = await fromBufferPromise(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    parts.set(entry.fileName.replace(/^\/+/, '').toLowerCase(), await buffer(await zip.openReadStreamPromise(entry)))
  }
  return parts
}

function relationOf({ attributes }: Element, path: string): Relation {
  const type = attributes['Type'] ?? ''
  const external = attributes['TargetMode'] === 'External'
  const target = attributes['Target'] ?? ''
  const resolved = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target)
  return { id: attributes['Id'] ?? '', type, kind: type.slice(type.lastIndexOf('/') + 1), target: external ? target : resolved, external }
}
