/** The router of Portico's calls, from `import type { AppRouter } from '@portico/server/api/root'`. */
interface Router {
  readonly _def: { readonly record: object }
}
interface Procedure {
  readonly _def: { readonly $types: { readonly input: unknown; readonly output: unknown } }
}
type PathsOf<Calls, Before extends string = ''> = {
  [Name in keyof Calls & string]: Calls[Name] extends Procedure ? `${Before}${Name}` : PathsOf<Calls[Name], `${Before}${Name}/`>
}[keyof Calls & string]
type At<Calls, Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? At<Calls[Head & keyof Calls], Rest>
  : Calls[Path & keyof Calls] extends Procedure
    ? Calls[Path & keyof Calls]['_def']['$types']
    : never

/** The documented paths, such as `workshops/getWorkshopList`. */
export type Path<Calls extends Router> = PathsOf<Calls['_def']['record']>
export type Input<Calls extends Router, Name extends string> = At<Calls['_def']['record'], Name>['input']
export type Output<Calls extends Router, Name extends string> = At<Calls['_def']['record'], Name>['output']
/** The row type of a list; never for a call that returns no list. */
type Item<List> = List extends { readonly items: readonly (infer Row)[] } ? Row : never

/** The required part of `fetch`, which those of browsers, Node and Deno satisfy. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>
interface FetchRequest {
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: never
}
export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
  json(): Promise<unknown>
}

export interface PorticoOptions {
  /** The URL of the portal, without a trailing slash. */
  readonly origin: string
  /** An API token or an access token; a function is called before each attempt. */
  readonly token?: string | (() => Promise<string | undefined>)
  readonly fetch: Fetch
  /** Waits between two attempts, for this many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

export interface CallOptions {
  /** A UUID for a call that must not be executed twice; with it, the call is retried like a read. */
  readonly idempotencyKey?: string
}

/** The refusal of a call (see the catalogue in the API's documentation), or `UNREACHABLE`. */
export class PorticoError extends Error {
  override readonly name = 'PorticoError'
  readonly id: string
  readonly status: number
  /** The whole response body, including `issues`, `challenge` and `correlationId`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(path: string, status: number, body: Readonly<Record<string, unknown>>, cause?: unknown) {
    const id = typeof body['error_id'] === 'string' ? body['error_id'] : 'UNREACHABLE'
    super(`${path}: ${id}${typeof body['message'] === 'string' ? `, ${body['message']}` : ''}`, { cause })
    this.id = id
    this.status = status
    this.body = body
  }
}

/** A file, streamed. */
export interface PorticoFile {
  readonly name: string | undefined
  readonly content: AsyncIterable<Uint8Array>
}

const maxTries = 4
const readCalls = /(^|\/)(get|is)[A-Z][^/]*$/

/**
 * A client for Portico's calls with the types of its router: `new Portico<AppRouter>({ origin, token, fetch, wait })`. Reads, and calls
 * with an idempotency key, are retried when the portal is unreachable or busy, with at most four attempts; `Retry-After` is honored.
 * Refusals are thrown as `PorticoError`.
 */
export class Portico<Calls extends Router> {
  readonly #options: PorticoOptions

  constructor(options: PorticoOptions) {
    this.#options = options
  }

  /** Makes a call and returns its data. `input` may be a `FormData` for calls that take files. */
  async call<Name extends Path<Calls>>(path: Name, input?: Input<Calls, Name>, options?: CallOptions): Promise<Output<Calls, Name>> {
    const { status, body } = await this.answer(path, input, options)
    if (body['success'] === false || status >= 400) throw new PorticoError(path, status, body)
    // The portal validates its responses against the same types.
    return (body['success'] === true ? body['data'] : body) as Output<Calls, Name>
  }

  /** Makes a call and returns the response, including refusals. Throws `PorticoError` only if there is no response. */
  async answer(path: string, input?: unknown, options?: CallOptions): Promise<{ status: number; body: Readonly<Record<string, unknown>> }> {
    const answer = await this.#send(path, input, options)
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
  }

  /** Iterates over all rows of a list, page by page. */
  async *rows<Name extends Path<Calls>>(path: Name, input: Input<Calls, Name>): AsyncGenerator<Item<Output<Calls, Name>>> {
    const count = 100
    for (let offset = 0; ; offset += count) {
      const pageInput = { ...(input as object), pagination: { offset, count } } as Input<Calls, Name>
      const page = (await this.call(path, pageInput)) as Page<Item<Output<Calls, Name>>>
      yield* page.items
      if (!page.pagination.hasMore) return
    }
  }

  /** Iterates over all changes since a cursor, with the cursor to store; ends when there are no more for now. */
  async *changes<Name extends Path<Calls> & 'responses/getChanges'>(input: Input<Calls, Name>): AsyncGenerator<Output<Calls, Name>> {
    for (let cursor: string | undefined; ;) {
      const next: Input<Calls, Name> = cursor === undefined ? input : { ...(input as object), cursor }
      const page = await this.call('responses/getChanges' as Name, next)
      yield page
      const { cursor: newCursor, hasMore } = page as { cursor: string; hasMore: boolean }
      if (!hasMore) return
      cursor = newCursor
    }
  }

  /** Fetches a file as a stream. */
  async file<Name extends Path<Calls>>(path: Name, input: Input<Calls, Name>): Promise<PorticoFile> {
    const answer = await this.#send(path, input)
    const isRefusal = answer.status >= 400 || answer.headers.get('content-type')?.startsWith('application/json')
    if (isRefusal || !answer.body)
      throw new PorticoError(path, answer.status, isRefusal ? ((await answer.json()) as Readonly<Record<string, unknown>>) : {})
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    return { name, content: answer.body }
  }

  async #send(path: string, input: unknown, options: CallOptions = {}): Promise<FetchAnswer> {
    const { fetch, wait, origin } = this.#options
    const mayRepeat = readCalls.test(path) || options.idempotencyKey !== undefined
    for (let tries = 1; ; tries += 1) {
      const isLast = tries >= maxTries
      try {
        const answer = await fetch(`${origin}/api/${path}`, await this.#request(input, options))
        const isBusy = answer.status === 429 || (answer.status === 503 && mayRepeat)
        const seconds = Number(answer.headers.get('retry-after') ?? 2 ** (tries - 1))
        if (!isBusy || isLast || !(seconds <= 60)) return answer
        await wait(seconds * 1_000)
      } catch (error) {
        if (!mayRepeat || isLast) throw new PorticoError(path, 0, {}, error)
        await wait(500 * 2 ** tries)
      }
    }
  }

  async #request(input: unknown, { idempotencyKey }: CallOptions): Promise<FetchRequest> {
    const { token } = this.#options
    const bearer = typeof token === 'function' ? await token() : token
    const isForm = Object.prototype.toString.call(input) === '[object FormData]'
    return {
      method: 'POST',
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: (isForm ? input : JSON.stringify(input ?? {})) as never,
    }
  }
}

interface Page<Row> {
  readonly items: readonly Row[]
  readonly pagination: { readonly hasMore: boolean }
}
