import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { z, ZodError } from 'zod'
import { faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'
import { writeAudit } from '../infra/audit.ts'
import { Failure, type Issue } from '../infra/failure.ts'
import { isConnectionLoss } from '../infra/lost-connection.ts'
import { TooBusy } from '../infra/passwords.ts'
import { startWork, type Work } from '../infra/work.ts'
import { access, admits } from './access.ts'
import type { Context } from './context.ts'

/** What the edge has to know of a procedure besides its schemas. */
export interface Meta {
  /** One line for the API's documentation. */
  readonly summary?: string
  /** REST answers the data itself, without `{success, data}`. */
  readonly bare?: boolean
  /** REST takes multipart/form-data. */
  readonly multipart?: boolean
  /** REST answers a file. */
  readonly file?: boolean
  /** May be answered by a replica, a moment behind: what changes seldom, or is only counted. */
  readonly replica?: boolean
  /** Must not share a request with other calls. */
  readonly alone?: boolean
  /** The refusals it may answer with, for the API's documentation. */
  readonly failures?: readonly FailureId[]
  /** Counted against a limit: past it, the call answers `TOO_MANY_REQUESTS`. */
  readonly limited?: boolean
  /** Reads or sets the session cookie. */
  readonly cookie?: boolean
  /** What an integrator has to know besides the schemas, in Markdown. */
  readonly description?: string
}

/** What both doors say of an error; `status` is REST's. Never an exception's own text. */
export interface Told {
  readonly id: FailureId | FaultId
  readonly message: string
  readonly status: number
  readonly issues?: readonly Issue[]
  readonly retryAfter?: number
  readonly challenge?: string
  readonly correlationId?: string
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const told = tell(error, ctx?.requestId ?? 'unknown')
      return shapeOf(told, shape.data.code, shape.data.httpStatus)
    },
  })

export const { router, createCallerFactory } = t

function shapeOf({ id, message, issues, challenge, retryAfter, correlationId }: Told, code: TRPC_ERROR_CODE_KEY, httpStatus: number) {
  const data = { code, httpStatus, failure: { id, message }, issues, challenge, retryAfter, correlationId }
  return { code: TRPC_ERROR_CODES_BY_KEY[code], message, data }
}

/** The tRPC answer to a request that never reached a procedure. */
export function tellTrpc(told: Told): { status: number; headers: Record<string, string>; body: unknown } {
  const code = codeOf[told.id] ?? 'INTERNAL_SERVER_ERROR'
  const headers = { 'content-type': 'application/json', ...(told.retryAfter !== undefined && { 'retry-after': String(told.retryAfter) }) }
  return { status: told.status, headers, body: { error: shapeOf(told, code, told.status) } }
}

/** What an outsider may learn of an error: a `Failure` in its own words, anything else as a fault with the correlation id. */
export function tell(error: unknown, requestId: string): Told {
  const cause = error instanceof TRPCError ? error.cause : error
  if (cause instanceof Failure) {
    const status = isFailureId(cause.id) ? 200 : faults[cause.id].status
    return { id: cause.id, message: cause.message, status, ...cause.details, ...(status >= 500 && { correlationId: requestId }) }
  }
  if (cause instanceof TooBusy) return { ...fault('TOO_MANY_REQUESTS'), retryAfter: 5 }
  if (error instanceof TRPCError) {
    switch (error.code) {
      case 'BAD_REQUEST':
      case 'UNPROCESSABLE_CONTENT':
      case 'PARSE_ERROR':
        return { ...fault('VALIDATION_ERROR'), issues: cause instanceof ZodError ? issuesOf(cause) : [] }
      case 'NOT_FOUND':
      case 'METHOD_NOT_SUPPORTED':
        return fault('NO_SUCH_PATH')
      case 'PAYLOAD_TOO_LARGE':
        return fault('PAYLOAD_TOO_LARGE')
      case 'UNSUPPORTED_MEDIA_TYPE':
        return fault('UNSUPPORTED_MEDIA_TYPE')
      default:
        break
    }
  }
  return { ...fault(isConnectionLoss(cause) ? 'UNAVAILABLE' : 'INTERNAL_ERROR'), correlationId: requestId }
}

function fault(id: FaultId): Told {
  return { id, ...faults[id] }
}

function issuesOf(error: ZodError): Issue[] {
  return error.issues.map((issue) => ({
    path: issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    code: issue.code,
    message: issue.message,
  }))
}

const codeOf: Partial<Record<FailureId | FaultId, TRPC_ERROR_CODE_KEY>> = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  INVALID_CREDENTIALS: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  VALIDATION_ERROR: 'UNPROCESSABLE_CONTENT',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
}

// The one gate between errors and strangers, for both doors: it gives refusals their code and keeps bugs for the log.
const outcomes = t.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause, code } = result.error
  if (cause instanceof Failure) {
    if (cause.details.retryAfter !== undefined) ctx.retryAfter(cause.details.retryAfter)
    throw new TRPCError({ code: codeOf[cause.id] ?? 'BAD_REQUEST', message: cause.message, cause })
  }
  if (cause instanceof TooBusy) {
    ctx.retryAfter(5)
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', cause })
  }
  if (code === 'PARSE_ERROR' || (code === 'BAD_REQUEST' && cause instanceof ZodError))
    throw new TRPCError({ code: 'UNPROCESSABLE_CONTENT', cause })
  if (code === 'INTERNAL_SERVER_ERROR') {
    ctx.deps.log.error({ err: cause, path, requestId: ctx.requestId }, 'unexpected error')
    if (isConnectionLoss(cause)) throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause })
  }
  return result
})

const admitted = t.middleware(({ ctx, path, meta, next }) => {
  refuseUnlessAdmitted(ctx, path)
  if (meta?.alone && ctx.batched) throw new Failure('INVALID_REQUEST', 'Send this call in a request of its own.')
  return next()
})

/** Throws `UNAUTHENTICATED` or `FORBIDDEN` unless the caller's roles admit the call at all (access.ts). */
export function refuseUnlessAdmitted(ctx: Context, path: string): void {
  if (ctx.broken) throw ctx.broken.error
  if (!admits(path, ctx.caller?.roles)) throw new Failure(ctx.caller ? 'FORBIDDEN' : 'UNAUTHENTICATED')
  // What the public gets here is less than what staff get: a token that has run out must be renewed, not overlooked.
  if (ctx.staleToken && access[path]?.[0] === 'o') throw new Failure('UNAUTHENTICATED')
}

const guarded = t.procedure.use(outcomes).use(admitted)

// Two reviewers or two desks may ask for the same rows in different order; PostgreSQL ends one of them, and it simply tries again.
const again = new Set(['40P01', '40001'])
const triesAtMost = 4

function mustTryAgain(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && again.has(at.code)) return true
  return false
}

/** One transaction with its audit entry; for calls that conduct their own. */
export async function unitOfWork<Result>(ctx: Context, path: string, run: (work: Work) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    let begun = false
    try {
      return await ctx.deps.orm.em.fork().transactional(async (em) => {
        begun = true
        const work = startWork(ctx.deps, em, ctx)
        const result = await run(work)
        await writeAudit(work, path)
        return result
      })
    } catch (error) {
      const harmless = mustTryAgain(error) || (!begun && tries === 1 && isConnectionLoss(error))
      if (tries >= triesAtMost || !harmless) throw error
    }
  }
}

// The pool may still hold connections from before the database restarted; a reading is simply done again on another.
async function inReading<Result>(ctx: Context, path: string, meta: Meta, run: (work: Work) => Promise<Result>): Promise<Result> {
  if (ctx.caller) await spendReading(ctx, String(ctx.caller.id))
  try {
    return await read(ctx, path, meta, run)
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    return read(ctx, path, meta, run)
  }
}

async function read<Result>(ctx: Context, path: string, meta: Meta, run: (work: Work) => Promise<Result>): Promise<Result> {
  const work = startWork(ctx.deps, ctx.deps.orm.em.fork(), ctx, meta.replica ? 'read' : 'write')
  const result = await run(work)
  if (work.subjects.size > 0) await writeAudit(work, path)
  return result
}

async function spendReading(ctx: Context, who: string): Promise<void> {
  const { within, retryAfter } = await ctx.deps.rates.countLoosely('readsPerAccount', who)
  if (!within) throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter })
}

/** The input of a call that takes none: nothing, or an empty object. */
export const noInput = z.object({}).optional()

/** What a procedure's type tells the client. */
export interface Signature<Input extends z.ZodType, Output extends z.ZodType> {
  meta: Meta
  input: z.input<Input>
  output: z.output<Output>
}

type Run<First, Input extends z.ZodType, Output extends z.ZodType> = (first: First, input: z.output<Input>) => Promise<z.input<Output>>

// tRPC's builder cannot follow schemas that are parameters; the signatures below say what it would have inferred.
function build<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output, meta: Meta) {
  const anything: z.ZodType = output
  return guarded.meta(meta).input(input).output(anything)
}

/**
 * A call that only reads. What it notes of people (`infra/audit`) is in the audit trail before the answer leaves.
 */
export function reads<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
  run: Run<Work, Input, Output>,
  meta: Meta = {},
): TRPCQueryProcedure<Signature<Input, Output>> {
  return build(input, output, meta).query(({ ctx, input: parsed, path }) =>
    inReading(ctx, path, meta, (work) => run(work, parsed as z.output<Input>)),
  ) as never
}

/**
 * A call that changes something: one transaction with its audit entry, rolled back whole when it is refused.
 */
export function changes<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
  run: Run<Work, Input, Output>,
  meta: Meta = {},
): TRPCMutationProcedure<Signature<Input, Output>> {
  return build(input, output, meta).mutation(({ ctx, input: parsed, path }) =>
    unitOfWork(ctx, path, (work) => run(work, parsed as z.output<Input>)),
  ) as never
}

/**
 * A call that keeps its own transactions and audit entries, and sees the request: sessions, and submissions that share a commit.
 */
export function conducts<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
  run: Run<Context, Input, Output>,
  meta: Meta = {},
): TRPCMutationProcedure<Signature<Input, Output>> {
  return build(input, output, meta).mutation(({ ctx, input: parsed }) => run(ctx, parsed as z.output<Input>)) as never
}
