import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a folder's entries to disk, so that a file created or renamed there survives a power failure. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders, and flushes their entries along with the files.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
