import { Worker } from 'node:worker_threads'

const maxWorkers = 2
const cpuLimitMs = 5_000
// Wall-clock limit for workers that wait without using the CPU, or that are starved of it.
const timeLimitMs = 20_000
const checkIntervalMs = 250
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
const waiting: (() => void)[] = []
let running = 0

/** Interprets the messages of a worker for its caller. */
export interface WorkerListener<Message, Outcome> {
  /** Returns the outcome that a message contains; undefined while the worker is still running. */
  readonly outcomeOf: (message: Message) => Outcome | undefined
  /** Returns the outcome after the worker was terminated, for a reason such as 'it takes too long to read'. */
  readonly abortedOutcome: (reason: string) => Outcome
}

/**
 * Runs a script that reads an uploaded file in a worker limited to 192 MB and 5 s of CPU time, at most two at once, so that no file can
 * harm the server.
 */
export async function runLimited<Message, Outcome>(
  script: URL,
  task: unknown,
  listener: WorkerListener<Message, Outcome>,
): Promise<Outcome> {
  await acquireSlot()
  try {
    return await runWorker(script, task, listener)
  } finally {
    releaseSlot()
  }
}

async function acquireSlot(): Promise<void> {
  if (running < maxWorkers) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

/** Hands the slot to the next caller in the queue, or frees it if there is none. */
function releaseSlot(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

function runWorker<Message, Outcome>(script: URL, task: unknown, listener: WorkerListener<Message, Outcome>): Promise<Outcome> {
  const worker = new Worker(script, { workerData: task, resourceLimits })
  return new Promise<Outcome>((resolve, reject) => {
    const abort = () => end(() => resolve(listener.abortedOutcome('it takes too long to read')))
    const timer = setTimeout(abort, timeLimitMs)
    const cpuCheck = setInterval(() => {
      const used = worker.cpuUsage()
      used.then(({ user, system }) => user + system > cpuLimitMs * 1_000 && abort()).catch(() => {})
    }, checkIntervalMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      clearInterval(cpuCheck)
      void worker.terminate()
      settle()
    }
    worker.on('message', (message: Message) => {
      const outcome = listener.outcomeOf(message)
      if (outcome !== undefined) end(() => resolve(outcome))
    })
    worker.on('error', (error: Error & { code?: string }) => {
      const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error.name === 'RangeError'
      end(() => (isOutOfMemory ? resolve(listener.abortedOutcome('it takes too much memory to read')) : reject(error)))
    })
    worker.on('exit', () => end(() => reject(new Error('The reading of an upload ended without an outcome'))))
  })
}
