import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A text message as it is sent. `id` stays the same over retries; `reportTo`: where the gateway says what became of it. */
export interface TextMessage {
  readonly id: string
  readonly to: string
  readonly text: string
  readonly reportTo: string
}

/** A text message that the gateway has, as it keeps it. */
export interface KeptText {
  readonly text: string
  readonly createdAt: Date
}

/** What hands text messages to a telephone network (shared/spec/contract.md#text-messages). */
export interface TextGateway {
  /** Resolves when the gateway took it. Throws a `TextRefusal` when it surely did not; whatever else is thrown leaves that open. */
  send(message: TextMessage): Promise<void>
  /** The newest text messages to a number that the gateway has. Throws when it does not say. */
  listTo(number: string): Promise<readonly KeptText[]>
  /** Whether the gateway signed this request to us. `url`: as it was asked to call it. */
  isSigned(url: string, form: URLSearchParams, signature: string): boolean
  /** The calling codes of the countries that texts may go to, without the plus. */
  readonly callingCodes: readonly string[]
}

/** A text that was not taken. `number`: it never will be, because of its number; `stopped`: which asked for no more; `later`: it is tried again. */
export class TextRefusal extends Error {
  readonly why: 'number' | 'stopped' | 'later'

  constructor(why: TextRefusal['why'], code: string) {
    super(code)
    this.why = why
  }
}

/** Where a gateway is: `https://ACCOUNT:TOKEN@host/path?from=SENDER`, the path being that of the account in Twilio's Messages API. */
export interface GatewayAddress {
  readonly base: string
  readonly account: string
  readonly token: string
  /** A number with its plus, or the id of a service that chooses one. */
  readonly from: string
}

/** Reads `SMS_URL`; undefined when account, token or sender is missing. */
export function gatewayAddress(smsUrl: string): GatewayAddress | undefined {
  const url = new URL(smsUrl)
  const [account, token] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  // A plus in a query reads as a space.
  const from = (url.searchParams.get('from') ?? '').trim().replace(/^(?=\d{7,15}$)/, '+')
  if (!account || !token || !from) return undefined
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, account, token, from }
}

// Meanwhile the row of the message is locked and a connection of the database is taken.
const patienceMs = 20_000

/** Sends through a gateway that speaks Twilio's Messages API. One that says nothing for `quietMs` is given up. */
export function httpTextGateway(address: GatewayAddress, callingCodes: readonly string[], quietMs = patienceMs): TextGateway {
  const { base, token, from } = address
  const ask = (path: string, init: Asked = {}) => askGateway(address, path, { ...init, signal: AbortSignal.timeout(quietMs) })
  const senderField = from.startsWith('+') ? 'From' : 'MessagingServiceSid'
  return {
    callingCodes,
    async send({ id, to, text, reportTo }) {
      const answer = await ask(`${base}/Messages.json`, {
        method: 'POST',
        headers: { 'idempotency-key': id },
        body: new URLSearchParams({ To: to, Body: text, StatusCallback: reportTo, [senderField]: from }),
      })
      if (!answer.ok) throw await refusalOf(answer)
      await answer.body?.cancel()
    },
    async listTo(number) {
      const answer = await ask(`${base}/Messages.json?${new URLSearchParams({ To: number, PageSize: '50' }).toString()}`)
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      const { messages } = keptTexts.parse(await answer.json())
      return messages.map(({ body, date_created: createdAt }) => ({ text: body, createdAt }))
    },
    isSigned: (url, form, signature) => isSame(signatureOf(token, url, form), signature),
  }
}

const keptTexts = z.object({ messages: z.array(z.object({ body: z.string(), date_created: z.coerce.date() })) })
const fault = z.object({ code: z.int() })

type Asked = Pick<RequestInit, 'method' | 'body' | 'signal'> & { readonly headers?: Readonly<Record<string, string>> }

function askGateway({ account, token }: GatewayAddress, url: string, init: Asked): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return fetch(url, { ...init, headers: { ...init.headers, authorization }, redirect: 'error' }).catch((error: unknown) => {
    // What the network says may repeat the number.
    const code = codeOf(error)
    throw unconnected.has(code) ? new TextRefusal('later', code) : new Error(code)
  })
}

// Nothing left this machine.
const unconnected: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && /^[A-Z0-9_]{1,40}$/.test(String(at.code))) return String(at.code)
  return error instanceof Error && error.name === 'TimeoutError' ? 'ETIMEDOUT' : 'no reason given'
}

// Codes of Twilio's catalog about the number itself: nonsense, of no mobile telephone, out of reach, or of a country that is not allowed.
const ofNumber: ReadonlySet<number> = new Set([21_211, 21_214, 21_217, 21_408, 21_612, 21_614, 21_635])
const ofStopped = 21_610

// After a 5xx the gateway may have it all the same.
async function refusalOf(answer: Response): Promise<Error> {
  const said = fault.safeParse(await answer.json().catch(() => undefined))
  const code = said.success ? said.data.code : 0
  const text = `HTTP ${answer.status}${code ? ` ${code}` : ''}`
  if (answer.status >= 500) return new Error(text)
  if (code === ofStopped) return new TextRefusal('stopped', text)
  return new TextRefusal(ofNumber.has(code) ? 'number' : 'later', text)
}

/** The signature of a request of the gateway: HMAC-SHA1 over its address and the sorted fields of its form, as Twilio's `X-Twilio-Signature`. */
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

/** Why a gateway does not take our sign-in, as a code; undefined when it does. Sends nothing. */
export async function checkTextGateway(address: GatewayAddress): Promise<string | undefined> {
  try {
    const answer = await askGateway(address, `${address.base}.json`, { signal: AbortSignal.timeout(5_000) })
    await answer.body?.cancel()
    return answer.ok ? undefined : `HTTP ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message : 'no reason given'
  }
}

/** Writes each text to a file `<id>.sms`; sending the same one again writes the same file again. Nobody signs for it and nobody replies. */
export function folderTextGateway(folder: string, callingCodes: readonly string[]): TextGateway {
  return {
    callingCodes,
    async send({ id, to, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, `${id}.sms`), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
    },
    listTo: () => Promise.resolve([]),
    isSigned: () => false,
  }
}
