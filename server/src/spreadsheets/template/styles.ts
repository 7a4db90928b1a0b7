import { childOf, childrenOf, element, spreadsheet } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'

/** Offsets for a template's style numbers, because the styles of earlier templates come first. */
export interface StyleShift {
  readonly cell: number
  readonly differential: number
}

/** The styles of a new workbook: those of all templates in order, plus variants created during writing. */
export interface StyleBook {
  readonly add: (styles: Element | undefined) => StyleShift
  /** Returns the style with a date format, unless it has its own number format. */
  readonly forDate: (style: number, format: DateFormat) => number
  /** Returns the style with a quote prefix, so that editing the cell never turns its text into a formula. */
  readonly forQuotedText: (style: number) => number
  readonly element: () => Element
}

export type DateFormat = 'yyyy-mm-dd' | 'yyyy-mm-dd hh:mm'

type List = 'fonts' | 'fills' | 'borders' | 'cellStyleXfs' | 'cellXfs' | 'dxfs'
type Lists = Record<List, Element[]>

const items = { fonts: 'font', fills: 'fill', borders: 'border', cellStyleXfs: 'xf', cellXfs: 'xf', dxfs: 'dxf' } as const
const firstCustomFormat = 164
const generalFormat = '0'
const textFormat = '49'

/** Creates an empty book. A template without styles gets those of an empty workbook. */
export function openStyleBook(): StyleBook {
  const lists: Lists = { fonts: [], fills: [], borders: [], cellStyleXfs: [], cellXfs: [], dxfs: [] }
  const formats = new Map<string, string>()
  const variants = new Map<string, number>()
  let first: Element | undefined

  function formatId(code: string): string {
    const id = formats.get(code) ?? String(firstCustomFormat + formats.size)
    formats.set(code, id)
    return id
  }

  function variant(style: number, change: Record<string, string>): number {
    const base = lists.cellXfs[style]
    if (!base) return style
    const key = `${style} ${JSON.stringify(change)}`
    const made = variants.get(key) ?? lists.cellXfs.push({ ...base, attributes: { ...base.attributes, ...change } }) - 1
    variants.set(key, made)
    return made
  }

  return {
    add(styles) {
      const sheet = styles ?? emptyStyles()
      first ??= sheet
      const shift = { cell: lists.cellXfs.length, differential: lists.dxfs.length }
      append(lists, sheet, formatId)
      return shift
    },
    forDate(style, format) {
      const own = lists.cellXfs[style]?.attributes['numFmtId'] ?? generalFormat
      return own === generalFormat || own === textFormat ? variant(style, { numFmtId: formatId(format), applyNumberFormat: '1' }) : style
    },
    forQuotedText: (style) => variant(style, { quotePrefix: '1' }),
    element: () => styleSheet(first ?? emptyStyles(), lists, formats),
  }
}

function append(lists: Lists, styles: Element, formatId: (code: string) => string): void {
  const empty = emptyStyles()
  const found = (list: List) => childrenOf(childOf(styles, list), items[list])
  const atLeastOne = (list: List) => (found(list).length > 0 ? found(list) : childrenOf(childOf(empty, list), items[list]))
  const ownFormats = childrenOf(childOf(styles, 'numFmts'), 'numFmt')
  const codes = new Map(ownFormats.map(({ attributes }) => [attributes['numFmtId'], attributes['formatCode'] ?? '']))
  const shifts = { fontId: lists.fonts.length, fillId: lists.fills.length, borderId: lists.borders.length, xfId: lists.cellStyleXfs.length }
  const moved = (xf: Element): Element => {
    const attributes = { ...xf.attributes }
    for (const [name, shift] of Object.entries(shifts)) {
      if (shift > 0 || name in attributes) attributes[name] = String(Number(attributes[name] ?? 0) + shift)
    }
    const code = codes.get(attributes['numFmtId'])
    if (code !== undefined) attributes['numFmtId'] = formatId(code)
    return { ...xf, attributes }
  }
  const cellStyles = atLeastOne('cellStyleXfs').map(moved)
  for (const { attributes } of cellStyles) delete attributes['xfId']
  const cells = atLeastOne('cellXfs').map(moved)
  for (const list of ['fonts', 'fills', 'borders'] as const) lists[list].push(...atLeastOne(list))
  lists.dxfs.push(...found('dxfs'))
  lists.cellStyleXfs.push(...cellStyles)
  lists.cellXfs.push(...cells)
}

/** Builds the style sheet with its lists in the order required by the format; other content of the first template is kept. */
function styleSheet(first: Element, lists: Lists, formats: ReadonlyMap<string, string>): Element {
  const listed = (name: List) => (lists[name].length > 0 ? [element(name, { count: String(lists[name].length) }, lists[name])] : [])
  const own = [...formats].map(([formatCode, numFmtId]) => element('numFmt', { numFmtId, formatCode }))
  const rest = (name: string) => childrenOf(first, name)
  return element('styleSheet', first.attributes, [
    ...(own.length > 0 ? [element('numFmts', { count: String(own.length) }, own)] : []),
    ...(['fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs'] as const).flatMap(listed),
    ...rest('cellStyles'),
    ...listed('dxfs'),
    ...['tableStyles', 'colors', 'extLst'].flatMap(rest),
  ])
}

function emptyStyles(): Element {
  const lists = {
    fonts: element('font', {}, [element('sz', { val: '11' }), element('name', { val: 'Calibri' })]),
    fills: element('fill', {}, [element('patternFill', { patternType: 'none' })]),
    borders: element('border'),
    cellStyleXfs: element('xf', { numFmtId: generalFormat }),
    cellXfs: element('xf', { numFmtId: generalFormat }),
  }
  return element(
    'styleSheet',
    { xmlns: spreadsheet },
    Object.entries(lists).map(([name, only]) => element(name, {}, [only])),
  )
}
