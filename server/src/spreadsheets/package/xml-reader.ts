import { TextDecoder } from 'node:util'
import { SaxesParser } from 'saxes'
import { unreadable, type Zip } from './zip-reader.ts'

export type Attributes = Readonly<Record<string, string>>

/** Callbacks for one part. Names come without their prefix; for an opening tag also as written. */
export interface XmlListener {
  open(name: string, attributes: Attributes, writtenName: string): void
  close?(name: string): void
  text?(text: string): void
}

const maxDepth = 64
const maxAttributes = 1_000
const maxBytesWithoutTag = 1024 * 1024

/**
 * Reads one XML part as a stream. Entities are never resolved and document types are rejected. Throws an unreadable error if the part is
 * not well-formed.
 */
export async function readXml(zip: Zip, part: string, listener: XmlListener): Promise<void> {
  const progress: Progress = { tags: 0, attributes: 0 }
  const parser = parserFor(listener, progress)
  let decoder: TextDecoder | undefined
  let tags = 0
  let bytesWithoutTag = 0
  for await (const chunk of zip.chunks(part)) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    parser.write(decode(decoder, chunk))
    bytesWithoutTag = progress.tags === tags ? bytesWithoutTag + chunk.length : 0
    if (bytesWithoutTag > maxBytesWithoutTag) throw unreadable('it holds a text of more than 1 MB')
    tags = progress.tags
  }
  if (decoder === undefined) throw unreadable('a part of it is empty')
  parser.write(decode(decoder))
  parser.close()
}

/** The number of tags read so far and of attributes of the current tag; bounds what the parser buffers. */
interface Progress {
  tags: number
  attributes: number
}

function parserFor(listener: XmlListener, progress: Progress): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', () => {
    throw unreadable('it is damaged')
  })
  parser.on('doctype', () => {
    throw unreadable('it declares a document type')
  })
  parser.on('attribute', () => {
    progress.attributes += 1
    if (progress.attributes > maxAttributes) throw unreadable('an element of it has too many attributes')
  })
  parser.on('opentag', (tag) => {
    progress.tags += 1
    progress.attributes = 0
    depth += 1
    if (depth > maxDepth) throw unreadable('it is nested too deeply')
    listener.open(localName(tag.name), tag.attributes, tag.name)
  })
  parser.on('closetag', (tag) => {
    progress.tags += 1
    depth -= 1
    listener.close?.(localName(tag.name))
  })
  parser.on('text', (text) => listener.text?.(text))
  parser.on('cdata', (text) => listener.text?.(text))
  return parser
}

function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw unreadable('it is damaged')
  }
}

/** Returns a name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
