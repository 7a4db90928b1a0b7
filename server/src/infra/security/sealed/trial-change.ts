import { seal, unseal, type Encryption } from '../encryption.ts'
import { padded, type SealedRespondent } from '../sealed-respondent.ts'
import { respondentOwner } from './sealing.ts'

type WithKey = SealedRespondent & { readonly wrappedKey: Uint8Array }

/** Seals what a trial of rules found about a respondent under their own key, so that it is deleted with them. */
export function sealTrialChange(encryption: Encryption, person: WithKey, trialId: number, text: string): Buffer {
  return seal(keyOf(encryption, person), associatedData(person, trialId), padded(text, 256))
}

/** Opens what a trial of rules found about a respondent. */
export function openTrialChange(encryption: Encryption, person: WithKey, trialId: number, sealed: Uint8Array): string {
  return unseal(keyOf(encryption, person), associatedData(person, trialId), sealed).toString()
}

function keyOf(encryption: Encryption, { anonymousId, keyId, wrappedKey }: WithKey) {
  return encryption.unwrapKey(respondentOwner(anonymousId), keyId, wrappedKey)
}

function associatedData({ anonymousId }: WithKey, trialId: number): string {
  return `respondent:${anonymousId}:rule-trial:${trialId}`
}
