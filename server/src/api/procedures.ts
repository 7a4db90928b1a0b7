import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server'
import { z, ZodError } from 'zod'
import { tokenAdmits } from '@portico/shared/rules/api-token-calls'
import type { FailureId } from '@portico/shared/words/failures'
import { Failure } from '../infra/failure.ts'
import { isOutage } from '../infra/postgres/connection-loss.ts'
import { inAuditedTransaction, inReadContext } from '../infra/postgres/transaction.ts'
import type { HttpContext, RequestContext } from '../infra/request-context.ts'
import { auditRefusal } from '../infra/security/audit/audit.ts'
import { inTurn } from '../infra/security/turns/caller-turns.ts'
import { QueueFull } from '../infra/security/turns/fair-queue.ts'
import { access, admits, waitsForSecondFactor } from './access.ts'
import { countCall, countLink, countTokenCall, linkOf, refuseSpentLink, textIn, type CallLimit } from './call-limits.ts'
import { toErrorResponse, toTrpcShape, trpcCodes, unavailableSeconds } from './errors.ts'

/** What the API needs to know about a procedure besides its schemas. */
export interface Meta {
  /** One line for the API's documentation. */
  readonly summary?: string
  /** REST returns the data itself, without `{success, data}`. */
  readonly withoutEnvelope?: boolean
  /** REST accepts multipart/form-data. */
  readonly multipart?: boolean
  /** REST returns a file. */
  readonly file?: boolean
  /** The call must not share a request with other calls. */
  readonly noBatch?: boolean
  /** The refusals that the call can return, for the API's documentation. */
  readonly failures?: readonly FailureId[]
  /** The rate limits, counted before any transaction begins or after it has ended. */
  readonly limit?: CallLimit | readonly CallLimit[]
  /** It may throw `TOO_MANY_REQUESTS` for other reasons than `limit`, as every `mutation` may. */
  readonly limited?: boolean
  /**
   * Where a call of the public has the secret of what it locks: in its input or its session cookie. Calls with the same one wait for
   * their turn; those with a `link` in their limit wait by that.
   */
  readonly turns?: { readonly input: string } | 'session'
  /** Reads or sets the session cookie. */
  readonly cookie?: boolean
  /** What integrators need to know besides the schemas, in Markdown. */
  readonly description?: string
}

/** Counts wrong links by address. Right ones that can be used more than once need a limit of their own (`CallLimit.link`). */
export const wrongLinks = { name: 'wrongLinkPerAddress', by: 'address', onlyRefused: 'INVALID_CODE' } as const satisfies CallLimit

const t = initTRPC
  .context<HttpContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      return toTrpcShape(toErrorResponse(error, ctx?.requestId ?? 'unknown'), shape.data.code, shape.data.httpStatus)
    },
  })

export const { router, createCallerFactory } = t

/** The input of a call that takes none: nothing, or an empty object. */
export const noInput = z.strictObject({}).optional()

// Everything around a call, in one middleware: tRPC copies the call's data twice for each middleware.
const guarded = t.procedure.use(async (call) => {
  const { ctx, path, next } = call
  const { requestId, span: request } = ctx
  const { metrics, tracing } = ctx.services
  const outcome = await tracing.inSpan({ kind: 'call', name: path, requestId, request }, async (failWith) => {
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1_000
    try {
      const result = await inTurn(ctx.services.orm, await secretOf(call), async () => {
        await admitCall(call)
        // The public may make some calls whoever is signed in on the browser: nothing of them depends on a session that ends meanwhile.
        const needsRights = ctx.caller !== undefined && access[path]?.[0] !== 'Y'
        const answered = await next({ ctx: { needsRights } })
        await countAnswered(call, answered.ok ? undefined : answered.error)
        return answered
      })
      if (!result.ok) throw result.error
      metrics.call(path, seconds(), undefined)
      return { result }
    } catch (thrown) {
      const error = await toClientError(call, thrown)
      const { id } = toErrorResponse(error, requestId)
      metrics.call(path, seconds(), id)
      failWith(id)
      return { error }
    }
  })
  if ('error' in outcome) throw outcome.error
  return outcome.result
})

interface Call {
  readonly ctx: HttpContext
  readonly path: string
  readonly meta: Meta | undefined
  readonly getRawInput: () => Promise<unknown>
}

// What a call waits for its turn by, if it has a secret. Callers also wait when they begin a transaction, because their reads need not.
async function secretOf({ ctx, path, meta, getRawInput }: Call): Promise<string | undefined> {
  const limit = limitsOf(meta).find(({ link }) => link)
  const turns = meta?.turns ?? (limit ? 'link' : undefined)
  if (turns === undefined) return undefined
  const input = async () => getRawInput().catch(() => undefined)
  // A cookie begins with the id of its session; only what the portal issued names one.
  if (turns === 'session') return prefixed('session', ctx.cookie.value?.split('.')[0])
  if (turns !== 'link') return prefixed(turns.input, textIn(await input(), turns.input))
  return prefixed('link', limit && (await linkOf(ctx, limit, { path, input })))
}

// Nobody can make up a secret that is the name of somebody else's turns.
function prefixed(kind: string, secret: string | undefined): string | undefined {
  return secret === undefined ? undefined : `${kind} ${secret}`
}

function ownTurn({ caller }: HttpContext): string | undefined {
  return caller && (caller.token ? `token:${caller.token.id}` : `account:${caller.id}`)
}

// Calls are counted here, so that those with a limit can still use the transaction of `mutation`.
async function admitCall({ ctx, path, meta, getRawInput }: Call): Promise<void> {
  if (ctx.caller?.token) await countTokenCall(ctx, ctx.caller.token.id)
  refuseUnlessAdmitted(ctx, path)
  if (meta?.noBatch && ctx.batched) throw new Failure('INVALID_REQUEST', 'Send this call in a request of its own.')
  for (const limit of limitsOf(meta)) {
    const count = limit.onlyRefused ? refuseSpentLink : countCall
    await count(ctx, limit, { path, input: getRawInput })
  }
}

function limitsOf(meta: Meta | undefined): CallLimit[] {
  return [meta?.limit ?? []].flat()
}

// Counts a call whose limit depends on whether its secret was wrong.
async function countAnswered({ ctx, path, meta, getRawInput }: Call, error: TRPCError | undefined): Promise<void> {
  if (isUndecided(error)) return
  const call = { path, input: getRawInput }
  for (const limit of limitsOf(meta).filter(({ onlyRefused }) => onlyRefused)) {
    if (error?.cause instanceof Failure && error.cause.id === limit.onlyRefused) await countCall(ctx, limit, call)
    // What the call changed is stored: an answer that says otherwise would be wrong.
    else await countLink(ctx, limit, call).catch((fault: unknown) => ctx.services.log.warn({ err: fault, path }, 'a call was not counted'))
  }
}

// Whether a call ended before it was known whether its secret is right.
function isUndecided(error: TRPCError | undefined): boolean {
  return error !== undefined && (!(error.cause instanceof Failure) || error.cause.id === 'TOO_MANY_REQUESTS')
}

// Returns the error as clients see it.
async function toClientError(call: Call, thrown: unknown): Promise<TRPCError> {
  const error = getTRPCErrorFromUnknown(thrown)
  if (!(error.cause instanceof Failure)) return translateError(call, error)
  const toAnswer = await auditRefusedCall(call, error.cause, subjectsSeen.get(error)).then(() => error, getTRPCErrorFromUnknown)
  return translateError(call, toAnswer)
}

// A refusal can reveal who exists and what they are, so it leaves an audit entry like a response does.
async function auditRefusedCall({ ctx, path, meta, getRawInput }: Call, { id }: Failure, seen = new Set<string>()): Promise<void> {
  if (!ctx.caller) return
  // An unsolicited file is not parsed just to look for a name in it.
  const input = meta?.multipart ? undefined : await getRawInput().catch(() => undefined)
  await auditRefusal(ctx, path, { id, seen, input })
}

// The one place where errors get the code that clients see; details of unexpected errors go only to the log.
function translateError({ ctx, path }: Call, error: TRPCError): TRPCError {
  const { cause, code } = error
  if (cause instanceof Failure) {
    if (cause.details.retryAfter !== undefined) ctx.retryAfter(cause.details.retryAfter)
    return new TRPCError({ code: trpcCodes[cause.id] ?? 'BAD_REQUEST', message: cause.message, cause })
  }
  if (cause instanceof QueueFull) {
    ctx.retryAfter(5)
    return new TRPCError({ code: 'TOO_MANY_REQUESTS', cause })
  }
  if (code === 'PARSE_ERROR' || (code === 'BAD_REQUEST' && cause instanceof ZodError))
    return new TRPCError({ code: 'UNPROCESSABLE_CONTENT', cause })
  if (code === 'INTERNAL_SERVER_ERROR') {
    ctx.services.log.error({ err: cause, path, requestId: ctx.requestId }, 'unexpected error')
    if (isOutage(cause)) {
      ctx.retryAfter(unavailableSeconds)
      return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause })
    }
  }
  return error
}

/**
 * Throws `UNAUTHENTICATED` or `FORBIDDEN` unless the caller's roles admit the call at all (access.ts), and `SECOND_FACTOR_SETUP_REQUIRED`
 * if their time to set up a second factor is over. The one place that checks which calls an API token may make, before anything else.
 */
export function refuseUnlessAdmitted(ctx: HttpContext, path: string): void {
  if (ctx.callerError) throw ctx.callerError.error
  if (ctx.caller?.token && !tokenAdmits(ctx.caller.token, path)) throw new Failure('FORBIDDEN')
  if (!admits(path, ctx.caller?.roles, ctx.caller?.translates)) throw new Failure(ctx.caller ? 'FORBIDDEN' : 'UNAUTHENTICATED')
  const dueAt = ctx.caller?.secondFactorDueAt
  if (dueAt && dueAt <= ctx.services.clock() && waitsForSecondFactor(path)) throw new Failure('SECOND_FACTOR_SETUP_REQUIRED')
  // The public sees less of this call than staff do, so an expired token must be renewed instead of being ignored.
  if (ctx.staleToken && access[path]?.[0] === 'o') throw new Failure('UNAUTHENTICATED')
}

const limitReads = t.middleware(async ({ ctx, next }) => {
  if (ctx.caller && !ctx.caller.token) {
    const { within, retryAfter } = await ctx.services.rateLimits.countApproximately('readsPerAccount', String(ctx.caller.id))
    if (!within) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
  }
  return next()
})

const withReadContext = guarded.use(limitReads).use(({ ctx: http, path, next }) =>
  inReadContext(http, path, async (ctx) => {
    const result = await next({ ctx })
    if (!result.ok) throw withSubjects(ctx, result.error)
    return result
  }),
)

const withTransaction = guarded.meta({ limited: true }).use(({ ctx: http, path, next }) =>
  inTurn(http.services.orm, ownTurn(http), () =>
    inAuditedTransaction(http, path, async (ctx) => {
      const result = await next({ ctx })
      if (!result.ok) throw withSubjects(ctx, result.error)
      return result
    }),
  ),
)

// What a call had touched when it was refused, by its error. Earlier attempts of its transaction count as unseen: nothing of them was
// answered.
const subjectsSeen = new WeakMap<TRPCError, Set<string>>()

function withSubjects({ auditSubjects }: RequestContext, error: TRPCError): TRPCError {
  subjectsSeen.set(error, auditSubjects)
  return error
}

/** A call that only reads. The respondents it notes (`infra/security/audit.ts`) are in the audit trail before the response is sent. */
export const query = withReadContext

/**
 * A call that changes something, in its caller's turn: one transaction including its audit entry, rolled back completely if the call is
 * refused.
 */
export const mutation = withTransaction

/** A call that manages its own transactions and audit entries. Each use explains why in one line. */
export const manualMutation = guarded
