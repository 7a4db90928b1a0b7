import { createDeflateRaw, crc32 } from 'node:zlib'

/** One file of a zip: its path and a function that produces its content when it is written. */
export interface ZipEntry {
  readonly path: string
  readonly contents: () => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

// Sizes follow the data (bit 3); names are UTF-8 (bit 11).
const flags = 0x0808
const deflated = 8
const version = 20
const firstDay = 0x21
const maxBytes = 0xffff_ffff
const chunkBytes = 64 * 1024

/**
 * Packs files one after another in chunks, with constant memory. Compression runs on other threads; at most one chunk is requested while
 * another is compressed. Throws if a file or the archive exceeds 4 GB.
 */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.path)
    const header = localHeader(name)
    yield header
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const chunk of packed(entry.contents(), sums)) {
      if (offset + sums.packed > maxBytes) throw new Error('The file would be larger than 4 GB')
      yield chunk
    }
    directory.push({ name, ...sums, offset })
    offset += header.length + sums.packed + 16
    if (sums.size > maxBytes || offset > maxBytes) throw new Error('The file would be larger than 4 GB')
    yield sizesAfter(sums)
  }
  const records = directory.map(directoryRecord)
  yield* records
  yield endRecord(
    records.length,
    records.reduce((total, record) => total + record.length, 0),
    offset,
  )
}

async function* packed(
  contents: ReturnType<ZipEntry['contents']>,
  sums: { crc: number; size: number; packed: number },
): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: 1, chunkSize: chunkBytes })
  let stopped = false
  const filled = fill(contents)
  filled.catch((error) => deflate.destroy(error))
  try {
    for await (const chunk of deflate) {
      sums.packed += chunk.length
      yield chunk
    }
    await filled
  } finally {
    stopped = true
    await filled.catch(() => {})
  }

  async function fill(chunks: ReturnType<ZipEntry['contents']>): Promise<void> {
    // Compresses one chunk while the next is produced. A destroyed stream still calls back, so this cannot hang.
    let packing = Promise.resolve()
    for await (const chunk of chunks) {
      if (stopped) return
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      await packing
      packing = new Promise((resolve) => deflate.write(bytes, () => resolve()))
    }
    deflate.end()
  }
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30 + name.length)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(firstDay, 12)
  header.writeUInt16LE(name.length, 26)
  name.copy(header, 30)
  return header
}

function sizesAfter({ crc, packed: packedBytes, size }: { crc: number; packed: number; size: number }): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packedBytes, 8)
  record.writeUInt32LE(size, 12)
  return record
}

function directoryRecord({ name, crc, packed: packedBytes, size, offset }: Written): Buffer {
  const record = Buffer.alloc(46 + name.length)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(deflated, 10)
  record.writeUInt16LE(firstDay, 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(packedBytes, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt32LE(offset, 42)
  name.copy(record, 46)
  return record
}

function endRecord(count: number, bytes: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(bytes, 12)
  record.writeUInt32LE(offset, 16)
  return record
}
