import { type Entry, fromBufferPromise } from 'yauzl'

/** The parts of a zip file by name; names are case-insensitive. */
export interface Zip {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Streams the unpacked bytes of a part; leave the loop at any time to stop. */
  chunks(name: string): AsyncGenerator<Buffer>
}

/** Limits for a zip file. */
export interface ZipLimits {
  readonly packedBytes: number
  readonly unpackedBytes: number
  /** The maximum ratio of unpacked to packed size. */
  readonly compressionRatio: number
}

const maxParts = 2_000
const megabyte = 1024 * 1024

/** Creates the error for a file that cannot be read; its message states the reason to the person who uploaded it. */
export function unreadable(reason: string): Error {
  return Object.assign(new Error(reason), { name: 'Unreadable' })
}

/** Whether an error was caused by the file rather than the program. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Unreadable'
}

/**
 * Opens a zip file after checking its directory: within the limits, at most 2,000 parts, unencrypted, no duplicate names and no paths
 * outside the file. Throws an unreadable error otherwise.
 */
export async function openZip(bytes: Uint8Array, limits: ZipLimits): Promise<Zip> {
  refuseOtherFiles(bytes, limits)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(throwDamaged)
  const entries = await readDirectory(zip.eachEntry(), bytes.byteLength, limits)
  return {
    names: [...entries.values()].map((entry) => entry.fileName),
    has: (name) => entries.has(name.toLowerCase()),
    async *chunks(name) {
      const entry = entries.get(name.toLowerCase())
      if (entry === undefined) throw unreadable('a part of it is missing')
      const stream = await zip.openReadStreamPromise(entry).catch(throwDamaged)
      const chunks = stream[Symbol.asyncIterator]()
      try {
        for (let chunk = await chunks.next().catch(throwDamaged); !chunk.done; chunk = await chunks.next().catch(throwDamaged))
          yield chunk.value
      } finally {
        stream.destroy()
      }
    },
  }
}

/** Reads all bytes of a part; undefined if there is no part of this name. */
export async function partBytes(zip: Zip, name: string): Promise<Buffer | undefined> {
  return zip.has(name) ? Buffer.concat(await Array.fromAsync(zip.chunks(name))) : undefined
}

function throwDamaged(): never {
  throw unreadable('it is damaged')
}

function refuseOtherFiles(bytes: Uint8Array, { packedBytes }: ZipLimits): void {
  if (bytes.byteLength > packedBytes) throw unreadable(`it is larger than ${packedBytes / megabyte} MB`)
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (start === 'd0cf11e0a1b11ae1') {
    const locked = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw unreadable(locked ? 'it is protected with a password' : 'it is an old .xls workbook')
  }
  if (!start.startsWith('504b')) throw unreadable('it is not an .xlsx workbook')
}

async function readDirectory(listed: AsyncIterable<Entry>, packedBytes: number, limits: ZipLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let unpackedBytes = 0
  const list = listed[Symbol.asyncIterator]()
  for (let next = await list.next().catch(throwDamaged); !next.done; next = await list.next().catch(throwDamaged)) {
    const entry = next.value
    const name = entry.fileName.toLowerCase()
    unpackedBytes += entry.uncompressedSize
    if (entry.isEncrypted()) throw unreadable('it is protected with a password')
    if (entries.has(name)) throw unreadable('it holds two parts of the same name')
    if (entries.size >= maxParts) throw unreadable(`it holds more than ${maxParts} parts`)
    if (unpackedBytes > limits.unpackedBytes) throw unreadable(`it unpacks to more than ${limits.unpackedBytes / megabyte} MB`)
    entries.set(name, entry)
  }
  if (unpackedBytes > packedBytes * limits.compressionRatio) {
    throw unreadable(`it unpacks to more than ${limits.compressionRatio} times its size`)
  }
  return entries
}
