import { once } from 'node:events'
import { runTask } from '../../../infra/processes/run-task.ts'
import { writeCsv } from './csv.ts'
import type { ExportFacts, ExportInput, ExportPart, ExportRow } from './export-row.ts'
import { rowUnpacker } from './row-batches.ts'
import type { RowBatch } from './row-batches.ts'
import { writeWorkbook } from './workbook.ts'

/** What an export writes. */
export interface ExportTask {
  readonly format: 'xlsx' | 'csv'
  readonly parts: readonly Omit<ExportPart, 'rows'>[]
  readonly facts: ExportFacts
}

/** Messages of an export: opens a feed of rows, requests more rows of it, sends a chunk of the file or its progress. */
export type FromExport =
  | { readonly kind: 'open'; readonly feed: number; readonly part: number }
  | { readonly kind: 'more'; readonly feed: number }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly done: number }

/** Messages to an export: rows of a feed, or that a chunk was consumed. */
export type ToExport = { readonly kind: 'rows'; readonly feed: number; readonly batch: RowBatch } | { readonly kind: 'taken' }

const chunkBytes = 256 * 1024
const maxChunksAhead = 4
const batchesAhead = 2

runTask<ExportTask, FromExport, ToExport>(async ({ format, parts, facts }, portal) => {
  const inbox = new EventTarget()
  const batches: RowBatch[][] = []
  let chunksAhead = 0
  portal.onMessage((message) => {
    if (message.kind === 'rows') batches[message.feed]?.push(message.batch)
    else chunksAhead -= 1
    inbox.dispatchEvent(new Event('change'))
  })

  async function* rowsOf(part: number): AsyncGenerator<ExportRow> {
    const waiting: RowBatch[] = []
    const feed = batches.push(waiting) - 1
    const unpack = rowUnpacker()
    portal.send({ kind: 'open', feed, part })
    for (let demand = 0; demand < batchesAhead; demand++) portal.send({ kind: 'more', feed })
    for (;;) {
      const batch = waiting.shift()
      if (!batch) {
        await once(inbox, 'change')
        continue
      }
      if (!batch.isLast) portal.send({ kind: 'more', feed })
      yield* unpack(batch)
      if (batch.isLast) return
    }
  }

  const input: ExportInput = {
    parts: parts.map((part, index) => ({ ...part, rows: () => rowsOf(index) })),
    facts,
    onProgress: (done) => portal.send({ kind: 'progress', done }),
  }
  for await (const bytes of inLargeChunks(format === 'csv' ? writeCsv(input) : writeWorkbook(input))) {
    while (chunksAhead >= maxChunksAhead) await once(inbox, 'change')
    chunksAhead += 1
    portal.send({ kind: 'chunk', bytes })
  }
})

/** Joins small chunks into larger ones. */
async function* inLargeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    gathered.push(chunk)
    length += chunk.length
    if (length < chunkBytes) continue
    yield Buffer.concat(gathered, length)
    gathered = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(gathered, length)
}
