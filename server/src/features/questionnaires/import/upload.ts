import { Worker } from 'node:worker_threads'
import type { Upload, UploadedFile, UploadField } from '@portico/shared/contract/questionnaires'
import { failures } from '@portico/shared/words/failures'
import { importProblems, shortened } from '@portico/shared/words/import/import-problems'
import { type ImportOutcome, refusalOf, type WorkerReport, type WorkerTask } from './upload-outcome.ts'
import { formatProblems } from './problems.ts'

export type { ImportOutcome } from './upload-outcome.ts'

const workersAtOnce = 2
const cpuLimitMs = 5_000
// For what waits without working, and for a machine on which nothing gets its turn.
const timeLimitMs = 20_000
const lookEveryMs = 250
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
const waiting: (() => void)[] = []
let running = 0

/**
 * Reads the three files of an upload (shared/spec/questionnaire-files.md#request) in a worker limited to 192 MB and 5 s of processor
 * time, two at once, so that no file can harm the server. A file on which the worker gives up is refused as one that cannot be read.
 */
export async function readUpload(upload: Upload): Promise<ImportOutcome> {
  for (const field of ['questionFile', 'templateFile'] as const) {
    const id = refusalOf[field].missing
    if (!upload[field]) return { ok: false, id, message: failures[id], problems: [] }
  }
  await turn()
  try {
    return await readInWorker(upload)
  } finally {
    passTurn()
  }
}

async function turn(): Promise<void> {
  if (running < workersAtOnce) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

/** The next in line takes over the place; only without one does it become free. */
function passTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

function readInWorker(upload: Upload): Promise<ImportOutcome> {
  const worker = new Worker(new URL('./upload-worker.ts', import.meta.url), { workerData: withOwnBytes(upload), resourceLimits })
  return new Promise<ImportOutcome>((resolve, reject) => {
    let reading: UploadField = 'questionFile'
    const giveUp = () => settle(givenUp(upload, reading, 'it takes too long to read'))
    const timer = setTimeout(giveUp, timeLimitMs)
    const watch = setInterval(() => {
      const used = worker.cpuUsage()
      used.then(({ user, system }) => user + system > cpuLimitMs * 1_000 && giveUp()).catch(() => {})
    }, lookEveryMs)
    const settle = (outcome: ImportOutcome | Error) => {
      clearTimeout(timer)
      clearInterval(watch)
      void worker.terminate()
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    worker.on('message', (report: WorkerReport) => {
      if ('outcome' in report) settle(report.outcome)
      else reading = report.reading
    })
    worker.on('error', (error: Error & { code?: string }) => {
      const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error.name === 'RangeError'
      settle(isTooMuch ? givenUp(upload, reading, 'it takes too much memory to read') : error)
    })
    worker.on('exit', () => settle(new Error('The reading of an upload ended without an outcome')))
  })
}

/** Bytes that are a window on something larger would take all of it along to the worker. */
function withOwnBytes(upload: Upload): WorkerTask {
  const own = (file: UploadedFile | undefined) =>
    file && file.bytes.byteLength < file.bytes.buffer.byteLength ? { ...file, bytes: new Uint8Array(file.bytes) } : file
  return {
    title: upload.title,
    questionFile: own(upload.questionFile),
    templateFile: own(upload.templateFile),
    fieldMetadataFile: own(upload.fieldMetadataFile),
  }
}

function givenUp(upload: Upload, field: UploadField, reason: string): ImportOutcome {
  const { faulty, unreadable } = refusalOf[field]
  const location = shortened(upload[field]?.name ?? upload.questionFile?.name ?? '')
  const problems = [{ location, code: unreadable, message: importProblems[unreadable].unreadable(reason) }]
  return { ok: false, id: faulty, message: formatProblems(problems), problems }
}
