import { element } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'

const extensions = 'http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray'

/** The metadata that cells refer to by `cm="1"`: their formula spills. Nothing is taken over from templates, whose metadata may name addresses. */
export function dynamicArrayMetadata(): Element {
  const spaces = { xmlns: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'xmlns:xda': extensions }
  const type = {
    name: 'XLDAPR',
    minSupportedVersion: '120000',
    copy: '1',
    pasteAll: '1',
    pasteValues: '1',
    merge: '1',
    splitFirst: '1',
    rowColShift: '1',
    clearFormats: '1',
    clearComments: '1',
    assign: '1',
    coerce: '1',
    cellMeta: '1',
  }
  const properties = element('xda:dynamicArrayProperties', { fDynamic: '1', fCollapsed: '0' }, [])
  const extension = element('ext', { uri: '{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}' }, [properties])
  return element('metadata', spaces, [
    element('metadataTypes', { count: '1' }, [element('metadataType', type, [])]),
    element('futureMetadata', { name: 'XLDAPR', count: '1' }, [element('bk', {}, [element('extLst', {}, [extension])])]),
    element('cellMetadata', { count: '1' }, [element('bk', {}, [element('rc', { t: '1', v: '0' }, [])])]),
  ])
}
