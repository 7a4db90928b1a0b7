import { TRPCError, type AnyTRPCRouter } from '@trpc/server'
import { resolveResponse } from '@trpc/server/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../infra/failure.ts'
import type { HttpContext } from '../infra/request-context.ts'
import { toTrpcResponse } from './errors.ts'
import { isTooComplex, jsonBodyBytes } from './bodies/json-bodies.ts'
import { refuseUnlessAdmitted } from './procedures.ts'
import { endpointsOf, toRequestErrorResponse } from './rest.ts'

/** Identifies the caller; `batched` if the same request contains other calls. */
export type ContextOf = (request: FastifyRequest, reply: FastifyReply, batched?: boolean) => Promise<HttpContext>

const prefix = '/trpc/'
const forwardedHeaders = ['accept', 'trpc-accept']

/**
 * Serves every procedure of the router under `/trpc`. Bodies are read and limited here before tRPC sees them, because its own adapter would
 * read them as unlimited streams.
 */
export function mountTrpc(scope: FastifyInstance, router: AnyTRPCRouter, contextOf: ContextOf): void {
  const multipartPaths = new Set(endpointsOf(router).flatMap(({ path, meta }) => (meta.multipart ? path : [])))
  scope.removeAllContentTypeParsers()
  for (const [type, bodyLimit] of [
    ['multipart/form-data', limits.uploadRequestBytes],
    ['*', jsonBodyBytes],
  ] as const)
    scope.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      type === '*' && isTooComplex(body) ? done(new Failure('PAYLOAD_TOO_LARGE')) : done(null, body),
    )
  scope.setErrorHandler((error, request, reply) => {
    const { status, headers, body } = toTrpcResponse(toRequestErrorResponse(error, request))
    return reply.status(status).headers(headers).send(body)
  })
  // Fastify also answers HEAD where it answers GET. It needs the length of the answer, which tRPC's streams do not have.
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'HEAD') return
    void reply.header('allow', 'GET, POST')
    throw new Failure('METHOD_NOT_ALLOWED')
  })
  // Access is checked before a file is uploaded, and so is whether the call takes one.
  scope.addHook('onRequest', async (request, reply) => {
    if (!isForm(request)) return
    if (!multipartPaths.has(pathOf(request))) throw new Failure('UNSUPPORTED_MEDIA_TYPE')
    refuseUnlessAdmitted(await contextOf(request, reply), pathOf(request))
  })
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await resolveResponse({
      req: requestOf(request),
      path: pathOf(request),
      router,
      error: null,
      allowMethodOverride: true,
      maxBatchSize: 10,
      createContext: ({ info }) => contextOf(request, reply, info.calls.length > 1),
    })
    if (response.status === 405) void reply.header('allow', request.method === 'GET' ? 'POST' : 'GET, POST')
    return reply.send(response)
  }
  scope.route({ method: ['GET', 'POST'], url: `${prefix}:path`, handler })
}

function pathOf({ params }: FastifyRequest): string {
  return (params as { path?: string }).path ?? ''
}

function isForm(request: FastifyRequest): boolean {
  return contentTypeOf(request).startsWith('multipart/form-data')
}

// Types are case-insensitive, but tRPC compares them as they are; boundaries are case-sensitive.
function contentTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').replace(/^[^;]*/, (type) => type.toLowerCase())
}

function requestOf(request: FastifyRequest): Request {
  const headers = new Headers({ 'content-type': contentTypeOf(request) })
  for (const name of forwardedHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const bytes = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined
  // As over REST, a call without input may come without a body.
  if (!bytes && !isForm(request)) headers.set('content-type', 'application/json')
  const body = hasBody(request) ? (bytes ?? '{}') : undefined
  const fetchRequest = new Request(new URL(request.url, 'http://portico'), {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  })
  const readForm = fetchRequest.formData.bind(fetchRequest)
  const formData = async () =>
    readForm().catch((cause: unknown) => {
      throw new TRPCError({ code: 'PARSE_ERROR', cause })
    })
  return Object.assign(fetchRequest, { formData })
}

function hasBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
