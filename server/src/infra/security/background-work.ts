import type { Log } from '../log.ts'

/** Work that goes on after its call was answered, so that the time of the answer tells nothing about it. */
export interface BackgroundWork {
  /** Starts work of the call at `path`. What it throws is only logged: nobody waits for it. */
  start(call: { readonly path: string; readonly requestId: string }, work: () => Promise<unknown>): void
  /** Waits until everything started so far has ended. */
  settle(): Promise<void>
}

/** Opens the background work of one process. */
export function openBackgroundWork(log: Log): BackgroundWork {
  const running = new Set<Promise<void>>()
  return {
    start(call, work) {
      const ended = work()
        .catch((error: unknown) => log.error({ err: error, ...call }, 'a call failed after it was answered'))
        .then(() => void running.delete(ended))
      running.add(ended)
    },
    settle: async () => void (await Promise.all(running)),
  }
}
