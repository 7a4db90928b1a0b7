import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { FromTask } from './run-task.ts'

const usageIntervalMs = 250
const maxComplaint = 2_000
// No core file, because memory holds answers; a last bound on CPU seconds for a process whose portal was killed; and if the machine runs
// out of memory, the system ends this process first.
const prepare = 'ulimit -c 0; ulimit -t 1800; { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; exec "$@"'
const stopSignals: readonly unknown[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Limits of a process, in megabytes: its JavaScript heap, and all that it keeps in memory. */
export interface ProcessLimits {
  readonly heapMb: number
  readonly residentMb: number
}

/** The end of a process that took too much memory. */
export class TooMuchMemory extends Error {
  constructor() {
    super('The process took too much memory')
  }
}

/** The end of a process that was stopped from outside, as when the system stops the portal and all its processes. */
export class ProcessStopped extends Error {
  constructor() {
    super('The process was stopped')
  }
}

/** Receives what a process does. */
export interface ProcessListener<Message> {
  readonly message: (message: Message) => void
  /** Called several times a second with the CPU time used so far, in milliseconds; never where the system has no `/proc`. */
  readonly cpu: (usedMs: number) => void
  /** Called once: without an error when the task is done; with `TooMuchMemory`, `ProcessStopped`, or what the task threw. */
  readonly ended: (error?: unknown) => void
}

/** A running process. */
export interface LimitedProcess<Message> {
  readonly send: (message: Message) => void
  /** Ends the process at once; resolves when it is gone. */
  readonly stop: () => Promise<void>
}

/**
 * Runs the task of a script (see `runTask`) in a process of its own, with neither the portal's environment nor its memory, so that no input
 * can end the portal: what exhausts the limits ends that process alone.
 */
export function startProcess<Incoming, Outgoing extends Serializable>(
  script: URL,
  task: Serializable,
  { heapMb, residentMb }: ProcessLimits,
  listener: ProcessListener<Incoming>,
): LimitedProcess<Outgoing> {
  const child = forked(script, heapMb)
  let hasEnded = false
  const end = (error?: unknown) => {
    if (hasEnded) return
    hasEnded = true
    child.kill('SIGKILL')
    listener.ended(error)
  }
  const timer = setInterval(() => {
    void usageOf(child.pid).then((usage) => {
      if (hasEnded || !usage) return
      if (usage.residentMb > residentMb) end(new TooMuchMemory())
      else listener.cpu(usage.cpuMs)
    })
  }, usageIntervalMs)
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = `${complaint}${text}`.slice(0, maxComplaint)))
  const gone = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      end(endOf(code, signal, complaint))
      resolve()
    })
    child.on('error', (error) => {
      end(error)
      if (child.pid === undefined) resolve()
    })
  })
  void gone.then(() => clearInterval(timer))
  child.on('message', (sent: FromTask<Incoming>) => {
    if (hasEnded) return
    if (sent.kind === 'message') listener.message(sent.message)
    else end(sent.kind === 'failed' ? sent.error : undefined)
  })
  // A process that is gone is reported by `ended`.
  const send = (message: Serializable) => void (child.connected && child.send(message, () => undefined))
  send(task)
  return {
    send,
    async stop() {
      end(new ProcessStopped())
      await gone
    },
  }
}

function forked(script: URL, heapMb: number): ChildProcess {
  const cache = process.env['NODE_COMPILE_CACHE']
  return fork(script, {
    execPath: '/bin/sh',
    execArgv: ['-c', prepare, 'sh', process.execPath, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=16'],
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
    // Out of reach of the signals that a terminal sends to the portal.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function endOf(code: number | null, signal: NodeJS.Signals | null, complaint: string): Error {
  if (signal === null) return new Error(`The process ended early with code ${code}: ${complaint}`)
  // V8 aborts when the heap is full, and the system kills when its memory is.
  return stopSignals.includes(signal) ? new ProcessStopped() : new TooMuchMemory()
}

async function usageOf(pid: number | undefined): Promise<{ cpuMs: number; residentMb: number } | undefined> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')))
  const residentKb = /^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1]
  // The fields after the name, which may contain anything: user and system time are the 12th and 13th, in hundredths of a second.
  const [user, system] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  if (residentKb === undefined || user === undefined || system === undefined) return undefined
  return { cpuMs: (Number(user) + Number(system)) * 10, residentMb: Number(residentKb) / 1024 }
}
