import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** The suffix of a file that is still being written. */
export const unfinishedSuffix = '.part'

/**
 * Writes a file that only its owner can read, in an existing folder; replaces an existing file. The file gets its name once it is complete
 * and flushed to disk, so that a full disk or a crash leaves no part of it under this name. Only one process may write a name at a time.
 */
export async function writeWhole(file: string, content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}${unfinishedSuffix}`
  await rm(part, { force: true })
  try {
    await writeFile(part, content, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, file)
    syncFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
