import { createHmac } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Encryption } from './encryption.ts'

/** What stands for a deleted respondent outside of the database: nobody can tell who it is who lacks the keyring. Base64. */
export function deletionMarker(encryption: Encryption, anonymousId: string): string {
  return createHmac('sha256', encryption.purposeKey('deletion')).update(anonymousId).digest('base64')
}

/** Adds markers to a file of JSON lines that is only added to (shared/spec/operating.md#deleted-people). */
export async function addDeletions(file: string, markers: readonly string[], at: Date): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const lines = markers.map((deletion) => `${JSON.stringify({ deletion, at: at.toISOString() })}\n`)
  await appendFile(file, lines.join(''), { mode: 0o600, flush: true })
}

/** The markers of a file; lines of the log that have a `deletion` may stand in it, and any others are passed over. Throws when it cannot be read. */
export async function readDeletions(file: string): Promise<Set<string>> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return new Set(lines.flatMap(deletionIn))
}

function deletionIn(line: string): string[] {
  try {
    const parsed: unknown = JSON.parse(line)
    const isNote = typeof parsed === 'object' && parsed !== null && 'deletion' in parsed && typeof parsed.deletion === 'string'
    return isNote ? [String(parsed.deletion)] : []
  } catch {
    return []
  }
}
