import { failures, faults, isFailureId, type FailureId, type FaultId } from '@portico/shared/words/failures'
import type { SecondFactorMethod } from '@portico/shared/words/second-factors'

/** What a caller may be told besides id and sentence. Times in seconds. */
export interface FailureDetails {
  readonly issues?: readonly Issue[]
  readonly retryAfter?: number
  readonly challenge?: string
  /** With SECOND_FACTOR_REQUIRED: the ways to confirm. */
  readonly methods?: readonly SecondFactorMethod[]
}

/** A field that is not valid, and why. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}

/**
 * The one error that features throw: a refusal or fault of the catalog (shared/words/failures), which tRPC and REST answer in the
 * documented form. Anything else that is thrown is a bug and reaches no one but the log.
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
