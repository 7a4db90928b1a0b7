import { initTRPC, TRPCError } from '@trpc/server'
import { z, ZodError } from 'zod'
import { tokenAdmits } from '@portico/shared/rules/api-token-calls'
import type { FailureId } from '@portico/shared/words/failures'
import { Failure } from '../infra/failure.ts'
import { isOutage } from '../infra/postgres/connection-loss.ts'
import { inAuditedTransaction, inReadContext } from '../infra/postgres/transaction.ts'
import type { HttpContext, RequestContext } from '../infra/request-context.ts'
import { auditRefusal } from '../infra/security/audit/audit.ts'
import { QueueFull } from '../infra/security/fair-queue.ts'
import { access, admits, waitsForSecondFactor } from './access.ts'
import { countCall, countTokenCall, type CallLimit } from './call-limits.ts'
import { toErrorResponse, toTrpcShape, trpcCodes, unavailableSeconds } from './errors.ts'

/** What the API has to know of a procedure besides its schemas. */
export interface Meta {
  /** One line for the API's documentation. */
  readonly summary?: string
  /** REST answers the data itself, without `{success, data}`. */
  readonly bare?: boolean
  /** REST takes multipart/form-data. */
  readonly multipart?: boolean
  /** REST answers a file. */
  readonly file?: boolean
  /** Must not share a request with other calls. */
  readonly noBatch?: boolean
  /** The refusals it may answer with, for the API's documentation. */
  readonly failures?: readonly FailureId[]
  /** What it is counted against, before any transaction begins. */
  readonly limit?: CallLimit
  /** Counted by the command itself, against more than `limit` can say: it may answer `TOO_MANY_REQUESTS`. */
  readonly limited?: boolean
  /** Reads or sets the session cookie. */
  readonly cookie?: boolean
  /** What an integrator has to know besides the schemas, in Markdown. */
  readonly description?: string
}

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

const measure = t.middleware(async ({ ctx, path, next }) => {
  const { requestId, span: request } = ctx
  const { metrics, tracing } = ctx.services
  return tracing.inSpan({ kind: 'call', name: path, requestId, request }, async (failWith) => {
    const began = performance.now()
    const result = await next()
    const id = result.ok ? undefined : toErrorResponse(result.error, requestId).id
    metrics.call(path, (performance.now() - began) / 1_000, id)
    if (id) failWith(id)
    return result
  })
})

// The one place where errors get the code that outsiders see; what is unexpected stays in the log.
const translateErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause, code } = result.error
  if (cause instanceof Failure) {
    if (cause.details.retryAfter !== undefined) ctx.retryAfter(cause.details.retryAfter)
    throw new TRPCError({ code: trpcCodes[cause.id] ?? 'BAD_REQUEST', message: cause.message, cause })
  }
  if (cause instanceof QueueFull) {
    ctx.retryAfter(5)
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', cause })
  }
  if (code === 'PARSE_ERROR' || (code === 'BAD_REQUEST' && cause instanceof ZodError))
    throw new TRPCError({ code: 'UNPROCESSABLE_CONTENT', cause })
  if (code === 'INTERNAL_SERVER_ERROR') {
    ctx.services.log.error({ err: cause, path, requestId: ctx.requestId }, 'unexpected error')
    if (isOutage(cause)) {
      ctx.retryAfter(unavailableSeconds)
      throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause })
    }
  }
  return result
})

// A refusal can tell who is there and what they are, so it leaves an entry like an answer.
const auditRefusals = t.middleware(async ({ ctx, path, meta, getRawInput, next }) => {
  const seen = new Set<string>()
  const result = await next({ ctx: { seen } })
  if (result.ok || !ctx.caller || !(result.error.cause instanceof Failure)) return result
  // A file that was not asked for is not read to find a name in it.
  const input = meta?.multipart ? undefined : await getRawInput().catch(() => undefined)
  await auditRefusal(ctx, path, { id: result.error.cause.id, seen, input })
  return result
})

const guard = t.middleware(async ({ ctx, path, meta, next }) => {
  if (ctx.caller?.token) await countTokenCall(ctx, ctx.caller.token.id)
  refuseUnlessAdmitted(ctx, path)
  if (meta?.noBatch && ctx.batched) throw new Failure('INVALID_REQUEST', 'Send this call in a request of its own.')
  return next()
})

/**
 * Throws `UNAUTHENTICATED` or `FORBIDDEN` unless the caller's roles admit the call at all (access.ts), and
 * `SECOND_FACTOR_SETUP_REQUIRED` when their time to set a second factor up is over. The one place that asks what an API token may call, before
 * anything else of it is looked at.
 */
export function refuseUnlessAdmitted(ctx: HttpContext, path: string): void {
  if (ctx.callerError) throw ctx.callerError.error
  if (ctx.caller?.token && !tokenAdmits(ctx.caller.token, path)) throw new Failure('FORBIDDEN')
  if (!admits(path, ctx.caller?.roles, ctx.caller?.translates)) throw new Failure(ctx.caller ? 'FORBIDDEN' : 'UNAUTHENTICATED')
  const dueAt = ctx.caller?.secondFactorDueAt
  if (dueAt && dueAt <= ctx.services.clock() && waitsForSecondFactor(path)) throw new Failure('SECOND_FACTOR_SETUP_REQUIRED')
  // What the public gets here is less than what staff get: a token that has run out must be renewed, not overlooked.
  if (ctx.staleToken && access[path]?.[0] === 'o') throw new Failure('UNAUTHENTICATED')
}

const limitReads = t.middleware(async ({ ctx, next }) => {
  if (ctx.caller && !ctx.caller.token) {
    const { within, retryAfter } = await ctx.services.rateLimits.countApproximately('readsPerAccount', String(ctx.caller.id))
    if (!within) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
  }
  return next()
})

// Without this place for it, each limited call would have to keep its own transaction.
const count = t.middleware(async ({ ctx, path, meta, getRawInput, next }) => {
  if (!meta?.limit) return next()
  const takeBack = await countCall(ctx, meta.limit, { path, input: getRawInput })
  const result = await next()
  if (result.ok && meta.limit.refusalsOnly) await takeBack()
  return result
})

const guarded = t.procedure.use(measure).use(translateErrors).use(auditRefusals).use(guard).use(count)

const withReadContext = guarded.use(limitReads).use(({ ctx: http, path, next }) =>
  inReadContext(http, path, async (ctx) => {
    const result = await next({ ctx })
    if (!result.ok) throw refusedAfter(ctx, http.seen, result.error)
    return result
  }),
)

const withTransaction = guarded.use(({ ctx: http, path, next }) =>
  inAuditedTransaction(http, path, async (ctx) => {
    const result = await next({ ctx })
    if (!result.ok) throw refusedAfter(ctx, http.seen, result.error)
    return result
  }),
)

function refusedAfter({ auditSubjects }: RequestContext, seen: Set<string>, error: TRPCError): TRPCError {
  for (const subject of auditSubjects) seen.add(subject)
  return error
}

/** A call that only reads. What it notes of people (`infra/security/audit.ts`) is in the audit trail before the answer leaves. */
export const query = withReadContext

/** A call that changes something: one transaction with its audit entry, rolled back whole when it is refused. */
export const mutation = withTransaction

/** A call that keeps its own transactions and audit entries. Each use says why in one line. */
export const manualMutation = guarded
