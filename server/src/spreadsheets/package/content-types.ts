import { element } from './xml-tree.ts'
import type { Element } from './xml-tree.ts'

/** Builds the content type list of a file from types by path. */
export function contentTypesElement(types: ReadonlyMap<string, string>): Element {
  return element('Types', { xmlns: 'http://schemas.openxmlformats.org/package/2006/content-types' }, [
    element('Default', { Extension: 'rels', ContentType: 'application/vnd.openxmlformats-package.relationships+xml' }),
    element('Default', { Extension: 'xml', ContentType: 'application/xml' }),
    ...[...types].map(([path, type]) => element('Override', { PartName: `/${path}`, ContentType: type })),
  ])
}
