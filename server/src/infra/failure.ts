import { failures, faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'
import type { SecondFactorMethod } from '@portico/shared/words/second-factors'

/** What a caller may learn besides the id and the message. Times in seconds. */
export interface FailureDetails {
  readonly issues?: readonly Issue[]
  readonly retryAfter?: number
  readonly challenge?: string
  /** With SECOND_FACTOR_REQUIRED: the available methods of confirmation. */
  readonly methods?: readonly SecondFactorMethod[]
}

/** An invalid field, and why it is invalid. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

/**
 * The one error that features throw: a refusal or fault of the catalog (shared/words/failures), which tRPC and REST return in the
 * documented form. Any other error is a bug and appears only in the log.
 */
export class Failure extends Error {
  readonly id: FailureId | FaultId
  readonly details: FailureDetails

  constructor(id: FailureId | FaultId, message?: string, details: FailureDetails = {}) {
    super(message ?? (isFailureId(id) ? failures[id] : faults[id].message))
    this.name = 'Failure'
    this.id = id
    this.details = details
  }
}
