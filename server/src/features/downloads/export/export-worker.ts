import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { writeCsv } from './csv.ts'
import type { ExportFacts, ExportInput, ExportPart, ExportRow } from './export-row.ts'
import { rowUnpacker } from './row-batches.ts'
import type { RowBatch } from './row-batches.ts'
import { writeWorkbook } from './workbook.ts'

/** The input of the thread. */
export interface WorkerTask {
  readonly format: 'xlsx' | 'csv'
  readonly parts: readonly Omit<ExportPart, 'rows'>[]
  readonly facts: ExportFacts
}

/** Messages from the thread: opens a feed of rows, requests more rows of it, sends a chunk of the file, its progress, or the end. */
export type FromWorker =
  | { readonly kind: 'open'; readonly feed: number; readonly part: number }
  | { readonly kind: 'more'; readonly feed: number }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'end' }

/** Messages to the thread: rows of a feed, or that a chunk was consumed. */
export type ToWorker = { readonly kind: 'rows'; readonly feed: number; readonly batch: RowBatch } | { readonly kind: 'taken' }

const chunkBytes = 256 * 1024
const maxChunksAhead = 4
const batchesAhead = 2

const inbox = new EventTarget()
const batches: RowBatch[][] = []
let chunksAhead = 0

if (parentPort) {
  parentPort.on('message', (message: ToWorker) => {
    if (message.kind === 'rows') batches[message.feed]?.push(message.batch)
    else chunksAhead -= 1
    inbox.dispatchEvent(new Event('change'))
  })
  await write(workerData)
  post({ kind: 'end' })
  parentPort.close()
}

async function write({ format, parts, facts }: WorkerTask): Promise<void> {
  const input: ExportInput = {
    parts: parts.map((part, index) => ({ ...part, rows: () => rowsOf(index) })),
    facts,
    onProgress: (done) => post({ kind: 'progress', done }),
  }
  for await (const bytes of inLargeChunks(format === 'csv' ? writeCsv(input) : writeWorkbook(input))) {
    while (chunksAhead >= maxChunksAhead) await once(inbox, 'change')
    chunksAhead += 1
    post({ kind: 'chunk', bytes }, [bytes.buffer])
  }
}

async function* rowsOf(part: number): AsyncGenerator<ExportRow> {
  const waiting: RowBatch[] = []
  const feed = batches.push(waiting) - 1
  const unpack = rowUnpacker()
  post({ kind: 'open', feed, part })
  for (let demand = 0; demand < batchesAhead; demand++) post({ kind: 'more', feed })
  for (;;) {
    const batch = waiting.shift()
    if (!batch) {
      await once(inbox, 'change')
      continue
    }
    if (!batch.isLast) post({ kind: 'more', feed })
    yield* unpack(batch)
    if (batch.isLast) return
  }
}

/** Joins small chunks into larger ones with their own buffers, which can be transferred. */
async function* inLargeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    gathered.push(chunk)
    length += chunk.length
    if (length < chunkBytes) continue
    yield joined(gathered, length)
    gathered = []
    length = 0
  }
  if (length > 0) yield joined(gathered, length)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}
