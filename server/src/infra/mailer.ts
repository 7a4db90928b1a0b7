import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An email as it is sent. `id` stays the same over retries, so that a mail server can drop a second copy. */
export interface Email {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
}

/** Hands an email over; resolves when someone else has taken responsibility for it, throws when no one has. */
export type Mailer = (email: Email) => Promise<void>

const sender = { name: 'Portico', address: 'no-reply@portico.invalid' }

// Loaded with the first email: a server that starts has no time for it.
const nodemailer = () => import('nodemailer')

// Meanwhile the row of the email is locked and a connection of the database is taken; its job may take 120 s.
const patienceMs = 20_000

/**
 * Mails through a server. The sender is the user of its address where that is an e-mail address. A server that says nothing for
 * `quietMs` is given up.
 */
export function smtpMailer(smtpUrl: string, quietMs = patienceMs): Mailer {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  const from = user.includes('@') ? { ...sender, address: user } : sender
  const patience = { connectionTimeout: quietMs, greetingTimeout: quietMs, socketTimeout: quietMs, dnsTimeout: quietMs }
  const open = async () => (await nodemailer()).createTransport({ url: smtpUrl, ...patience }, { from })
  let transport: ReturnType<typeof open> | undefined
  return async (email) => {
    transport ??= open()
    await (await transport).sendMail(parts(email))
  }
}

/** Why a mail server does not take our sign-in, as a code; undefined when it does. Sends nothing. */
export async function checkMailServer(smtpUrl: string): Promise<string | undefined> {
  const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000, dnsTimeout: 5_000 }
  const transport = (await nodemailer()).createTransport({ url: smtpUrl, ...patience })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
  } finally {
    transport.close()
  }
}

/** Writes each email to a file `<id>.eml`; sending the same email again writes the same file again. */
export function folderMailer(folder: string): Mailer {
  return async (email) => {
    const transport = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from: sender })
    const { message } = await transport.sendMail(parts(email))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, `${email.id}.eml`), message, { mode: 0o600 })
  }
}

/**
 * Removes the e-mails and texts of an outbox folder (`.eml`, `.sms`) that were written before this moment: each holds an address and a number. Other
 * files stay; a folder that is not there is left so.
 */
export async function clearFolder(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((candidate) => /\.(eml|sms)$/.test(candidate))) {
    const path = join(folder, name)
    // Another process may be clearing the same folder.
    const written = await stat(path).catch(() => undefined)
    if (written && written.mtime < before) await rm(path, { force: true })
  }
}

function parts(email: Email) {
  return {
    messageId: `<${email.id}@portico.invalid>`,
    to: email.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    headers: { 'Content-Language': email.language, 'Auto-Submitted': 'auto-generated' },
  }
}
