import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { appendLines } from '../files/append-lines.ts'
import type { Encryption } from './encryption.ts'

const noteKinds = ['deletion', 'stop', 'resume'] as const
/** A change to a respondent that restoring a backup must not undo. */
export type NoteKind = (typeof noteKinds)[number]

/** One such change, as recorded outside the database. */
export interface Note {
  readonly kind: NoteKind
  readonly marker: string
  readonly at: Date
}

/** Returns the marker of a respondent in notes of this kind, in Base64: it identifies nobody without the keyring. */
export function markerOf(encryption: Encryption, kind: NoteKind, anonymousId: string): string {
  const subject = kind === 'deletion' ? anonymousId : `${kind}:${anonymousId}`
  return createHmac('sha256', encryption.purposeKey('deletion')).update(subject).digest('base64')
}

/** Appends notes to a file of JSON lines (shared/spec/operating.md#deleted-people). */
export async function addNotes(file: string, notes: readonly Note[]): Promise<void> {
  await appendLines(
    file,
    notes.map(({ kind, marker, at }) => JSON.stringify({ [kind]: marker, at: at.toISOString() })),
  )
}

/**
 * Reads the markers of a file, each with the time (ms) of its last note; the file may include lines of the log, and any other lines are
 * skipped. Throws if it cannot be read.
 */
export async function readNotes(file: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const note = parseNote(line)
    if (note) found.set(note.marker, Math.max(note.at, found.get(note.marker) ?? 0))
  }
  return found
}

function parseNote(line: string): { readonly marker: string; readonly at: number } | undefined {
  const read = parseObject(line)
  const marker = noteKinds.map((kind) => read[kind]).find((value) => typeof value === 'string')
  const at = Date.parse(String(read['at']))
  return marker === undefined ? undefined : { marker, at: Number.isNaN(at) ? 0 : at }
}

function parseObject(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
