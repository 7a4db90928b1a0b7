import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const folders = ['/usr/lib/postgresql/18/bin', ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/** Returns the path of a program. Throws what to install if it is missing. */
export function findProgram(name: string, from: string): string {
  const path = folders.map((folder) => join(folder, name)).find((one) => existsSync(one))
  if (!path) throw new Error(`${name} is missing on this machine: install ${from}`)
  return path
}

/** A running program. */
export interface Running {
  readonly pid: number
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

interface RunOptions {
  readonly uid?: number
  readonly gid?: number
  readonly env?: NodeJS.ProcessEnv
  /** The file for its output. */
  readonly log: string
}

/** Runs a program in the background. */
export async function runProgram(path: string, args: readonly string[], { log, ...options }: RunOptions): Promise<Running> {
  const file = await open(log, 'a')
  const child: ChildProcess = spawn(path, args, { ...options, cwd: '/', stdio: ['ignore', file.fd, file.fd] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await file.close()
  return {
    pid: child.pid ?? 0,
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

/** Resolves when a condition holds; throws `otherwise` if it does not within this many seconds. */
export async function eventually(holds: () => Promise<boolean>, otherwise: string, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(100)) if (await holds().catch(() => false)) return
  throw new Error(otherwise)
}
