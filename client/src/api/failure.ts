import { faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'
import { words } from '../words/language.ts'
import type { Translate } from '../words/translate.ts'

/** One problem with the input: the field it concerns (named as in the contract's schema) and what to do about it. */
export interface Issue {
  readonly path: readonly (string | number)[]
  /** The kind of problem, as zod names it: `too_small`, `custom` … */
  readonly code: string
  readonly message: string
}

/** Why a call failed; `NETWORK` when there was no response. */
export interface ClientFailure {
  readonly id: FailureId | FaultId | 'NETWORK'
  /** A sentence to show; in the user's language where Portico wrote it. */
  readonly message: string
  /** Empty unless `id` is `VALIDATION_ERROR`. */
  readonly issues: readonly Issue[]
  /** The reference to quote to support; only with an unexpected error. */
  readonly correlationId?: string
  /** The remaining fields of the error, such as the `challenge` of a submission over the rate limit. */
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Converts anything thrown by a call to a `ClientFailure`. Both transports and a lost connection end in the same union, so that screens can
 * switch over `id`. `t` translates Portico's own sentences; defaults to the current language.
 */
export function failureOf(error: unknown, t: Translate = words().t): ClientFailure {
  const details = detailsOf(error)
  const status = numberAt(details, 'httpStatus') ?? numberAt(details, 'status')
  const id = idOf(details, status)
  return {
    id,
    message: messageOf(id, details, t),
    issues: id === 'VALIDATION_ERROR' ? issuesOf(details.issues) : [],
    correlationId: textAt(details, 'correlationId'),
    details,
  }
}

/**
 * Returns the message a form shows for a failure: for a refusal unknown to this client, its bare message or id
 * (shared/spec/product.md#error-messages).
 */
export function formMessageOf({ id, message, details }: ClientFailure): string {
  return isUnknownRefusal(id, details) ? (textAt(details, 'message') ?? textAt(details, 'id') ?? 'STATUS_FAILURE') : message
}

/** Whether someone else decided first or now has the case, so that nothing was saved. */
export function isConflict(error: unknown): boolean {
  const { id } = failureOf(error)
  return id === 'ALREADY_SET' || id === 'CASE_CHANGED' || id === 'NOT_FOUND'
}

/** Whether a retry can help: no response, rate limited, or a server error. Refusals are final. */
export function isTransient(error: unknown): boolean {
  const { id } = failureOf(error)
  return id === 'NETWORK' || id === 'UNAVAILABLE' || id === 'INTERNAL_ERROR' || id === 'TOO_MANY_REQUESTS'
}

/** Flattens the fields of an error: a tRPC error's `data` with its `failure` unwrapped, or a REST body. */
function detailsOf(error: unknown): Record<string, unknown> {
  if (!isRecord(error)) return {}
  if (isRecord(error.data)) return { ...error.data, ...(isRecord(error.data.failure) ? error.data.failure : {}) }
  if (isRecord(error.body)) return { ...error.body, status: error.status, id: error.body.error_id }
  if ('status' in error) return { status: error.status, correlationId: error.correlationId }
  // The tRPC client attaches the response that it could not parse.
  const response = isRecord(error.meta) ? error.meta.response : undefined
  if (!isRecord(response)) return {}
  const reference = response.headers instanceof Headers ? response.headers.get('x-request-id') : null
  return { status: response.status, correlationId: reference }
}

function idOf(details: Record<string, unknown>, status: number | undefined): ClientFailure['id'] {
  const id = textAt(details, 'id')
  if (id !== undefined && (isFailureId(id) || isFaultId(id))) return id
  if (status === undefined || status === 0) return 'NETWORK'
  if (Array.isArray(details.issues)) return 'VALIDATION_ERROR'
  return faultOfStatus(status)
}

function faultOfStatus(status: number): FaultId {
  const known = Object.keys(faults)
    .filter(isFaultId)
    .find((id) => id !== 'INVALID_CREDENTIALS' && faults[id].status === status)
  return known ?? 'INTERNAL_ERROR'
}

function messageOf(id: ClientFailure['id'], details: Record<string, unknown>, t: Translate): string {
  if (id === 'NETWORK') return t('errors.network')
  if (id === 'TOO_MANY_REQUESTS') return t('errors.tooMany')
  if (isUnknownRefusal(id, details)) return unknownFailure(textAt(details, 'id'), textAt(details, 'message'))
  if (id === 'INTERNAL_ERROR' || id === 'UNAVAILABLE') {
    const reference = textAt(details, 'correlationId')
    return reference ? `${asSentence(t('errors.unexpected'))} ${t('errors.reference', { id: reference })}` : t('errors.unexpected')
  }
  return textAt(details, 'message') ?? (isFaultId(id) ? faults[id].message : id)
}

// The English text ends without a full stop (shared/spec/product.md#error-messages).
function asSentence(text: string): string {
  return /\p{L}$/u.test(text) ? `${text}.` : text
}

function isUnknownRefusal(id: ClientFailure['id'], details: Record<string, unknown>): boolean {
  const named = textAt(details, 'id')
  return id === 'INTERNAL_ERROR' && named !== id && (named !== undefined || details.success === false)
}

// For a refusal unknown to this client (shared/spec/product.md#error-messages).
function unknownFailure(id: string | undefined, message: string | undefined): string {
  if (id === undefined && message === undefined) return 'The api returned a failure: NO_REASON_GIVEN'
  return `The api returned a failure: error_id: ${id ?? ''} message: ${message ?? ''}`
}

function issuesOf(issues: unknown): Issue[] {
  if (!Array.isArray(issues)) return []
  return issues.filter(isRecord).map((issue) => ({
    path: Array.isArray(issue.path) ? issue.path.filter((step) => typeof step === 'string' || typeof step === 'number') : [],
    code: textAt(issue, 'code') ?? '',
    message: textAt(issue, 'message') ?? '',
  }))
}

function isFaultId(id: string): id is FaultId {
  return Object.hasOwn(faults, id)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textAt(record: Record<string, unknown>, key: string): string | undefined {
  const value = record[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberAt(record: Record<string, unknown>, key: string): number | undefined {
  const value = record[key]
  return typeof value === 'number' ? value : undefined
}
