import { sealJson, unsealJson, type Encryption } from '../encryption.ts'
import type { SealedRespondent } from '../sealed-respondent.ts'
import { respondentOwner } from './sealing.ts'

type WithKey = SealedRespondent & { readonly wrappedKey: Uint8Array }

/** Seals what a trial of rules found about a respondent under their own key, so that it is deleted with them. */
export function sealTrialChange(encryption: Encryption, person: WithKey, trialId: number, change: unknown): Buffer {
  return sealJson(keyOf(encryption, person), associatedData(person, trialId), change)
}

/** Opens what a trial of rules found about a respondent. */
export function openTrialChange(encryption: Encryption, person: WithKey, trialId: number, sealed: Uint8Array): unknown {
  return unsealJson(keyOf(encryption, person), associatedData(person, trialId), sealed)
}

function keyOf(encryption: Encryption, { anonymousId, keyId, wrappedKey }: WithKey) {
  return encryption.unwrapKey(respondentOwner(anonymousId), keyId, wrappedKey)
}

function associatedData({ anonymousId }: WithKey, trialId: number): string {
  return `respondent:${anonymousId}:rule-trial:${trialId}`
}
