import type { AppRouter } from '@portico/server/api/root'
import type { AnyTRPCProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server'

declare global {
  interface Window {
    /** Set by client/public/early.js: requests sent before the app was loaded, by path; `askedAt` in ms of `performance.now()`. */
    earlyAnswers?: Map<string, { readonly body: string; readonly response: Promise<Response>; readonly askedAt: number }>
  }
}

// A response that the first page did not use is stale for a later one.
const earlyAnswerMaxAgeMs = 60_000

interface CallErrorOptions extends ErrorOptions {
  readonly correlationId?: string | null
}

/** A call that was refused, failed or got no response (`status` 0); `body` is the response body, parsed if it was JSON. */
export class CallError extends Error {
  readonly status: number
  readonly body: unknown
  /** The reference to quote to support, taken from the headers because the body may be unreadable. */
  readonly correlationId: string | null

  constructor(status: number, body: unknown, { correlationId = null, ...options }: CallErrorOptions = {}) {
    super(status === 0 ? 'The server could not be reached' : `The server answered ${status}`, options)
    this.name = 'CallError'
    this.status = status
    this.body = body
    this.correlationId = correlationId
  }
}

type Tree = AppRouter['_def']['record']
type Calls<Node, Prefix extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends AnyTRPCProcedure
    ? { path: `${Prefix}${Key}`; procedure: Node[Key] }
    : Calls<Node[Key], `${Prefix}${Key}/`>
}[keyof Node & string]
type Call = Calls<Tree>

/** A documented path, without `/api/`. */
export type RestPath = Call['path']
type ProcedureAt<Path extends RestPath> = Extract<Call, { path: Path }>['procedure']
export type RestInput<Path extends RestPath> = inferProcedureInput<ProcedureAt<Path>>
export type RestOutput<Path extends RestPath> = inferProcedureOutput<ProcedureAt<Path>>

// Responses without the `{success, data}` envelope.
const pathsWithoutEnvelope: readonly RestPath[] = [
  'auth/login/local',
  'auth/login/secondFactor',
  'auth/login/passkey',
  'auth/singleSignOn/finish',
  'auth/tokens/refresh',
  'getMyProfile',
]

export interface RestOptions {
  readonly token?: string
  readonly signal?: AbortSignal
}

/**
 * Calls the server at a documented path, typed by the router. For code that does without the tRPC client: the session and the questionnaire
 * pages.
 * @throws CallError unless the response is ok and successful (shared/spec/contract.md#answers)
 */
export async function callRest<Path extends RestPath>(
  path: Path,
  input: RestInput<Path>,
  options: RestOptions = {},
): Promise<RestOutput<Path>> {
  const response = await post(path, input, options)
  const body = await bodyOf(response)
  if (typeof body !== 'object' || body === null) throw callErrorOf(response, body)
  if (pathsWithoutEnvelope.includes(path) && !('success' in body)) return body
  if (!('success' in body) || body.success !== true || !('data' in body)) throw callErrorOf(response, body)
  return body.data as RestOutput<Path>
}

/**
 * POSTs to a documented path, for responses that are files.
 * @throws CallError unless the response is ok
 */
export async function post<Path extends RestPath>(path: Path, input: RestInput<Path>, options: RestOptions = {}): Promise<Response> {
  const response = await send(path, input, options)
  if (response.ok) return response
  throw callErrorOf(response, await bodyOf(response))
}

function callErrorOf({ status, headers }: Response, body: unknown): CallError {
  return new CallError(status, body, { correlationId: headers.get('x-request-id') })
}

async function send(path: RestPath, input: unknown, { token, signal }: RestOptions): Promise<Response> {
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
  const body = input === undefined ? undefined : JSON.stringify(input)
  if (body) headers.set('content-type', 'application/json')
  try {
    const early = token ? undefined : takeEarlyAnswer(path, body)
    if (early) return await early
    return await fetch(`/api/${path}`, { method: 'POST', headers, credentials: 'same-origin', signal, body })
  } catch (cause) {
    throw new CallError(0, undefined, { cause })
  }
}

/** Takes the response to exactly this call, once, if `early.js` has requested it recently. */
function takeEarlyAnswer(path: string, body: string | undefined): Promise<Response> | undefined {
  const early = window.earlyAnswers?.get(path)
  window.earlyAnswers?.delete(path)
  const isSameCall = early !== undefined && early.body === body && performance.now() - early.askedAt < earlyAnswerMaxAgeMs
  return isSameCall ? early.response : undefined
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a random UUID that identifies what a device sends. `crypto.randomUUID` is missing in pages served over plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, index) => {
    if (index === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0')
    return (index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
