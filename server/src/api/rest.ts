import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { callTRPCProcedure, TRPCError, type AnyTRPCRouter } from '@trpc/server'
import { isFailureId, strictStatusOf } from '@portico/shared/words/failures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachment, formOf, isFileReply } from './files.ts'
import { toErrorResponse, type ErrorResponse } from './errors.ts'
import { prefersStrict } from './preferences.ts'
import { noInput, refuseUnlessAdmitted, type Meta } from './procedures.ts'
import { listingOf, openRows, rowTypeOf } from './row-streams.ts'
import { Failure } from '../infra/failure.ts'
import { rightsOf } from '../infra/postgres/current-rights.ts'
import type { HttpContext } from '../infra/request-context.ts'

/** A procedure as tRPC, REST and the API document see it. */
export interface Endpoint {
  /** The tRPC path, with dots. */
  readonly path: string
  /** The REST path. */
  readonly url: string
  readonly methods: readonly ('GET' | 'POST')[]
  /** Whether it only reads. */
  readonly reads: boolean
  readonly meta: Meta
  readonly input: unknown
  readonly output: unknown
}

/**
 * Returns every procedure of a router as a REST endpoint: `/api/` and the path with slashes; POST, and also GET for queries without input
 * (shared/spec/contract.md#rest-and-trpc). The one place that depends on tRPC's internal definitions.
 */
export function endpointsOf(router: AnyTRPCRouter): Endpoint[] {
  return Object.entries(
    router._def.procedures as Record<string, { _def: { type: string; inputs: unknown[]; output?: unknown; meta?: Meta } }>,
  ).map(([path, { _def }]) => ({
    path,
    url: `/api/${path.replaceAll('.', '/')}`,
    methods: _def.type === 'query' && _def.inputs[0] === noInput ? ['GET', 'POST'] : ['POST'],
    reads: _def.type === 'query',
    meta: _def.meta ?? {},
    input: _def.inputs[0],
    output: _def.output,
  }))
}

/** Serves every procedure of the router under `/api`. */
export function mountRest(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<HttpContext>,
): void {
  for (const { path, url, methods, meta, reads, output } of endpointsOf(router)) {
    const listing = reads ? listingOf(output) : undefined
    const type = reads ? 'query' : 'mutation'
    const call = (ctx: HttpContext, input: unknown): Promise<unknown> =>
      callTRPCProcedure({ router, path, type, ctx, getRawInput: async () => input, signal: undefined, batchIndex: 0 })
    app.route({
      url,
      method: [...methods],
      handler: async (request, reply) => {
        try {
          const context = await contextOf(request, reply)
          // Access is checked before a file is uploaded. After an early response the rest of the body is discarded, because the next
          // request on this connection would otherwise wait behind it.
          if (request.isMultipart()) reply.raw.once('finish', () => request.raw.resume())
          if (meta.multipart) refuseUnlessAdmitted(context, path)
          const input = await inputOf(request, meta)
          const rowType = listing && rowTypeOf(request.headers.accept)
          if (listing && rowType) {
            const held = await heldBy(context)
            // The caller's rights can change while rows are streamed; the headers have been sent by then.
            const laterContext = async () => {
              const later = { ...(await contextOf(request, reply)), header: () => {}, retryAfter: () => {} }
              // A list that the caller may no longer read in full would only look shorter.
              if (!held.isSubsetOf(await heldBy(later))) throw new Failure('FORBIDDEN')
              return later
            }
            const contexts = [context]
            const ask = async (asked: unknown) => call(contexts.pop() ?? (await laterContext()), asked)
            const rows = await openRows({ listing, type: rowType, input, ask, wait: (ms) => waitWithoutSocketTimeout(request, ms) })
            return await reply.type(`${rowType}; charset=utf-8`).send(Readable.from(rows))
          }
          const data = await call(context, input)
          if (!isFileReply(data)) return meta.withoutEnvelope ? data : { success: true, data }
          return await reply.type(data.mediaType).header('content-disposition', attachment(data.fileName)).send(Readable.from(data.chunks))
        } catch (error) {
          return refuse(reply, withStrictStatus(toRequestErrorResponse(error, request), request, reply))
        }
      },
    })
  }
}

function heldBy({ services, caller }: HttpContext): Promise<ReadonlySet<string>> {
  return caller ? rightsOf(services, caller) : Promise.resolve(new Set())
}

// Clients that do not read are disconnected, but not those that have nothing to read while a stream waits for a rate limit.
async function waitWithoutSocketTimeout({ raw: { socket } }: FastifyRequest, ms: number): Promise<void> {
  const readerMs = socket.timeout
  if (readerMs !== undefined) socket.setTimeout(0)
  await pause(ms)
  if (readerMs !== undefined) socket.setTimeout(readerMs)
}

/**
 * Answers a call with an unsupported method with 405 and the allowed methods, before its body is read. It applies to requests without a
 * route, so that calls do not need a route for every method.
 */
export function refuseOtherMethods(app: FastifyInstance, router: AnyTRPCRouter): void {
  const allowed = new Map(endpointsOf(router).map(({ url, methods }) => [url, methods.includes('GET') ? [...methods, 'HEAD'] : methods]))
  app.addHook('onRequest', (request, reply, done) => {
    const methods = request.is404 ? allowed.get(request.url.split('?')[0] ?? '') : undefined
    if (!methods) return done()
    reply.headers({ allow: methods.join(', '), 'cache-control': 'no-store' })
    refuse(reply, toErrorResponse(new Failure('METHOD_NOT_ALLOWED'), request.id))
  })
}

// A refusal is HTTP 200 unless the caller prefers a status (shared/spec/contract.md#answers).
function withStrictStatus(response: ErrorResponse, { headers }: FastifyRequest, reply: FastifyReply): ErrorResponse {
  if (!isFailureId(response.id) || !prefersStrict(headers.prefer)) return response
  void reply.header('preference-applied', 'handling=strict')
  return { ...response, status: strictStatusOf(response.id) }
}

async function inputOf(request: FastifyRequest, meta: Meta): Promise<unknown> {
  if (request.isMultipart() !== (meta.multipart ?? false)) throw new Failure('UNSUPPORTED_MEDIA_TYPE')
  if (meta.multipart) return formOf(request)
  return request.body ?? undefined
}

/**
 * Returns what a client may learn of an error from any stage of a request, including the framework's own errors. Unexpected errors are
 * logged.
 */
export function toRequestErrorResponse(error: unknown, request: FastifyRequest): ErrorResponse {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (code.startsWith('FST_ERR_CTP_BODY_TOO_LARGE') || code === 'FST_REQ_FILE_TOO_LARGE' || code.endsWith('_LIMIT'))
    return toErrorResponse(new Failure('PAYLOAD_TOO_LARGE'), request.id)
  if (code.startsWith('FST_ERR_CTP_INVALID_MEDIA_TYPE') || code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING')
    return toErrorResponse(new Failure('UNSUPPORTED_MEDIA_TYPE'), request.id)
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return toErrorResponse(new Failure('VALIDATION_ERROR', undefined, { issues: [] }), request.id)
  const response = toErrorResponse(error, request.id)
  // Errors of procedures have been logged already; a client that disconnects early is not an error, nor is a refusal.
  const isLogged = error instanceof TRPCError || error instanceof Failure || code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (response.status >= 500 && !isLogged) request.log.error({ err: error, requestId: request.id }, 'unexpected error')
  return response
}

/** Sends an error in the REST format (shared/spec/contract.md#error-statuses). */
export function refuse(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  if (response.retryAfter !== undefined) void reply.header('retry-after', String(response.retryAfter))
  return reply.status(response.status).send({
    success: false,
    error_id: response.id,
    message: response.message,
    issues: response.issues,
    challenge: response.challenge,
    methods: response.methods,
    correlationId: response.correlationId,
  })
}
