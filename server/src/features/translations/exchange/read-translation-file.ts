import { limits } from '@portico/shared/words/limits'
import { readXml, type XmlListener } from '../../../spreadsheets/package/xml-reader.ts'
import { isUnreadable, unreadable, type Zip } from '../../../spreadsheets/package/zip-reader.ts'
import { openWorkbook } from '../../../spreadsheets/workbook-reader.ts'
import { uploadLimits } from '../../questionnaires/upload-limits.ts'
import { sheetHeaders } from './write-translation-file.ts'

/** One translation from a file, with the source that it was made from. */
export interface ReadText {
  readonly key: string
  readonly source: string
  readonly text: string
}

/** The content of a file, or why it cannot be read: 'it is damaged'. */
export type FileOutcome = { readonly rows: readonly ReadText[] } | { readonly reason: string }

export interface FileTask {
  readonly language: string
  readonly bytes: Uint8Array
}

const maxTexts = 20_000
const chunkBytes = 64 * 1024
// The parts of a unit in XLIFF.
const segments = ['segment', 'ignorable']

/** Reads a translation file, .xlsx or XLIFF 2, for one language. Runs only in a process of its own. */
export async function readTranslationFile({ language, bytes }: FileTask): Promise<FileOutcome> {
  try {
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    const rows = isZip ? await readWorkbook(bytes, language) : await readXliff(bytes, language)
    if (rows.length > maxTexts) throw unreadable('it holds more than 20,000 texts')
    const twice = keyWithTwoTexts(rows)
    if (twice !== undefined) throw unreadable(`it has two translations of “${twice}”`)
    if (rows.some(({ text }) => text.length > limits.cellMax)) throw unreadable('a translation has more than 4,000 characters')
    return { rows }
  } catch (error) {
    if (isUnreadable(error)) return { reason: error.message }
    throw error
  }
}

function keyWithTwoTexts(rows: readonly ReadText[]): string | undefined {
  const texts = new Map<string, string>()
  return rows.find(({ key, text }) => {
    const before = texts.get(key)
    texts.set(key, text)
    return key !== '' && before !== undefined && before !== text
  })?.key
}

async function readWorkbook(bytes: Uint8Array, language: string): Promise<ReadText[]> {
  const workbook = await openWorkbook(bytes, uploadLimits)
  const { rows } = await workbook.readSheet(0, 'table')
  const [head, ...body] = rows
  const wanted = sheetHeaders(language)
  const columnOf = (header: string) => {
    const [cell, ...more] = head?.cells.filter(({ text }) => text.trim() === header) ?? []
    if (cell && more.length === 0) return cell.column
    throw unreadable(`its first sheet has ${cell ? 'more than one' : 'no'} column “${header}”`)
  }
  const columns = { key: columnOf(wanted.key), source: columnOf(wanted.source), text: columnOf(wanted.translation) }
  return body.map(({ cells }) => {
    const textAt = (column: number) => cells.find((cell) => cell.column === column)?.text.trim() ?? ''
    return { key: textAt(columns.key), source: textAt(columns.source), text: textAt(columns.text) }
  })
}

async function readXliff(bytes: Uint8Array, language: string): Promise<ReadText[]> {
  const reader = new XliffReader(language)
  const file: Zip = {
    names: ['xliff'],
    has: (name) => name === 'xliff',
    async *chunks() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield Buffer.from(bytes.subarray(at, at + chunkBytes))
    },
  }
  await readXml(file, 'xliff', reader)
  return reader.rows
}

/**
 * Identifies a unit by its name, or by its id in files from other programs; joins its segments to one text, which is empty unless all of them
 * are translated.
 */
class XliffReader implements XmlListener {
  readonly rows: ReadText[] = []
  readonly #language: string
  #isRead = false
  #key = ''
  #source = ''
  #text = ''
  #in: 'source' | 'target' | undefined
  #segment = { source: '', target: '' }
  #isComplete = true
  readonly #open: string[] = []

  constructor(language: string) {
    this.#language = language
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.#isRead) {
      if (name !== 'xliff' || !attributes['version']?.startsWith('2.')) throw unreadable('it is neither .xlsx nor XLIFF 2')
      if (attributes['trgLang']?.toLowerCase() !== this.#language.toLowerCase()) throw unreadable(`its trgLang is not ${this.#language}`)
      this.#isRead = true
    }
    if (name === 'unit') {
      this.#key = attributes['name'] ?? attributes['id'] ?? ''
      ;[this.#source, this.#text, this.#isComplete] = ['', '', true]
    }
    if (segments.includes(name)) this.#segment = { source: '', target: '' }
    // Programs store candidates beside the segments, which are no translations yet.
    const isOfSegment = segments.includes(this.#open.at(-1) ?? '')
    if (isOfSegment && (name === 'source' || name === 'target')) this.#in = name
    this.#open.push(name)
  }

  text(chunk: string): void {
    if (this.#in) this.#segment[this.#in] += chunk
  }

  close(name: string): void {
    this.#open.pop()
    if (name === 'source' || name === 'target') this.#in = undefined
    if (segments.includes(name)) this.#endSegment(name)
    if (name === 'unit') this.rows.push({ key: this.#key, source: this.#source.trim(), text: this.#isComplete ? this.#text.trim() : '' })
  }

  // What lies between segments, such as a space, needs no translation.
  #endSegment(name: string): void {
    const { source, target } = this.#segment
    this.#source += source
    this.#text += name === 'ignorable' && target === '' ? source : target
    if (name === 'segment' && source.trim() !== '' && target.trim() === '') this.#isComplete = false
  }
}
