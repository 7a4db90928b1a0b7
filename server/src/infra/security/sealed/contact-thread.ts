import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { OpenedTexts, OpenRequest } from './contact-thread-worker.ts'

/** A worker thread that opens contact data. It keeps no data between requests. */
export interface ContactThread {
  /**
   * Opens the contact data of these rows (`sealedContactBytes`) and returns their texts in order; null for deleted respondents. `wrappers`:
   * the keys that wrap their keys, by id. Throws if one cannot be opened.
   */
  open(wrappers: OpenRequest['wrappers'], rows: Buffer): Promise<OpenedTexts>
  /** Leaves the thread to the next who needs it. */
  release(): void
}

interface Running {
  readonly thread: ContactThread
  readonly idle: NodeJS.Timeout
  isTaken: boolean
}

const idleMs = 60_000
let running: Running | undefined

/**
 * Starts the contact thread unless it is running, so that whoever needs it soon does not wait for its start. It ends after a minute without
 * use. Does nothing on a single processor.
 */
export function prepareContactThread(): void {
  if (availableParallelism() < 2) return
  running ??= startContactThread()
  running.idle.refresh()
}

/** Returns the contact thread, to be released after use; undefined while somebody else uses it, or on a single processor. */
export function takeContactThread(): ContactThread | undefined {
  prepareContactThread()
  if (!running || running.isTaken) return undefined
  running.isTaken = true
  return running.thread
}

function startContactThread(): Running {
  const worker = new Worker(new URL('./contact-thread-worker.ts', import.meta.url), { execArgv: [] })
  worker.unref()
  const waiting: PromiseWithResolvers<OpenedTexts>[] = []
  const forget = () => {
    if (running === started) running = undefined
    clearTimeout(started.idle)
  }
  const fail = (error: Error) => {
    forget()
    for (const one of waiting.splice(0)) one.reject(error)
  }
  worker.on('message', (opened: OpenedTexts) => waiting.shift()?.resolve(opened))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that opens contact data has ended')))
  const endIfIdle = () => {
    if (started.isTaken) return started.idle.refresh()
    // At once, so that nobody takes a thread that is ending.
    forget()
    void worker.terminate()
  }
  const started: Running = {
    thread: {
      open(wrappers, rows) {
        const opened = Promise.withResolvers<OpenedTexts>()
        waiting.push(opened)
        const task: OpenRequest = { wrappers, rows: new Uint8Array(rows) }
        worker.postMessage(task)
        return opened.promise
      },
      release() {
        started.isTaken = false
        started.idle.refresh()
      },
    },
    idle: setTimeout(endIfIdle, idleMs).unref(),
    isTaken: false,
  }
  return started
}
