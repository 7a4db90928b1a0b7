import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** A message from the outbox: its headers and its decoded text. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly language: string
  readonly text: string
}

/** Returns all messages to this address so far. */
export async function emailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const files = await readdir(folder).catch(() => [])
  const emails = await Promise.all(files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8')))
  return emails.map(parseEmail).filter((email) => email.to === address)
}

/** Waits for the only message to this address. */
export async function emailTo(dataDir: string, address: string): Promise<Email> {
  let found: Email[] = []
  await expect
    .poll(async () => (found = await emailsTo(dataDir, address)).length, { message: `a message to ${address}`, timeout: 20_000 })
    .toBeGreaterThan(0)
  expect(found, `messages to ${address}`).toHaveLength(1)
  return found[0] as Email
}

/** Returns the path of the link in a message that leads to this page of the portal. */
export function linkIn(email: Email, page: string): string {
  const link = new RegExp(`https?://\\S+?(/${page}/[\\w.~%-]+)`).exec(email.text)?.[1]
  if (!link) throw new Error(`There is no link to ${page} in: ${email.text}`)
  return link
}

function parseEmail(message: string): Email {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, 'im').exec(message)?.[1]?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? ''
  return { to: header('To'), subject: header('Subject'), language: header('Content-Language'), text: plainPart(message) }
}

function plainPart(message: string): string {
  const part = /content-type: text\/plain[^]*?(?=\r?\n--)/i.exec(message)?.[0] ?? message
  const [head = '', ...body] = part.split(/\r?\n\r?\n/)
  const encoded = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(encoded, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return encoded
  const bytes = encoded
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
