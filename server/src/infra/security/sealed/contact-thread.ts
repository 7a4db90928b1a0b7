import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Opened, ToOpen } from './contact-thread-worker.ts'

/** A thread that opens contact data beside this one. It keeps nothing, and is gone once it has ended. */
export interface ContactThread {
  /**
   * The texts that were sealed as contact data in these rows (`sealedContactBytes`), in their order; null for those who were deleted. `wrappers`: the
   * keys that their keys are wrapped with, by id. Throws when one cannot be opened.
   */
  open(wrappers: ToOpen['wrappers'], rows: Buffer): Promise<Opened>
  end(): void
}

let running = false

/** Starts such a thread; undefined while another is at work, or where there is one processor. */
export function startContactThread(): ContactThread | undefined {
  if (running || availableParallelism() < 2) return undefined
  running = true
  const worker = new Worker(new URL('./contact-thread-worker.ts', import.meta.url), { execArgv: [] })
  const waiting: PromiseWithResolvers<Opened>[] = []
  const fail = (error: Error) => {
    running = false
    for (const one of waiting.splice(0)) one.reject(error)
  }
  worker.on('message', (opened: Opened) => waiting.shift()?.resolve(opened))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that opens contact data has ended')))
  return {
    open(wrappers, rows) {
      const opened = Promise.withResolvers<Opened>()
      waiting.push(opened)
      const task: ToOpen = { wrappers, rows: new Uint8Array(rows) }
      worker.postMessage(task)
      return opened.promise
    },
    end: () => void worker.terminate(),
  }
}
