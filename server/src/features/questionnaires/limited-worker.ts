import { Worker } from 'node:worker_threads'

const workersAtOnce = 2
const cpuLimitMs = 5_000
// For what waits without working, and for a machine on which nothing gets its turn.
const timeLimitMs = 20_000
const lookEveryMs = 250
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }
const waiting: (() => void)[] = []
let running = 0

/** What the messages of a worker mean to whoever waits for it. */
export interface WorkerListener<Message, Outcome> {
  /** The outcome that a message brings; undefined: the worker goes on. */
  readonly outcomeIn: (message: Message) => Outcome | undefined
  /** The outcome when the worker has been ended; the reason says why: 'it takes too long to read'. */
  readonly givenUp: (reason: string) => Outcome
}

/**
 * Runs a script that reads somebody's file in a worker limited to 192 MB and 5 s of processor time, two at once, so that no file can
 * harm the server.
 */
export async function runLimited<Message, Outcome>(
  script: URL,
  task: unknown,
  listener: WorkerListener<Message, Outcome>,
): Promise<Outcome> {
  await turn()
  try {
    return await runWorker(script, task, listener)
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

function runWorker<Message, Outcome>(script: URL, task: unknown, listener: WorkerListener<Message, Outcome>): Promise<Outcome> {
  const worker = new Worker(script, { workerData: task, resourceLimits })
  return new Promise<Outcome>((resolve, reject) => {
    const giveUp = () => end(() => resolve(listener.givenUp('it takes too long to read')))
    const timer = setTimeout(giveUp, timeLimitMs)
    const watch = setInterval(() => {
      const used = worker.cpuUsage()
      used.then(({ user, system }) => user + system > cpuLimitMs * 1_000 && giveUp()).catch(() => {})
    }, lookEveryMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      void worker.terminate()
      settle()
    }
    worker.on('message', (message: Message) => {
      const outcome = listener.outcomeIn(message)
      if (outcome !== undefined) end(() => resolve(outcome))
    })
    worker.on('error', (error: Error & { code?: string }) => {
      const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error.name === 'RangeError'
      end(() => (isTooMuch ? resolve(listener.givenUp('it takes too much memory to read')) : reject(error)))
    })
    worker.on('exit', () => end(() => reject(new Error('The reading of an upload ended without an outcome'))))
  })
}
