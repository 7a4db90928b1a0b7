import { mkdir, mkdtemp, readdir, readFile, rmdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, it, vi } from 'vitest'
import { folderMailer, clearFolder, refusalOfRecipient, smtpMailer } from './mailer.ts'

const email = { id: 'portico-1', to: 'mai@respondents.example', subject: 'x', text: 'x', html: 'x', language: 'en' }

it.each([
  ['from the beginning', ''],
  ['after its greeting', '220 mail.example ESMTP\r\n'],
])(
  'smtpMailer gives up on a server that stays silent %s, so that the email is retried later',
  async (_when, greeting) => {
    const held: Socket[] = []
    const server = createServer((socket) => {
      held.push(socket.on('error', () => {}))
      if (greeting) socket.write(greeting)
    })
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    await expect(smtpMailer(`smtp://127.0.0.1:${port}`, 200)(email)).rejects.toThrow(/timeout|never received/i)
    for (const socket of held) socket.destroy()
    server.close()
  },
  10_000,
)

it.each([
  ['a refused recipient', 'recipient', 553, 'Refused', 'for-good'],
  ['a recipient that is refused for now', 'recipient', 450, 'Refused', 'for-now'],
  ['a recipient that is unknown', 'recipient', 550, '5.1.1 Unknown', 'for-good'],
  ['a recipient that is unknown, in another notation', 'recipient', 550, '#5.1.0 Unknown', 'for-good'],
  ['a recipient whose domain takes no e-mails', 'recipient', 556, '5.1.10 Null MX', 'for-good'],
  ['a disabled mailbox', 'recipient', 554, '5.2.1 Disabled', 'for-good'],
  ['a full mailbox', 'recipient', 552, '5.2.2 Full', 'for-now'],
  ['a full mailbox, without saying so', 'recipient', 552, 'Refused', 'for-now'],
  ['a domain that cannot be reached', 'recipient', 550, '5.4.4 Unreachable', 'for-now'],
  ['a sender that is blocked when the recipient is named', 'recipient', 550, '5.7.1 Blocked', 'for-now'],
  ['a sender that is blocked, in another notation', 'recipient', 550, '#5.7.1 Blocked', 'for-now'],
  ['a sender whose domain is unknown when the recipient is named', 'recipient', 550, '5.1.8 Unknown sender', 'for-now'],
  ['a policy, without saying so', 'recipient', 554, 'Refused', 'for-now'],
  ['a refused sender', 'sender', 550, 'Refused', undefined],
  ['refused content', 'content', 554, 'Refused', undefined],
  ['a refused client', 'client', 554, 'Refused', undefined],
] as const)(
  'refusalOfRecipient tells whether a recipient is refused, for good or for now: %s',
  async (_what, refused, responseCode, text, refusal) => {
    const answer = (step: typeof refused) => (refused === step ? Object.assign(new Error(text), { responseCode }) : null)
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => done(answer('client')),
      onMailFrom: (_address, _session, done) => done(answer('sender')),
      onRcptTo: (_address, _session, done) => done(answer('recipient')),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(answer('content'))),
    })
    // Whoever is turned away disconnects at once.
    server.on('error', () => {})
    const port = await new Promise<number>((resolve) => {
      const { server: listening } = server
      server.listen(0, '127.0.0.1', () => {
        const address = listening.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const error: unknown = await smtpMailer(`smtp://127.0.0.1:${port}`)(email).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ responseCode })
    expect(refusalOfRecipient(error)).toBe(refusal)
    await new Promise<void>((resolve) => server.close(resolve))
  },
)

it('folderMailer leaves no part of an email that it cannot write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-taken-'))
  const taken = join(folder, 'portico-1.eml')
  await mkdir(taken)
  const send = folderMailer(folder)
  await expect(send(email)).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['portico-1.eml'])
  await rmdir(taken)
  await send(email)
  expect(await readFile(taken, 'utf8')).toContain('mai@respondents.example')
  expect(await readdir(folder)).toEqual(['portico-1.eml'])
})

it('clearFolder removes old emails, and keeps recent ones and other files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-outbox-'))
  const send = folderMailer(folder)
  for (const id of ['old', 'young']) await send({ ...email, id })
  for (const name of ['notes.txt', 'cut-off.eml.part']) await writeFile(join(folder, name), 'x')
  const written = {
    'old.eml': '2026-11-20T19:59:00Z',
    'cut-off.eml.part': '2026-11-20T19:59:00Z',
    'young.eml': '2026-11-20T20:01:00Z',
    'notes.txt': '2026-01-01T00:00:00Z',
  }
  for (const [name, at] of Object.entries(written)) await utimes(join(folder, name), new Date(at), new Date(at))
  await clearFolder(folder, new Date('2026-11-20T20:00:00Z'))
  expect((await readdir(folder)).toSorted()).toEqual(['notes.txt', 'young.eml'])
  await clearFolder(join(folder, 'nowhere'), new Date())
})

it('emails leave again after there was no file left to load what sends them', async () => {
  const send = smtpMailer('smtp://127.0.0.1:1')
  vi.doMock('nodemailer', () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  })
  await expect(send(email)).rejects.not.toMatchObject({ code: 'ESOCKET' })
  vi.doUnmock('nodemailer')
  // It gets as far as the mail server, which is away.
  await expect(send(email)).rejects.toMatchObject({ code: 'ESOCKET' })
})
