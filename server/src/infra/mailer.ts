import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from './files/write-whole.ts'
import { memoizeAsync } from './memoize-async.ts'

/** An email to send. `id` stays the same across retries, so that a mail server can drop duplicates. */
export interface Email {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
}

/** Hands an email over; resolves once another system has accepted responsibility for it, and throws otherwise. */
export type Mailer = (email: Email) => Promise<void>

// RFC 3463: what enhanced status codes say about the recipient's address, and that its mailbox is disabled. The other permanent ones are about
// the sender, the content, a full mailbox, the network or a policy.
const addressRefused = ['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1']
// The reply codes that are about a mailbox, for servers that give no enhanced status code.
const mailboxRefused = [550, 551, 553]

export type RecipientRefusal = 'for-good' | 'for-now'

/**
 * How a mail server refused an e-mail's recipient: `for-good` because of the address, otherwise `for-now`; undefined if it did not
 * (shared/spec/contract.md#messages). A server that is set up wrong refuses everybody for good.
 */
export function refusalOfRecipient(error: unknown): RecipientRefusal | undefined {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error) || error.command !== 'RCPT TO') return undefined
  const [, status] = /^\d{3}[ -]#?(\d\.\d{1,3}\.\d{1,3})\b/.exec('response' in error ? String(error.response) : '') ?? []
  const isForGood = status === undefined ? mailboxRefused.includes(Number(error.responseCode)) : addressRefused.includes(status)
  return isForGood ? 'for-good' : 'for-now'
}

const sender = { name: 'Portico', address: 'no-reply@portico.invalid' }

// Loaded with the first email, to keep startup fast.
const nodemailer = () => import('nodemailer')

// While an email is sent, its row is locked and a database connection is in use; its job may take 120 s.
const defaultTimeoutMs = 20_000

/**
 * Returns a mailer that sends over SMTP. The sender is the user of the URL if that is an e-mail address. A server that stays silent for
 * `timeoutMs` is given up on.
 */
export function smtpMailer(smtpUrl: string, timeoutMs = defaultTimeoutMs): Mailer {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  const from = user.includes('@') ? { ...sender, address: user } : sender
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs }
  const transport = memoizeAsync(async () => (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts }, { from }))
  return async (email) => {
    await (await transport()).sendMail(mailOptions(email))
  }
}

/**
 * Checks whether the mail server accepts our credentials, without sending anything. Returns undefined if it does, otherwise an error code.
 */
export async function checkMailServer(smtpUrl: string): Promise<string | undefined> {
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000, dnsTimeout: 5_000 }
  const transport = (await nodemailer()).createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no reason given'
  } finally {
    transport.close()
  }
}

/** Returns a mailer that writes each email to a file `<id>.eml`; sending the same email again overwrites its file. */
export function folderMailer(folder: string): Mailer {
  return async (email) => {
    const transport = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from: sender })
    const { message } = await transport.sendMail(mailOptions(email))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(join(folder, `${email.id}.eml`), message)
  }
}

/**
 * Removes e-mails and texts (`.eml`, `.sms`) written to an outbox folder before this moment, even partly, because they contain addresses
 * and phone numbers. Leaves other files alone; a missing folder is not an error.
 */
export async function clearFolder(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((candidate) => /\.(eml|sms)(\.part)?$/.test(candidate))) {
    const path = join(folder, name)
    // Another process may be clearing the same folder.
    const written = await stat(path).catch(() => undefined)
    if (written && written.mtime < before) await rm(path, { force: true })
  }
}

function mailOptions(email: Email) {
  return {
    messageId: `<${email.id}@portico.invalid>`,
    to: email.to,
    subject: email.subject,
    text: email.text,
    html: email.html,
    headers: { 'Content-Language': email.language, 'Auto-Submitted': 'auto-generated' },
  }
}
