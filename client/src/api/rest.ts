/** A call that was answered with a refusal or a fault, or not answered at all (`status` 0); `body` is what came back, parsed when it was JSON. */
export class CallError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(status === 0 ? 'The server could not be reached' : `The server answered ${status}`, options)
    this.name = 'CallError'
    this.status = status
    this.body = body
  }
}

export interface RestCall {
  /** Sent as JSON, or as it is when it is a form with files. */
  body?: object | FormData
  token?: string
  signal?: AbortSignal
  fetch?: typeof fetch
}

/**
 * POST to a documented `/api` path. Used where tRPC is not loaded: by the session, and for files.
 * @throws CallError unless the answer is ok and, where it carries a success flag, successful
 */
export async function post(path: string, call: RestCall = {}): Promise<Response> {
  const response = await reach(path, call)
  if (response.ok) return response
  throw new CallError(response.status, await bodyOf(response))
}

/** `post`, and the data of its JSON answer: what the success wrapper holds, or the bare body (shared/spec/contract.md#answers). */
export async function postForData(path: string, call: RestCall = {}): Promise<unknown> {
  const response = await post(path, call)
  const body = await bodyOf(response)
  if (typeof body !== 'object' || body === null) throw new CallError(response.status, body)
  if (!('success' in body)) return body
  if (body.success !== true || !('data' in body)) throw new CallError(response.status, body)
  return body.data
}

async function reach(path: string, { body, token, signal, fetch = globalThis.fetch }: RestCall): Promise<Response> {
  const isForm = body instanceof FormData
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
  if (body && !isForm) headers.set('content-type', 'application/json')
  try {
    return await fetch(path, {
      method: 'POST',
      headers,
      credentials: 'same-origin',
      signal,
      body: isForm ? body : body && JSON.stringify(body),
    })
  } catch (cause) {
    throw new CallError(0, undefined, { cause })
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
