import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Allows one portal per data folder. A file in it identifies its owner, so that a killed portal can be told from a running one.
 *
 * @returns a function that frees the folder.
 * @throws when a running portal uses the folder.
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = lockFile(dataDir)
  const pid = await runningPortal(dataDir)
  if (pid !== undefined) {
    throw new Error(
      `Another portal (process ${pid}) is running on the data folder ${dataDir}. ` +
        'Stop it first, or give this one its own folder and port: DATA_DIR=.data-2 PORT=3001 npm start',
    )
  }
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(await identity(process.pid))
  await file.close()
  return () => rm(path, { force: true })
}

/** Returns the process id of the portal that runs on this data folder, undefined when none does. */
export async function runningPortal(dataDir: string): Promise<number | undefined> {
  const owner = await readFile(lockFile(dataDir), 'utf8').catch(() => '')
  const pid = Number(owner.split(' ')[0])
  return pid > 0 && (await identity(pid)) === owner ? pid : undefined
}

/** Whether there is a process with this id, a zombie included. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'portico.pid')
}

// Process id and, where the system provides it, start time, because ids are reused. Empty for a dead process, including a zombie.
async function identity(pid: number): Promise<string> {
  const description = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (!isAlive(pid)) return ''
  if (description === undefined) return `${pid}`
  const [state, ...fields] = description.replace(/^.*\) /s, '').split(' ')
  return state === 'Z' ? '' : `${pid} ${fields[18]}`
}
