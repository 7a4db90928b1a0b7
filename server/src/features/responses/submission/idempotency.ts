import { hash } from 'node:crypto'
import type { Submission } from '@portico/shared/contract/responses'
import type { Encryption } from '../../../infra/security/encryption.ts'

/** How repetitions of a submission are recognized (shared/spec/contract.md#submission). */
export interface Idempotency {
  readonly key: string
  /** A digest of everything that is stored. */
  readonly digest: string
  /** A keyed hash of both: with the key, because equal hashes would reveal who gave the same answers, also as a guess. */
  readonly hash: Buffer
}

/** Returns how repetitions of this submission with this key are recognized. */
export function idempotencyOf(encryption: Encryption, key: string, submission: Submission): Idempotency {
  const digest = digestOf(submission)
  return { key, digest, hash: encryption.lookupHash('idempotency', `${key} ${digest}`) }
}

/**
 * Returns whether a stored hash, or its first bytes, is of the same submission with the same key. That of earlier versions of Portico lacks
 * the key, with which it was found.
 */
export function isRepeated(encryption: Encryption, { hash: own, digest }: Idempotency, stored: Buffer): boolean {
  const isStored = (candidate: Buffer) => candidate.subarray(0, stored.length).equals(stored)
  return isStored(own) || isStored(encryption.lookupHash('idempotency', digest))
}

// Independent of the order of the answers.
function digestOf({ name, language, answers, workshopName, questionnaireId, parentConsent }: Submission): string {
  const identifiers = Object.keys(answers).sort()
  const sorted = identifiers.map((identifier) => [identifier, answers[identifier]])
  const stored = [name, language, workshopName ?? null, questionnaireId ?? null, sorted, ...(parentConsent ? ['parentConsent'] : [])]
  return hash('sha256', JSON.stringify(stored))
}
