import { TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'
import type { SecondFactorMethod } from '@portico/shared/words/second-factors'
import { Failure, type Issue } from '../infra/failure.ts'
import { isConnectionLoss } from '../infra/postgres/connection-loss.ts'
import { QueueFull } from '../infra/security/fair-queue.ts'

/** What tRPC and REST say of an error; `status` is REST's. Never an exception's own text. */
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

/** The body of a tRPC error (shared/spec/contract.md#error-statuses). */
export function toTrpcShape(
  { id, message, issues, challenge, methods, retryAfter, correlationId }: ErrorResponse,
  code: TRPC_ERROR_CODE_KEY,
  httpStatus: number,
) {
  const data = { code, httpStatus, failure: { id, message }, issues, challenge, methods, retryAfter, correlationId }
  return { code: TRPC_ERROR_CODES_BY_KEY[code], message, data }
}

/** The tRPC answer to a request that never reached a procedure. */
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

/** What an outsider may learn of an error: a `Failure` in its own words, anything else as a fault with the correlation id. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const cause = error instanceof TRPCError ? error.cause : error
  if (cause instanceof Failure) {
    const status = isFailureId(cause.id) ? 200 : faults[cause.id].status
    return { id: cause.id, message: cause.message, status, ...cause.details, ...(status >= 500 && { correlationId: requestId }) }
  }
  if (cause instanceof QueueFull) return { ...fault('TOO_MANY_REQUESTS'), retryAfter: 5 }
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

function fault(id: FaultId): ErrorResponse {
  return { id, ...faults[id] }
}

function issuesOf(error: ZodError): Issue[] {
  return error.issues.map((issue) => ({
    path: issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key)),
    code: issue.code,
    message: issue.message,
  }))
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
}
