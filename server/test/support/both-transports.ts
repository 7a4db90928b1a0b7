import type { FastifyInstance } from 'fastify'
import { requireDocumented } from './documented-responses.ts'

/** The caller of a request: token, headers and address. */
export interface Calling {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The network address of the caller. */
  readonly address?: string
}

/** The response of either transport in a common form. */
export interface Answer {
  readonly ok: boolean
  /** The HTTP status; a refusal has 200 in REST and 400 in tRPC. */
  readonly status: number
  /** The id of a refusal or fault. */
  readonly id: string | undefined
  readonly message: string | undefined
  readonly data: any
  readonly issues: any
  readonly challenge: string | undefined
  readonly retryAfter: string | undefined
  /** `name=value` of each cookie that is set. */
  readonly cookies: readonly string[]
  /** The raw body. */
  readonly text: string
  /** Everything that an outsider can compare: status, headers except for those of time and request, and body. */
  readonly whole: string
}

export type Transport = (app: FastifyInstance, path: string, input: unknown, calling?: Calling) => Promise<Answer>

/** Calls through REST (`agency.saveAgency`). Throws if the response does not match the API document. */
export const viaRest: Transport = async (app, path, input, calling = {}) => {
  const url = `/api/${path.replaceAll('.', '/')}`
  const answer = await send(app, url, input, calling)
  const json = String(answer.headers['content-type']).includes('json')
  const body = json ? answer.json() : undefined
  if (json) requireDocumented(url, answer.statusCode, body)
  const ok = answer.statusCode === 200 && body?.success !== false
  return {
    ok,
    status: answer.statusCode,
    id: body?.error_id,
    message: body?.message,
    data: ok && body?.success === true && 'data' in body ? body.data : (body ?? answer.rawPayload),
    issues: body?.issues,
    challenge: body?.challenge,
    retryAfter: headerOf(answer, 'retry-after'),
    cookies: cookiesOf(answer),
    text: answer.body,
    whole: wholeOf(answer),
  }
}

/** Calls through tRPC. */
export const viaTrpc: Transport = async (app, path, input, calling = {}) => {
  const answer = await send(app, `/trpc/${path}`, input ?? {}, calling)
  const body = answer.json()
  const failure = body.error?.data
  return {
    ok: answer.statusCode === 200 && !body.error,
    status: answer.statusCode,
    id: failure?.failure?.id,
    message: failure?.failure?.message,
    data: body.result?.data,
    issues: failure?.issues,
    challenge: failure?.challenge,
    retryAfter: headerOf(answer, 'retry-after'),
    cookies: cookiesOf(answer),
    text: answer.body,
    whole: wholeOf(answer),
  }
}

export const transports: readonly (readonly ['REST' | 'tRPC', Transport])[] = [
  ['REST', viaRest],
  ['tRPC', viaTrpc],
]

/** Makes a call over both transports, one after the other. */
export async function viaBoth(...request: Parameters<Transport>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [, call] of transports) answers.push(await call(...request))
  return answers
}

interface Sent {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly rawPayload: unknown
  json(): any
}

async function send(app: FastifyInstance, url: string, input: unknown, { token, headers = {}, address }: Calling): Promise<Sent> {
  const credentials = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
  const sent = await payloadOf(input)
  return app.inject({
    method: 'POST',
    url,
    headers: { ...sent.headers, ...credentials },
    ...(sent.payload !== undefined && { payload: sent.payload }),
    ...(address && { remoteAddress: address }),
  })
}

async function payloadOf(input: unknown): Promise<{ payload?: Buffer | string; headers: Record<string, string> }> {
  if (input === undefined) return { headers: { 'content-type': 'application/json' } }
  if (!(input instanceof FormData)) return { payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } }
  const request = new Request('http://localhost', { method: 'POST', body: input })
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') ?? '' } }
}

function wholeOf({ statusCode, headers, body }: Sent): string {
  const compared = Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name))
  return JSON.stringify([statusCode, Object.fromEntries(compared), body])
}

/** Returns `name=value` for each cookie set by a response. */
export function cookiesOf({ headers }: Pick<Sent, 'headers'>): string[] {
  const set = headers['set-cookie']
  const texts: unknown[] = Array.isArray(set) ? set : [set]
  return texts.filter((text) => typeof text === 'string').map((text) => text.split(';')[0] ?? '')
}

function headerOf(answer: Sent, name: string): string | undefined {
  const value = answer.headers[name]
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined
}
