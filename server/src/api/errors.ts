import { TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { ZodError, type z } from 'zod'
import { faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'
import type { SecondFactorMethod } from '@portico/shared/words/second-factors'
import { Failure, type Issue } from '../infra/failure.ts'
import { isOutage } from '../infra/postgres/connection-loss.ts'
import { QueueFull } from '../infra/security/turns/fair-queue.ts'

/** An error as tRPC and REST return it; `status` is for REST. Never contains the text of an exception. */
export interface ErrorResponse {
  readonly id: FailureId | FaultId
  readonly message: string
  readonly status: number
  readonly issues?: readonly Issue[]
  readonly retryAfter?: number
  readonly challenge?: string
  readonly methods?: readonly SecondFactorMethod[]
  readonly correlationId?: string
}

/** The time in which a restarting or failing-over database is expected back, in seconds. */
export const unavailableSeconds = 2

/** Returns the body of a tRPC error (shared/spec/contract.md#error-statuses). */
export function toTrpcShape(
  { id, message, issues, challenge, methods, retryAfter, correlationId }: ErrorResponse,
  code: TRPC_ERROR_CODE_KEY,
  httpStatus: number,
) {
  const data = { code, httpStatus, failure: { id, message }, issues, challenge, methods, retryAfter, correlationId }
  return { code: TRPC_ERROR_CODES_BY_KEY[code], message, data }
}

/** Returns the tRPC response to a request that never reached a procedure. */
export function toTrpcResponse(response: ErrorResponse): { status: number; headers: Record<string, string>; body: unknown } {
  const refused = isFailureId(response.id)
  const code = trpcCodes[response.id] ?? (refused ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR')
  const status = refused ? 400 : response.status
  const headers = {
    'content-type': 'application/json',
    ...(response.retryAfter !== undefined && { 'retry-after': String(response.retryAfter) }),
  }
  return { status, headers, body: { error: toTrpcShape(response, code, status) } }
}

/** Returns what a client may learn of an error: a `Failure` with its id and message, anything else as a fault with the correlation id. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const cause = error instanceof TRPCError ? error.cause : error
  if (cause instanceof Failure) {
    const status = isFailureId(cause.id) ? 200 : faults[cause.id].status
    const later = status === faults.UNAVAILABLE.status && { retryAfter: unavailableSeconds }
    return { id: cause.id, message: cause.message, status, ...later, ...cause.details, ...(status >= 500 && { correlationId: requestId }) }
  }
  if (cause instanceof QueueFull) return { ...fault('TOO_MANY_REQUESTS'), retryAfter: 5 }
  if (error instanceof TRPCError) {
    switch (error.code) {
      case 'BAD_REQUEST':
      case 'UNPROCESSABLE_CONTENT':
      case 'PARSE_ERROR':
        return invalid(cause instanceof ZodError ? issuesOf(cause.issues) : [])
      case 'NOT_FOUND':
        return fault('NO_SUCH_PATH')
      case 'METHOD_NOT_SUPPORTED':
        return fault('METHOD_NOT_ALLOWED')
      case 'PAYLOAD_TOO_LARGE':
        return fault('PAYLOAD_TOO_LARGE')
      case 'UNSUPPORTED_MEDIA_TYPE':
        return fault('UNSUPPORTED_MEDIA_TYPE')
      default:
        break
    }
  }
  if (isOutage(cause)) return { ...fault('UNAVAILABLE'), retryAfter: unavailableSeconds, correlationId: requestId }
  return { ...fault('INTERNAL_ERROR'), correlationId: requestId }
}

function fault(id: FaultId): ErrorResponse {
  return { id, ...faults[id] }
}

// A response must not grow with the request that it refuses: clients that send much and read nothing would fill the memory.
/** The maximum number of issues reported for one request: more than a questionnaire has questions, and more than anyone reads. */
const maxIssues = 1_000
/** The maximum number of fields named in a message. */
const maxNamed = 20
/** The maximum length of a field's name in a response; longer names are cut and end in `…`. */
const maxNameLength = 100

// The message also names the fields, because the logs of API clients often contain only the message.
function invalid(issues: readonly Issue[]): ErrorResponse {
  const fields = [...new Set(issues.filter(({ path }) => path.length > 0).map(({ path }) => path.join('.')))]
  const { message, status } = faults.VALIDATION_ERROR
  const named = fields.slice(0, maxNamed).join(', ')
  const more = fields.length > maxNamed ? `, and ${fields.length - maxNamed} more` : ''
  return { id: 'VALIDATION_ERROR', status, message: fields.length === 0 ? message : `${message} (${named}${more})`, issues }
}

function issuesOf(issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): Issue[] {
  const reported = issues.slice(0, maxIssues).flatMap((issue) => {
    const path = [...above, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys
        .slice(0, maxIssues)
        .map((key) => ({ path: printablePath([...path, key]), code: issue.code, message: issue.message }))
    const intended = issue.code === 'invalid_union' ? intendedForm(issue.errors) : undefined
    return intended ? issuesOf(intended, path) : [{ path: printablePath(path), code: issue.code, message: issue.message }]
  })
  return reported.slice(0, maxIssues)
}

// Of several variants, picks the one that was meant: the only one that has all the fields that were sent.
function intendedForm(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const matching = forms.filter((issues) => issues.every(matchesForm))
  return matching.length === 1 ? matching[0] : undefined
}

function matchesForm({ code, path }: z.core.$ZodIssue): boolean {
  return code !== 'unrecognized_keys' && !(code === 'invalid_type' && path.length === 0)
}

function printablePath(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((key) => (typeof key === 'number' ? key : shortened(String(key))))
}

function shortened(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 1).toWellFormed()}…`
}

/** The tRPC code of each failure that is not a plain refusal. */
export const trpcCodes: Partial<Record<FailureId | FaultId, TRPC_ERROR_CODE_KEY>> = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  INVALID_CREDENTIALS: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  VALIDATION_ERROR: 'UNPROCESSABLE_CONTENT',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_SUPPORTED',
}
