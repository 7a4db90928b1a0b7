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
  end(): void
}

let running = false

/** Starts a contact thread; returns undefined while another is running, or on a single processor. */
export function startContactThread(): ContactThread | undefined {
  if (running || availableParallelism() < 2) return undefined
  running = true
  const worker = new Worker(new URL('./contact-thread-worker.ts', import.meta.url), { execArgv: [] })
  const waiting: PromiseWithResolvers<OpenedTexts>[] = []
  const fail = (error: Error) => {
    running = false
    for (const one of waiting.splice(0)) one.reject(error)
  }
  worker.on('message', (opened: OpenedTexts) => waiting.shift()?.resolve(opened))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that opens contact data has ended')))
  return {
    open(wrappers, rows) {
      const opened = Promise.withResolvers<OpenedTexts>()
      waiting.push(opened)
      const task: OpenRequest = { wrappers, rows: new Uint8Array(rows) }
      worker.postMessage(task)
      return opened.promise
    },
    end: () => void worker.terminate(),
  }
}
