import { trialItem } from '@portico/shared/contract/rule-trials'
import { z } from 'zod'
import { sealJson, unsealJson, type DataKey, type Encryption } from '../../../infra/security/encryption.ts'
import type { SealedRespondent } from '../../../infra/security/sealed-respondent.ts'
import { openTrialChange, sealTrialChange } from '../../../infra/security/sealed/trial-change.ts'

const sealedEntry = z.object({ anonymousId: z.string(), sealed: z.base64() })
const result = z.array(z.union([sealedEntry, trialItem]))

/** An entry of a result: the change is sealed under the respondent's own key, except in results of earlier versions of Portico. */
export type TrialEntry = z.output<typeof result>[number]

/** The changes of new rules for one respondent. */
export type TrialChange = z.output<typeof trialItem>

type Person = SealedRespondent & { readonly wrappedKey: Uint8Array }

/** Returns the entry for a respondent in the result of a trial. */
export function sealEntry(encryption: Encryption, trialId: number, person: Person, change: TrialChange): TrialEntry {
  const sealed = sealTrialChange(encryption, person, trialId, change).toString('base64')
  return { anonymousId: person.anonymousId, sealed }
}

/** Opens the entry for a respondent in the result of a trial. */
export function openEntry(encryption: Encryption, trialId: number, person: Person, entry: TrialEntry): TrialChange {
  if (!('sealed' in entry)) return entry
  return trialItem.parse(openTrialChange(encryption, person, trialId, Buffer.from(entry.sealed, 'base64')))
}

const trialOwner = (id: number) => `rule-trial:${id}`
const trialData = (id: number) => `rule-trial:${id}:result`

// Room for the entries of about 150 respondents.
const paddedTo = 64 * 1024

/** Seals the entries of a trial under a new key; padded, so that the length does not reveal how many of few they are. */
export function sealResult(encryption: Encryption, id: number, entries: readonly TrialEntry[]) {
  const { key, keyId, wrapped }: DataKey = encryption.newDataKey(trialOwner(id))
  return { keyId, wrappedKey: wrapped, sealedResult: sealJson(key, trialData(id), entries, paddedTo) }
}

interface SealedTrial {
  readonly id: number
  readonly keyId: string | null
  readonly wrappedKey: Uint8Array | null
  readonly sealedResult: Uint8Array | null
}

/** Returns the entries of the respondents who would change; empty while the trial is running. */
export function openResult(encryption: Encryption, { id, keyId, wrappedKey, sealedResult }: SealedTrial): TrialEntry[] {
  if (keyId === null || !wrappedKey || !sealedResult) return []
  const key = encryption.unwrapKey(trialOwner(id), keyId, wrappedKey)
  return result.parse(unsealJson(key, trialData(id), sealedResult))
}
