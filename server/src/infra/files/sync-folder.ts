import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Ends when the disk knows which files a folder has: a file that was put there or renamed is then there after a power failure, too. */
export function syncFolder(folder: string): void {
  // Windows opens no folders, and keeps their entries as it keeps the files.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
