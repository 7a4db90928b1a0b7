import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { startProcess, TooMuchMemory } from '../../../infra/processes/limited-process.ts'
import { Failure } from '../../../infra/failure.ts'
import type { ExportInput, ExportRow } from './export-row.ts'
import type { ExportTask, FromExport, ToExport } from './export-task.ts'
import { rowPacker } from './row-batches.ts'

/** The file format of an export. */
export type ExportFormat = ExportTask['format']

const maxBatchRows = 100
const maxSliceMs = 3
// Small, so that the process collects its garbage early. A template that needs more fails only its own export.
const processLimits = { heapMb: 256, residentMb: 768 }

/** What an export may take, so that a template can neither block all others for ever nor fill the disk of the database. */
export interface ExportLimits {
  /** CPU time without a chunk, progress or a request for rows, in ms. The largest templates take a few seconds. */
  readonly silentCpuMs: number
  /** The size of the file. A million respondents take a quarter of the default. */
  readonly bytes: number
}

const defaultLimits: ExportLimits = { silentCpuMs: 60_000, bytes: 1_000_000_000 }

/**
 * Writes an export in a process of its own, as `writeWorkbook` or `writeCsv` does. Rows are read in this one in slices of a few
 * milliseconds so that other requests are not blocked; backpressure runs from the consumer of the chunks to writing and from writing to
 * reading. Ends the process and stops reading at once when the signal fires or the consumer stops. Throws what reading rows or writing
 * threw, `ProcessStopped`, and a `Failure` if the process takes too much memory or exceeds `limits`.
 */
export async function* exportInProcess(
  input: ExportInput,
  format: ExportFormat = 'xlsx',
  limits = defaultLimits,
): AsyncGenerator<Uint8Array> {
  input.signal?.throwIfAborted()
  const { facts, signal, onProgress } = input
  const parts = input.parts.map(({ template, definition, count, earlier }) => ({ template, definition, count, earlier }))
  const task: ExportTask = { format, parts, facts }
  const chunks = chunkQueue()
  const feeds: RowFeed[] = []
  let usedMs = 0
  let usedBefore = 0
  const handleMessage = (message: FromExport): void => {
    usedBefore = usedMs
    if (message.kind === 'chunk') chunks.add(message.bytes)
    else if (message.kind === 'more') void feeds[message.feed]?.next().catch(chunks.fail)
    else if (message.kind === 'progress') onProgress?.(message.done)
    else feeds.push(rowFeed(input.parts[message.part]?.rows() ?? nothing(), (batch) => send({ kind: 'rows', feed: message.feed, batch })))
  }
  const { send, stop } = startProcess<FromExport, ToExport>(new URL('./export-task.ts', import.meta.url), task, processLimits, {
    message: handleMessage,
    cpu(now) {
      usedMs = now
      if (now - usedBefore > limits.silentCpuMs) chunks.fail(tooCostly('takes too long'))
    },
    ended(error) {
      if (error === undefined) chunks.end()
      else if (error instanceof TooMuchMemory) chunks.fail(tooCostly('takes too much memory'))
      else if (error instanceof RangeError) chunks.fail(tooCostly(`needs too much room (${error.message})`))
      else chunks.fail(error)
    },
  })
  const abort = () => {
    chunks.fail(signal?.reason)
    void stop()
  }
  signal?.addEventListener('abort', abort)
  let bytes = 0
  try {
    for (let chunk = await chunks.take(); chunk; chunk = await chunks.take()) {
      bytes += chunk.byteLength
      if (bytes > limits.bytes) throw tooCostly('takes more than 1 GB')
      yield chunk
      send({ kind: 'taken' })
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    await Promise.all([stop(), ...feeds.map((feed) => feed.close())])
  }
}

function tooCostly(why: string): Failure {
  return new Failure('INVALID_REQUEST', `Writing this spreadsheet ${why}. Upload a simpler template, or choose CSV.`)
}

interface RowFeed {
  /** Reads and sends the next batch of rows, after the batches requested before. */
  readonly next: () => Promise<void>
  readonly close: () => Promise<void>
}

function rowFeed(rows: AsyncIterable<ExportRow>, send: (batch: ReturnType<ReturnType<typeof rowPacker>>) => void): RowFeed {
  const iterator = rows[Symbol.asyncIterator]()
  const pack = rowPacker()
  let reading = Promise.resolve()
  let ended = false

  async function readSome(): Promise<void> {
    await setImmediate()
    if (ended) return
    const batch: ExportRow[] = []
    const until = performance.now() + maxSliceMs
    while (!ended && batch.length < maxBatchRows && (batch.length === 0 || performance.now() < until)) {
      const next = await iterator.next()
      if (next.done) ended = true
      else batch.push(next.value)
    }
    send(pack(batch, ended))
  }

  return {
    next: () => (reading = reading.then(readSome)),
    async close() {
      ended = true
      await reading.catch(() => undefined)
      await iterator.return?.()
    },
  }
}

async function* nothing(): AsyncGenerator<never> {}

interface ChunkQueue {
  readonly add: (chunk: Uint8Array) => void
  readonly end: () => void
  readonly fail: (error: unknown) => void
  /** Returns the next chunk, undefined after the last. Throws the first failure at once. */
  readonly take: () => Promise<Uint8Array | undefined>
}

function chunkQueue(): ChunkQueue {
  const waiting: Uint8Array[] = []
  const changed = new EventTarget()
  let state: { readonly ended: boolean; readonly failure?: { readonly error: unknown } } = { ended: false }
  const notifyConsumer = () => changed.dispatchEvent(new Event('change'))
  return {
    add(chunk) {
      waiting.push(chunk)
      notifyConsumer()
    },
    end() {
      state = { ended: true }
      notifyConsumer()
    },
    fail(error) {
      if (!state.ended) state = { ended: true, failure: { error } }
      notifyConsumer()
    },
    async take() {
      while (waiting.length === 0 && !state.ended) await once(changed, 'change')
      if (state.failure) throw state.failure.error
      return waiting.shift()
    },
  }
}
