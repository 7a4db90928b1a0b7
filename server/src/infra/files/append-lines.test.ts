import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appendLines } from './append-lines.ts'
import { openEncryption } from '../security/encryption.ts'
import { openAuditHeads } from '../security/audit/audit-heads.ts'
import { addNotes, readNotes } from '../security/privacy-notes.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-append-lines-'))
const at = new Date('2026-11-23T12:00:00Z')

it('appendLines adds lines after the existing ones, in a file that only its owner can read', async () => {
  const file = join(folder, 'new', 'lines')
  await appendLines(file, ['one', 'two'])
  await appendLines(file, ['three'])
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('addNotes loses no note after a line truncated by a full disk', async () => {
  const file = join(folder, 'deletions.jsonl')
  writeFileSync(file, '{"deletion":"b25lIHRoYXQg')
  const markers = ['one', 'other'].map((text) => createHash('sha256').update(text).digest('base64'))
  for (const marker of markers) await addNotes(file, [{ kind: 'deletion', marker, at }])
  expect([...(await readNotes(file)).keys()]).toEqual(markers)
})

it('AuditHeads loses no head after a line truncated by a full disk', async () => {
  const file = join(folder, 'audit-heads.jsonl')
  const encryption = openEncryption(join(folder, 'keyring.json'), true)
  writeFileSync(file, '{"position":3,"hash":"b25l')
  await openAuditHeads(file, encryption).add({ position: 4, hash: Buffer.alloc(32), at: at.toISOString() })
  const { heads, altered } = await openAuditHeads(file, encryption).all()
  expect([heads.map(({ position }) => position), altered]).toEqual([[4], 1])
})
