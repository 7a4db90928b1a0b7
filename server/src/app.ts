import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import cookiePlugin from '@fastify/cookie'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '@portico/shared/words/limits'
import { accessGaps } from './api/access.ts'
import type { Caller, HttpContext, HttpCookie } from './infra/request-context.ts'
import { acceptJson, discardBodies } from './api/bodies/body-parsers.ts'
import { jsonBodyBytes } from './api/bodies/json-bodies.ts'
import { mountDocs } from './api/openapi/docs.ts'
import { shortenLists } from './api/preferences.ts'
import { toErrorResponse } from './api/errors.ts'
import { endpointsOf, mountRest, refuse, refuseOtherMethods, toRequestErrorResponse } from './api/rest.ts'
import { appRouter } from './api/root.ts'
import { isFromThisMachine } from './seed/from-this-machine.ts'
import { mountTextGateway } from './api/text-gateway.ts'
import { mountTrpc, type ContextOf } from './api/trpc.ts'
import { limitUnfinishedBodies, type BodyBudget } from './api/bodies/unfinished-bodies.ts'
import { mountClient } from './api/site/client-files.ts'
import { securityHeaders } from './api/site/security-headers.ts'
import { browserLabel } from './features/auth/my-sign-in/browser-label.ts'
import { findTokenCaller, isApiToken } from './features/auth/api-tokens/find-token-caller.ts'
import { findCaller } from './features/auth/sessions.ts'
import { Failure } from './infra/failure.ts'
import { surfaces, type Surface } from './infra/metrics/metrics.ts'
import { networkOf } from './infra/security/network.ts'
import type { HttpServices, Services } from './infra/request-context.ts'
import type { RequestSpan } from './infra/tracing/tracing.ts'
import { isStopping } from './stopping.ts'

/** How the server is exposed to the network. */
export interface ServerOptions {
  readonly trustProxy: false | number | string
  /** The folder of the built client; without one, only the API is served. */
  readonly clientDir?: string | undefined
  /** How many connections may be open; further ones are closed at once. */
  readonly maxConnections?: number
  /** How much memory bodies may take that are not yet answered. */
  readonly bodyBudget?: BodyBudget
  /** How long a client may go without reading any of a response before it is disconnected, in ms. */
  readonly readerMs?: number
}

// Longer than the database may take to produce the next chunk of a streamed response.
const defaultReaderMs = 25_000
// A workshop hall behind one proxy opens up to 1,800: 300 browsers with 6 each. A process may usually open 20,000 files, and most
// connections have one open.
const defaultMaxConnections = 4_000
// Browsers wait for each response; some HTTP clients send a few requests ahead.
const maxUnanswered = 8
// A database that does not respond must not delay the shutdown longer.
const settleMs = 5_000
const asIs = (value: string) => value
// Portico's cookies need no encoding, and each value that cannot be decoded would take the time of an error.
const plainCookies = { parseOptions: { encode: asIs, decode: asIs } }

/** Builds the whole server, ready to listen or to be called in a test. Throws if a call has no row in the access table. */
export async function buildApp(services: HttpServices, options: ServerOptions = { trustProxy: false }): Promise<FastifyInstance> {
  const gaps = accessGaps(endpointsOf(appRouter).map((endpoint) => endpoint.path))
  if (gaps.length > 0) throw new Error(gaps.join('\n'))

  const logger: FastifyBaseLogger = services.log
  const headersOf = securityHeaders(services.publicUrl.startsWith('https:'))
  const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    void reply.headers(headersOf(request.url)).header('x-request-id', request.id)
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: jsonBodyBytes,
    requestTimeout: 15_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: true,
    // No route has a Fastify schema, because the contract validates. Without these Fastify loads its schema compilers.
    schemaController: { compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema } },
    // Handles URLs that cannot be decoded, which fail before routing and before any hook.
    frameworkErrors: (_error, request, reply) =>
      takeTurns(request, reply, () => {
        setSecurityHeaders(request, reply)
        refuse(reply, toErrorResponse(new Failure('NO_SUCH_PATH'), request.id))
      }),
  })
  limitClients(app, options)
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
  traceRequests(app, services)
  closeSlowReaders(app, options.readerMs ?? defaultReaderMs)
  countRequests(app, services)
  app.addHook('onClose', () => Promise.race([services.backgroundWork.settle(), delay(settleMs, undefined, { ref: false })]))
  refuseOtherMethods(app, appRouter)
  app.setErrorHandler((error, request, reply) => refuse(reply, toRequestErrorResponse(error, request)))
  await app.register(cookiePlugin, plainCookies)
  // Compressed requests are refused: a few kilobytes could expand to the full body limit.
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'], requestEncodings: ['identity'] })

  mountHealth(app, services)
  const contextOf: ContextOf = (request, reply, batched = false) => openContext(services, request, reply, batched)
  await app.register(async (scope) => {
    disableCaching(scope)
    mountTrpc(scope, appRouter, contextOf)
  })
  await app.register(async (scope) => {
    acceptJson(scope)
    // One byte more than `formOf` accepts for all files together, so that it rejects an upload before a file is truncated.
    await scope.register(multipart, { limits: { fileSize: limits.uploadRequestBytes + 1, files: 8, fields: 20, parts: 30 } })
    disableCaching(scope)
    mountRest(scope, appRouter, contextOf)
  })
  mountTextGateway(app, services)
  mountDocs(app, appRouter, services.publicUrl)
  await mountClient(app, options.clientDir, services.publicUrl)
  return app
}

function limitClients(app: FastifyInstance, { maxConnections = defaultMaxConnections, bodyBudget }: ServerOptions): void {
  app.server.maxConnections = maxConnections
  discardBodies(app)
  limitUnfinishedBodies(app, bodyBudget)
  app.addHook('onRequest', takeTurns)
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    shortenLists(headers)
    done()
  })
}

const unanswered = new WeakMap<Socket, (() => void)[]>()

/**
 * Handles the requests of a connection one after another, as their responses are sent. Node starts every request it has received, and never
 * closes the responses that a lost connection leaves unsent, nor the files and rows they read from. A client that sends too many requests
 * ahead is disconnected, and requests of one that is gone are dropped.
 */
function takeTurns({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply, start: () => void): void {
  // A connection that is gone already has no address; otherwise Node keeps the address once it was read.
  if (socket.remoteAddress === undefined) return
  const starts = unanswered.get(socket) ?? []
  if (starts.push(start) > maxUnanswered) return void socket.destroy()
  if (starts.length === 1) unanswered.set(socket, starts)
  response.once('close', () => {
    starts.shift()
    if (socket.writable) starts[0]?.()
  })
  if (starts.length === 1) start()
}

// A response stays in memory until the client has read it. Node resets the socket timeout once it is sent, or with the next request.
function closeSlowReaders(app: FastifyInstance, readerMs: number): void {
  app.addHook('onSend', ({ raw: { socket } }, _reply, _payload, done) => {
    if (socket instanceof Socket) socket.setTimeout(readerMs)
    done()
  })
}

function countRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    services.metrics.request(surfaceOf(request), reply.statusCode)
    done()
  })
}

const requestSpans = new WeakMap<FastifyRequest, RequestSpan>()

function traceRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const { id: requestId, method, headers } = request
    const span = services.tracing.beginRequest({ method, requestId, traceparent: headers.traceparent })
    if (!span) return done()
    requestSpans.set(request, span)
    // Also called for clients that disconnect before the response.
    response.once('close', () => {
      const status = response.writableEnded ? response.statusCode : undefined
      span.end({ route: request.routeOptions.url, status })
    })
    return done()
  })
}

function rejectSchema(): never {
  throw new Error('A route has a schema of its own: it belongs into the contract')
}

// Fastify ignores a number of proxies because it cannot check who they are. Setting one asserts that nobody else can reach this server.
function trustOf(trusted: ServerOptions['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

async function openContext(services: HttpServices, request: FastifyRequest, reply: FastifyReply, batched: boolean): Promise<HttpContext> {
  const isSecure = services.publicUrl.startsWith('https:')
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const header = request.headers['idempotency-key']
  const bearer = scheme?.toLowerCase() === 'bearer' ? token : undefined
  const callerOrError = bearer ? await findCallerByBearer(services, bearer, request.ip).catch((error: unknown) => ({ error })) : undefined
  const callerError = callerOrError && 'error' in callerOrError ? callerOrError : undefined
  const caller = callerOrError && 'error' in callerOrError ? undefined : callerOrError
  return {
    services,
    caller,
    callerError,
    staleToken: Boolean(bearer) && !caller,
    requestId: request.id,
    span: requestSpans.get(request),
    ipAddress: networkOf(request.ip),
    // Getters, because most calls of the public need neither.
    get fromThisMachine() {
      return isFromThisMachine(request)
    },
    get browser() {
      return browserLabel(request.headers['user-agent'])
    },
    cookie: cookieOf('portico-session', isSecure, request, reply),
    deviceCookie: cookieOf('portico-device', isSecure, request, reply),
    signOnCookie: cookieOf('portico-sign-on', isSecure, request, reply),
    idempotencyKey: header === undefined ? undefined : String(header),
    batched,
    header: (name, value) => void reply.header(name, value),
    retryAfter: (seconds) => void reply.header('retry-after', String(seconds)),
  }
}

function findCallerByBearer(services: Services, bearer: string, address: string): Promise<Caller | undefined> {
  return isApiToken(bearer) ? findTokenCaller(services, bearer, address) : findCaller(services, bearer)
}

// Taken from the route rather than the URL, which clients can make up.
function surfaceOf({ routeOptions }: FastifyRequest): Surface {
  const first = routeOptions.url?.split('/')[1]
  return surfaces.find((surface) => surface === first) ?? 'pages'
}

// Cookies treat a page of a sibling domain as same-site, so requests from such pages are handled without cookies and cannot change any.
function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'same-site' || site === 'cross-site'
}

function cookieOf(plainName: string, secure: boolean, request: FastifyRequest, reply: FastifyReply): HttpCookie {
  if (isCrossSite(request)) return { value: undefined, set: () => {}, clear: () => {} }
  const name = secure ? `__Host-${plainName}` : plainName
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    value: request.cookies[name],
    set: (value, expires) => void reply.setCookie(name, value, { ...options, expires }),
    clear: () => void reply.clearCookie(name, options),
  }
}

function disableCaching(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    void reply.header('cache-control', 'no-store')
    done()
  })
}

const readyWithinMs = 3_000

function mountHealth(app: FastifyInstance, services: Services): void {
  app.get('/health/live', async () => ({ status: 'up' }))
  app.get('/health/ready', async (request, reply) => {
    try {
      if (isStopping(app)) throw new Failure('UNAVAILABLE')
      await Promise.race([services.orm.em.fork().execute('select 1'), rejectAfterTimeout()])
      return { status: 'ready' }
    } catch {
      return refuse(reply, toErrorResponse(new Failure('UNAVAILABLE'), request.id))
    }
  })
}

// An unresponsive database must not keep the health check waiting.
async function rejectAfterTimeout(): Promise<never> {
  await delay(readyWithinMs, undefined, { ref: false })
  throw new Failure('UNAVAILABLE')
}
