import type { Caller } from '../../infra/request-context.ts'
import { FairQueue } from '../../infra/security/turns/fair-queue.ts'
import { startProcess, TooMuchMemory } from '../../infra/processes/limited-process.ts'

const cpuLimitMs = 5_000
// Wall-clock limit for processes that wait without using the CPU, or that are starved of it.
const timeLimitMs = 20_000
const limits = { heapMb: 192, residentMb: 512 }
const tooLong = 'it takes too long to read'
const queue = new FairQueue({ maxRunning: 2, maxWaiting: 60 })

/** Interprets the messages of a process for its caller. */
export interface ReadingListener<Message, Outcome> {
  /** Returns the outcome that a message contains; undefined while it is still reading. */
  readonly outcomeOf: (message: Message) => Outcome | undefined
  /** Returns the outcome after the process was ended, for a reason such as 'it takes too long to read'. */
  readonly abortedOutcome: (reason: string) => Outcome
}

/**
 * Runs a script that reads an uploaded file in a process limited to 192 MB of heap and 5 s of CPU time, at most two at once, so that no
 * file can harm the server. Files of several accounts take turns. Throws `QueueFull` if too many wait.
 */
export function runLimited<Message, Outcome>(
  caller: Pick<Caller, 'id'> | undefined,
  script: URL,
  task: object,
  listener: ReadingListener<Message, Outcome>,
): Promise<Outcome> {
  return queue.run({ from: `account ${caller?.id}` }, () => runProcess(script, task, listener))
}

function runProcess<Message, Outcome>(script: URL, task: object, listener: ReadingListener<Message, Outcome>): Promise<Outcome> {
  return new Promise<Outcome>((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void reading.stop()
    }
    const abort = (reason: string) => end(() => resolve(listener.abortedOutcome(reason)))
    const reading = startProcess<Message, never>(script, task, limits, {
      message(message) {
        const outcome = listener.outcomeOf(message)
        if (outcome !== undefined) end(() => resolve(outcome))
      },
      cpu: (usedMs) => usedMs > cpuLimitMs && abort(tooLong),
      ended(error) {
        const isOutOfMemory = error instanceof TooMuchMemory || error instanceof RangeError
        if (isOutOfMemory) abort('it takes too much memory to read')
        else end(() => reject(error ?? new Error('The reading of an upload ended without an outcome')))
      },
    })
    const timer = setTimeout(() => abort(tooLong), timeLimitMs)
  })
}
