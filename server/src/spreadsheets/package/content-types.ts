import { posix } from 'node:path'
import { readXml } from './xml-reader.ts'
import { element } from './xml-tree.ts'
import type { Element } from './xml-tree.ts'
import type { Zip } from './zip-reader.ts'

/** Returns the content type of the part at a path. */
export type ContentTypes = (path: string) => string

const contentTypesPath = '[Content_Types].xml'

/** Reads the content types of a workbook file. Throws like `readXml`. */
export async function readContentTypes(zip: Zip): Promise<ContentTypes> {
  const byPath = new Map<string, string>()
  const byExtension = new Map<string, string>()
  if (zip.has(contentTypesPath)) {
    await readXml(zip, contentTypesPath, {
      open(name, { PartName, Extension, ContentType = '' }) {
        if (name === 'Override' && PartName !== undefined) byPath.set(PartName.slice(1).toLowerCase(), ContentType)
        if (name === 'Default' && Extension !== undefined) byExtension.set(Extension.toLowerCase(), ContentType)
      },
    })
  }
  return (path) =>
    byPath.get(path.toLowerCase()) ?? byExtension.get(posix.extname(path).slice(1).toLowerCase()) ?? 'application/octet-stream'
}

/** Builds the content type list of a file from types by path. */
export function contentTypesElement(types: ReadonlyMap<string, string>): Element {
  return element('Types', { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' }, [
    element('Default', { Extension: 'rels', ContentType: 'application/vnd.openxmlformats-package.relationships+xml' }),
    element('Default', { Extension: 'xml', ContentType: 'application/xml' }),
    ...[...types].map(([path, type]) => element('Override', { PartName: `/${path}`, ContentType: type })),
  ])
}
