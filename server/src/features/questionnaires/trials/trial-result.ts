import { trialItem } from '@portico/shared/contract/rule-trials'
import { z } from 'zod'
import { unseal, type Encryption } from '../../../infra/security/encryption.ts'

const changes = z.array(trialItem)

/** What new rules would change for one respondent. */
export type TrialChange = z.output<typeof trialItem>

/** Whose key the result of a trial is sealed with. */
export function trialOwner(id: number): string {
  return `rule-trial:${id}`
}

/** What the seal of a result is bound to. */
export function trialData(id: number): string {
  return `rule-trial:${id}:result`
}

interface SealedTrial {
  readonly id: number
  readonly keyId: string | null
  readonly wrappedKey: Uint8Array | null
  readonly sealedResult: Uint8Array | null
}

/** Who would change; nobody while the trial runs. */
export function openResult(encryption: Encryption, { id, keyId, wrappedKey, sealedResult }: SealedTrial): TrialChange[] {
  if (keyId === null || !wrappedKey || !sealedResult) return []
  const key = encryption.unwrapKey(trialOwner(id), keyId, wrappedKey)
  return changes.parse(JSON.parse(unseal(key, trialData(id), sealedResult).toString()))
}
