import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

const threads = '/proc/self/task'
// A third of the time of a thread with the normal priority that waits for the same processor.
const niceness = 5

/**
 * Lowers the priority of Node's pool threads, where passwords are hashed, below that of the main thread and of PostgreSQL, so that calls are
 * answered while people sign in. Does nothing except on Linux, where threads have priorities of their own.
 */
export async function lowerPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return
  // Reading a folder happens in the pool, so its threads have been started by then.
  for (const id of await readdir(threads)) {
    if ((await readFile(`${threads}/${id}/comm`, 'utf8')).startsWith('libuv-worker')) setPriority(Number(id), niceness)
  }
}
