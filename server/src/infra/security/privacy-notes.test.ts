import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readNotes } from './privacy-notes.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-privacy-notes-'))
const marker = (text: string) => createHash('sha256').update(text).digest('base64')
// Markers with the characters that JSON may escape.
const [deleted, stopped] = [`${'a/b+'.repeat(10)}a/b=`, `${'+/'.repeat(21)}c=`]
const notes = [
  { level: 30, time: 1_764_000_000_000, pid: 7, deletion: deleted, at: '2026-11-23T12:00:00.000Z', msg: 'noted of a respondent' },
  { level: 30, time: 1_764_000_000_000, pid: 7, stop: stopped, at: '2026-11-24T12:00:00.000Z', msg: 'noted of a respondent' },
]
const lines = ['Portico answers', '{"level":30,"req":{"id":"1"},"msg":"request"}', ...notes.map((note) => JSON.stringify(note)), '']
const text = lines.join('\n')
const byName = (object: object) => Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
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
    ['with escaped slashes', text.replaceAll('/', String.raw`\/`)],
    ['with escaped signs', text.replaceAll('+', String.raw`\u002B`).replaceAll('=', String.raw`\u003d`)],
    ['with escaped slashes inside JSON', JSON.stringify({ log: text.replaceAll('/', String.raw`\/`) })],
    ['in a column of a CSV file', `time,line\n1,"${text.replaceAll('"', '""')}"\n`],
    [
      'with what a collector adds, by name',
      notes.map((note) => JSON.stringify(byName({ ...note, kubernetes: { pod: { name: 'p' } } }))).join('\n'),
    ],
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
])('readNotes refuses a file with %s: it would bring somebody back unseen', async (_what, content) => {
  await expect(read(content)).rejects.toThrow(/holds no note .*DELETIONS_FILE/)
})

test.each([
  ['escapes that are not known', text.replaceAll('/', '%2F')],
  ['a marker that is cut short', text.replace(deleted, deleted.slice(0, 40))],
  ['no time', `${text}{"stop":"${stopped}"}`],
  ['no marker', `${text}{"deletion":"yes","at":"2026-11-23T12:00:00.000Z"}`],
])('readNotes refuses a file in which one note has %s', async (_what, content) => {
  await expect(read(content)).rejects.toThrow(/has a note that cannot be read: "/)
})

test('readNotes skips a note that a full disk cut off: it is written again', async () => {
  expect(await read(`{"stop":"${stopped.slice(0, 9)}\n${text}`)).toEqual(expected)
})
