import { trialItem } from '@portico/shared/contract/rule-trials'
import { z } from 'zod'
import { unseal, type Encryption } from '../../../infra/security/encryption.ts'

const changes = z.array(trialItem)

/** The changes of new rules for one respondent. */
export type TrialChange = z.output<typeof trialItem>

/** Returns the owner of the key that seals the result of a trial. */
export function trialOwner(id: number): string {
  return `rule-trial:${id}`
}

/** Returns the associated data that a sealed result is bound to. */
export function trialData(id: number): string {
  return `rule-trial:${id}:result`
}

interface SealedTrial {
  readonly id: number
  readonly keyId: string | null
  readonly wrappedKey: Uint8Array | null
  readonly sealedResult: Uint8Array | null
}

/** Decrypts the respondents who would change; empty while the trial is running. */
export function openResult(encryption: Encryption, { id, keyId, wrappedKey, sealedResult }: SealedTrial): TrialChange[] {
  if (keyId === null || !wrappedKey || !sealedResult) return []
  const key = encryption.unwrapKey(trialOwner(id), keyId, wrappedKey)
  return changes.parse(JSON.parse(unseal(key, trialData(id), sealedResult).toString()))
}
