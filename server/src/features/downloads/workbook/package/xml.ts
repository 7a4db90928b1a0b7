import { SaxesParser } from 'saxes'

/** An XML element as it stands in a file: prefixed name, attributes, and children in order. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

/** The namespace of workbooks, sheets, styles and tables; its elements carry no prefix here, whatever the file wrote. */
export const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The first line of every part. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Reads a whole part. Comments and processing instructions are left out. Throws on malformed XML and on a document type. */
export function parseXml(bytes: Uint8Array): Element {
  const parser = new SaxesParser({ xmlns: true })
  const document: Element = { name: '', attributes: {}, children: [] }
  const open: Element[] = [document]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type is not allowed')
  })
  parser.on('opentag', (tag) => {
    const element = elementOf(tag.uri === spreadsheet ? tag.local : tag.name, Object.values(tag.attributes))
    if (tag.uri === spreadsheet && open.length === 1) element.attributes['xmlns'] = spreadsheet
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => open.at(-1)?.children.push(text))
  parser.on('cdata', (text) => open.at(-1)?.children.push(text))
  parser.on('closetag', () => open.pop())
  parser.write(transitional(decoded(bytes))).close()
  const root = document.children.find(isElement)
  if (!root) throw new Error('the part is empty')
  return root
}

/** A part ready to be written, with its declaration. */
export function printDocument(root: Element): string {
  return xmlDeclaration + printXml(root)
}

export function printXml(node: Element | string): string {
  if (typeof node === 'string') return escapeText(node)
  if (node.children.length === 0) return openingTag(node).replace(/>$/, '/>')
  return openingTag(node) + node.children.map(printXml).join('') + closingTag(node)
}

export function openingTag(element: Element): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<${element.name}${attributes.join('')}>`
}

export function closingTag(element: Element): string {
  return `</${element.name}>`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}

export function element(name: string, attributes: Record<string, string> = {}, children: (Element | string)[] = []): Element {
  return { name, attributes, children }
}

export function isElement(node: Element | string): node is Element {
  return typeof node !== 'string'
}

export function childrenOf(parent: Element | undefined, name: string): Element[] {
  return parent ? parent.children.filter(isElement).filter((child) => child.name === name) : []
}

export function childOf(parent: Element | undefined, name: string): Element | undefined {
  return childrenOf(parent, name)[0]
}

/** Every element below and including this one, parents first. */
export function* everyElement(root: Element): Generator<Element> {
  yield root
  for (const child of root.children) if (isElement(child)) yield* everyElement(child)
}

/** All text below this element, one piece. */
export function textOf(node: Element | string): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

/** The name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function decoded(bytes: Uint8Array): string {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** Files saved as Strict Open XML use other names for the same things; both kinds may meet in one export. */
function transitional(xml: string): string {
  return xml.replaceAll(/http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\//g, 'http://schemas.openxmlformats.org/$1/2006/')
}

function elementOf(name: string, attributes: readonly { name: string; value: string }[]): Element {
  return { name, attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.value])), children: [] }
}
