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
 * Reads the markers of a file, each with the time (ms) of its last note, in whatever a log of it was collected: with text before each line,
 * inside other JSON, in UTF-16 (shared/spec/operating.md#deleted-people). Throws if it cannot be read, holds no note, or one whose marker
 * is not whole; one that a full disk cut off is written again.
 */
export async function readNotes(file: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const text of withoutOthers(unescaped(decoded(await readFile(file)))).split('}')) {
    const at = Math.max(0, ...[...text.matchAll(noteTime)].map(([, time]) => Date.parse(time ?? '') || 0))
    for (const [note, kind, marker = ''] of text.matchAll(noteMarker)) {
      // Only of stopping and resuming does it matter which came first.
      if (!wholeMarker.test(marker) || (at === 0 && kind !== 'deletion'))
        throw new Error(`${file} has a note that cannot be read: ${note}. Get the log as it was written.`)
      found.set(marker, Math.max(at, found.get(marker) ?? 0))
    }
  }
  if (found.size === 0)
    throw new Error(
      `${file} holds no note of anybody who was deleted, asked us to stop or to go on: name a copy of DELETIONS_FILE, or the log as it was ` +
        'written. Leave the file out only if there was nobody.',
    )
  return found
}

const kinds = noteKinds.join('|')
const noteMarker = new RegExp(String.raw`"(${kinds})"\s*:\s*"([^"\n]*)"`, 'g')
const partOfNote = new RegExp(String.raw`"(${kinds}|at)"\s*:`)
const wholeMarker = /^[A-Za-z0-9+/]{43}=$/
const noteTime = /"at"\s*:\s*"([-\d:.TZ]+)"/g

/** Removes objects that are no part of a note: a collector may put one between the marker and the time. */
function withoutOthers(text: string): string {
  const fewer = text.replaceAll(/\{[^{}]*\}/g, (object) => (partOfNote.test(object) ? object : ''))
  return fewer === text ? text : withoutOthers(fewer)
}

/** Returns JSON without the escapes of JSON and CSV around it, or of its own: notes hold no backslashes, and no quotes in texts. */
function unescaped(text: string): string {
  const characters = text.replaceAll(/\\+u00([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return characters.replaceAll('\\', '').replaceAll(/"{2,}/g, '"')
}

function decoded(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2)
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
