import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readNotes } from './privacy-notes.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-privacy-notes-'))
const marker = (text: string) => createHash('sha256').update(text).digest('base64')
const [deleted, stopped] = [marker('deleted'), marker('stopped')]
const notes = [
  { level: 30, time: 1_764_000_000_000, pid: 7, deletion: deleted, at: '2026-11-23T12:00:00.000Z', msg: 'noted of a respondent' },
  { level: 30, time: 1_764_000_000_000, pid: 7, stop: stopped, at: '2026-11-24T12:00:00.000Z', msg: 'noted of a respondent' },
]
const lines = ['Portico answers', '{"level":30,"req":{"id":"1"},"msg":"request"}', ...notes.map((note) => JSON.stringify(note)), '']
const text = lines.join('\n')
const prefixed = (prefix: string) => lines.map((line) => `${prefix}${line}`).join('\n')
const expected = new Map([
  [deleted, Date.parse('2026-11-23T12:00:00Z')],
  [stopped, Date.parse('2026-11-24T12:00:00Z')],
])

async function read(content: string | Buffer) {
  const file = join(folder, marker(String(Math.random())).replaceAll('/', '-'))
  writeFileSync(file, content)
  return readNotes(file)
}

describe('readNotes reads the notes', () => {
  test.each<[string, string | Buffer]>([
    ['of a log', text],
    ['with lines ended as on Windows', lines.join('\r\n')],
    ['after a byte order mark', `\uFEFF${text}`],
    ['of docker compose', prefixed('portico-1  | ')],
    ['of containerd', prefixed('2026-11-24T12:00:00.123456789Z stdout F ')],
    ['of the journal', prefixed('Nov 24 12:00:00 host portico[7]: ')],
    [
      'inside the JSON of a container engine',
      lines.map((log) => JSON.stringify({ log: `${log}\n`, stream: 'stdout', time: '2026-11-25T00:00:00Z' })).join('\n'),
    ],
    ['inside JSON inside JSON', JSON.stringify({ lines: JSON.stringify({ MESSAGE: text }) })],
    ['as one list, on lines of their own', JSON.stringify(notes, null, 2)],
    ['in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['in UTF-16 of the other order', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
  ])('%s', async (_how, content) => {
    expect(await read(content)).toEqual(expected)
  })
})

test('readNotes knows the last time of a respondent, whichever note is first', async () => {
  const note = (at: string) => JSON.stringify({ stop: stopped, at })
  const [early, late] = [note('2026-11-23T12:00:00.000Z'), note('2026-11-25T12:00:00.000Z')]
  for (const content of [`${early}\n${late}`, `${late}\n${early}`])
    expect(await read(content)).toEqual(new Map([[stopped, Date.parse('2026-11-25T12:00:00Z')]]))
})

test.each([
  ['nothing', ''],
  ['no note', 'Portico answers\n{"level":30,"msg":"request"}\n'],
  ['half a note', `{"deletion":"${deleted.slice(0, 20)}`],
  ['a deletion of something else', '{"deletion":"yes","at":"2026-11-23T12:00:00.000Z"}'],
])('readNotes refuses a file with %s: it would bring somebody back unseen', async (_what, content) => {
  await expect(read(content)).rejects.toThrow(/holds no note .*DELETIONS_FILE/)
})
