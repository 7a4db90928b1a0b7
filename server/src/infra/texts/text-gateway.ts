import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '../files/write-whole.ts'

/** A text message to send. `id` stays the same across retries; `reportTo` is the URL where the gateway reports the delivery status. */
export interface TextMessage {
  readonly id: string
  readonly to: string
  readonly text: string
  readonly reportTo: string
}

/** A text message as stored by the gateway. */
export interface StoredText {
  readonly text: string
  readonly createdAt: Date
}

/** Hands text messages to a telephone network (shared/spec/contract.md#text-messages). */
export interface TextGateway {
  /**
   * Resolves when the gateway accepted the message. Throws a `TextRefusal` when it certainly did not; after any other error the outcome is
   * unknown.
   */
  send(message: TextMessage): Promise<void>
  /** Returns the newest text messages to a number that the gateway has stored. Throws when the gateway does not tell. */
  listTo(number: string): Promise<readonly StoredText[]>
  /** Returns whether the gateway signed this request to us. `url` is the URL that the gateway was asked to call. */
  isSigned(url: string, form: URLSearchParams, signature: string): boolean
  /** The calling codes of the countries that texts may be sent to, without the plus. */
  readonly callingCodes: readonly string[]
}

/**
 * A text that was not accepted. `number`: it never will be, because of its number; `stopped`: the number has opted out; `later`: it will be
 * retried.
 */
export class TextRefusal extends Error {
  readonly why: 'number' | 'stopped' | 'later'

  constructor(why: TextRefusal['why'], code: string) {
    super(code)
    this.why = why
  }
}

/**
 * The location of a gateway: `https://ACCOUNT:TOKEN@host/path?from=SENDER`, where the path is that of the account in Twilio's Messages API.
 */
export interface GatewayAddress {
  readonly base: string
  readonly account: string
  readonly token: string
  /** A number with its plus, or the id of a service that chooses one. */
  readonly from: string
}

/** Parses `SMS_URL`; returns undefined when account, token or sender is missing. */
export function gatewayAddress(smsUrl: string): GatewayAddress | undefined {
  const url = new URL(smsUrl)
  const [account, token] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  // An unencoded plus in a query string is decoded as a space.
  const from = (url.searchParams.get('from') ?? '').trim().replace(/^(?=\d{7,15}$)/, '+')
  if (!account || !token || !from) return undefined
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, account, token, from }
}

// While a text is sent, the row of its message is locked and a database connection is in use.
const defaultTimeoutMs = 20_000

/** Returns a gateway that uses Twilio's Messages API. A request that gets no response for `timeoutMs` is given up on. */
export function httpTextGateway(address: GatewayAddress, callingCodes: readonly string[], timeoutMs = defaultTimeoutMs): TextGateway {
  const { base, token, from } = address
  const request = (path: string, init: GatewayRequest = {}) =>
    callGateway(address, path, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const senderField = from.startsWith('+') ? 'From' : 'MessagingServiceSid'
  return {
    callingCodes,
    async send({ id, to, text, reportTo }) {
      const answer = await request(`${base}/Messages.json`, {
        method: 'POST',
        headers: { 'idempotency-key': id },
        body: new URLSearchParams({ To: to, Body: text, StatusCallback: reportTo, [senderField]: from }),
      })
      if (!answer.ok) throw await refusalOf(answer)
      await answer.body?.cancel()
    },
    async listTo(number) {
      const answer = await request(`${base}/Messages.json?${new URLSearchParams({ To: number, PageSize: '50' }).toString()}`)
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const { messages } = storedTexts.parse(await answer.json())
      return messages.map(({ body, date_created: createdAt }) => ({ text: body, createdAt }))
    },
    isSigned: (url, form, signature) => isSame(signatureOf(token, url, form), signature),
  }
}

const storedTexts = z.object({ messages: z.array(z.object({ body: z.string(), date_created: z.coerce.date() })) })
const errorBody = z.object({ code: z.int() })

type GatewayRequest = Pick<RequestInit, 'method' | 'body' | 'signal'> & { readonly headers?: Readonly<Record<string, string>> }

function callGateway({ account, token }: GatewayAddress, url: string, init: GatewayRequest): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return fetch(url, { ...init, headers: { ...init.headers, authorization }, redirect: 'error' }).catch((error: unknown) => {
    // Network error messages can contain the number.
    const code = codeOf(error)
    throw notSentCodes.has(code) ? new TextRefusal('later', code) : new Error(code)
  })
}

// With these errors, nothing has left this machine.
const notSentCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && /^[A-Z0-9_]{1,40}$/.test(String(at.code))) return String(at.code)
  return error instanceof Error && error.name === 'TimeoutError' ? 'ETIMEDOUT' : 'no reason given'
}

// Codes of Twilio's catalog about the number itself: invalid, not a mobile number, unreachable, or of a country that is not allowed.
const numberErrors: ReadonlySet<number> = new Set([21_211, 21_214, 21_217, 21_408, 21_612, 21_614, 21_635])
const stoppedError = 21_610

// After a 5xx the gateway may have accepted the message nevertheless.
async function refusalOf(answer: Response): Promise<Error> {
  const parsed = errorBody.safeParse(await answer.json().catch(() => undefined))
  const code = parsed.success ? parsed.data.code : 0
  const text = `HTTP ${answer.status}${code ? ` ${code}` : ''}`
  if (answer.status >= 500) return new Error(text)
  if (code === stoppedError) return new TextRefusal('stopped', text)
  return new TextRefusal(numberErrors.has(code) ? 'number' : 'later', text)
}

/** Returns the signature of a gateway request: HMAC-SHA1 over its URL and the sorted form fields, as in Twilio's `X-Twilio-Signature`. */
export function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted((one, other) => (one < other ? -1 : 1))
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].toSorted().map((value) => name + value))
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64')
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Checks whether the gateway accepts our credentials, without sending anything. Returns undefined if it does, otherwise an error code. */
export async function checkTextGateway(address: GatewayAddress): Promise<string | undefined> {
  try {
    const answer = await callGateway(address, `${address.base}.json`, { signal: AbortSignal.timeout(5_000) })
    await answer.body?.cancel()
    return answer.ok ? undefined : `HTTP ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message : 'no reason given'
  }
}

/**
 * Returns a gateway that writes each text to a file `<id>.sms`; sending the same text again overwrites its file. It never receives signed
 * requests or replies.
 */
export function folderTextGateway(folder: string, callingCodes: readonly string[]): TextGateway {
  return {
    callingCodes,
    async send({ id, to, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(join(folder, `${id}.sms`), `To: ${to}\n\n${text}\n`)
    },
    listTo: () => Promise.resolve([]),
    isSigned: () => false,
  }
}
