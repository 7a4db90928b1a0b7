import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file that only its owner can read, and creates its folder. The file gets its name once it is complete and flushed to disk, so that
 * a full disk or a crash leaves no part of it under this name. Replaces an existing file.
 */
export async function writeWhole(folder: string, name: string, content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = join(folder, name)
  const part = `${file}.part`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(part, content, { mode: 0o600, flush: true })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
