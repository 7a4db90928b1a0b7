import { readXml } from './xml-reader.ts'
import type { Attributes, XmlListener } from './xml-reader.ts'
import { unreadable } from './zip-reader.ts'
import type { Zip } from './zip-reader.ts'

/** An XML element as written in a file: prefixed name, attributes and children in order. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

/** The namespace of workbooks, sheets, styles and tables; in a tree its elements have no prefix, whatever the file used. */
export const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The first line of every part. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Reads a part as a tree, without comments and processing instructions; undefined if the file has no such part. Throws like `readXml`. */
export async function readTree(zip: Zip, part: string): Promise<Element | undefined> {
  if (!zip.has(part)) return undefined
  const tree = new TreeBuilder()
  await readXml(zip, part, tree)
  return tree.root
}

/** Serializes a small part, including its XML declaration. */
export function printDocument(root: Element): string {
  return xmlDeclaration + printXml(root)
}

const pieceLength = 64 * 1024

/**
 * Serializes a part of any size, including its XML declaration, in pieces: memory that is requested at once and refused ends the process.
 */
export function* printedPieces(root: Element): Generator<string> {
  yield* inPieces([xmlDeclaration, root])
}

/** Serializes elements and XML texts, one after another, in pieces. */
export function* inPieces(parts: Iterable<Element | string>): Generator<string> {
  let piece = ''
  for (const part of parts) {
    for (const text of typeof part === 'string' ? [part] : tokensOf(part)) {
      piece += text
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}

function* tokensOf(node: Element | string): Generator<string> {
  if (typeof node === 'string' || node.children.length === 0) return yield printXml(node)
  yield openingTag(node)
  for (const child of node.children) yield* tokensOf(child)
  yield closingTag(node)
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

/** Yields this element and all its descendants, parents first. */
export function* walkElements(root: Element): Generator<Element> {
  yield root
  for (const child of root.children) if (isElement(child)) yield* walkElements(child)
}

/** More than any text has that means something: of what is longer, only the beginning is read. */
const maxTextLength = 200_000

/** Returns the concatenated text of this element and its descendants. */
export function textOf(node: Element | string): string {
  if (typeof node === 'string') return node
  let text = ''
  for (const child of node.children) {
    if (text.length > maxTextLength) break
    text += textOf(child)
  }
  return text
}

/** Maps a namespace of Strict Open XML to its transitional equivalent; one file may contain both. */
export function toTransitional(name: string): string {
  return name.startsWith('http://purl.oclc.org/')
    ? name.replace(/^http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\//, 'http://schemas.openxmlformats.org/$1/2006/')
    : name
}

/** More than a sheet has rows. */
const maxChildren = 1_100_000

/** Builds a tree in which elements of the spreadsheet namespace have no prefix. */
class TreeBuilder implements XmlListener {
  root: Element | undefined
  readonly #open: { readonly element: Element; readonly prefixes: ReadonlySet<string> }[] = []

  open(name: string, written: Attributes, writtenName: string): void {
    const parent = this.#open.at(-1)
    if (parent && parent.element.children.length > maxChildren) throw unreadable('an element of it holds too many others')
    const attributes = Object.fromEntries(Object.entries(written).map(([key, value]) => [key, toTransitional(value)]))
    const prefixes = spreadsheetPrefixes(parent?.prefixes ?? new Set(), attributes)
    const isSpreadsheet = prefixes.has(writtenName.slice(0, Math.max(0, writtenName.length - name.length - 1)))
    if (isSpreadsheet && !parent) attributes['xmlns'] = spreadsheet
    const opened = element(isSpreadsheet ? name : writtenName, attributes)
    if (parent) parent.element.children.push(opened)
    else this.root = opened
    this.#open.push({ element: opened, prefixes })
  }

  text(text: string): void {
    this.#open.at(-1)?.element.children.push(text)
  }

  close(): void {
    this.#open.pop()
  }
}

/** Returns the prefixes bound to the spreadsheet namespace inside an element with these attributes; '' is the default namespace. */
function spreadsheetPrefixes(outer: ReadonlySet<string>, attributes: Attributes): ReadonlySet<string> {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  const prefixes = new Set(outer)
  for (const [name, uri] of declared) {
    if (uri === spreadsheet) prefixes.add(name.slice('xmlns:'.length))
    else prefixes.delete(name.slice('xmlns:'.length))
  }
  return prefixes
}
