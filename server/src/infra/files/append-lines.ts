import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'

const lineFeed = 10

/**
 * Appends lines to a file readable by its owner only, and returns once they are flushed to disk. A last line truncated by a full disk or a
 * crash is left as it is, and does not corrupt the lines after it.
 */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const opened = await open(file, 'a+', 0o600)
  try {
    const { size } = await opened.stat()
    const { buffer: last } = await opened.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    const isCutOff = size > 0 && last[0] !== lineFeed
    await opened.appendFile(`${isCutOff ? '\n' : ''}${lines.join('\n')}\n`)
    await opened.sync()
    if (size === 0) syncFolder(dirname(file))
  } finally {
    await opened.close()
  }
}
