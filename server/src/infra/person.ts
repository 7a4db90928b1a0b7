import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { seal, unseal, type Vault } from './vault.ts'

/** How to reach a respondent. */
export interface Contact {
  readonly fullName: string
  readonly email: string | null
  readonly phoneNumber: string | null
}

/** One answer as it is kept: in question order, unanswered ones with an empty value; its place in the list makes its answerId. */
export interface StoredAnswer {
  readonly identifier: string
  readonly value: string
  readonly canBeFlagged: boolean
  readonly initialFlag: 'red' | 'green'
}

/** The columns of a respondent that sealed data is opened with; no key: the person was deleted. */
export interface SealedPerson {
  readonly anonymousId: string
  readonly keyId: string
  readonly wrappedKey: Uint8Array | null
}

/** The sealed columns of a new respondent. */
export interface PersonColumns {
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly sealedContact: Buffer
  readonly sealedAnswers: Buffer
}

const contact = z.object({ fullName: z.string(), email: z.string().nullable(), phoneNumber: z.string().nullable() })

const contactPlace = (anonymousId: string) => `respondent:${anonymousId}:contact`
const answersPlace = (anonymousId: string) => `respondent:${anonymousId}:answers`
const reasonPlace = (anonymousId: string) => `respondent:${anonymousId}:reason`

/** Seals a respondent's contact data and answers under a new key of their own. */
export function sealPerson(vault: Vault, anonymousId: string, who: Contact, given: readonly StoredAnswer[]): PersonColumns {
  const { key, keyId, wrapped } = vault.newPersonKey(`respondent:${anonymousId}`)
  const compact = given.map(({ identifier, value, canBeFlagged, initialFlag }) => [identifier, value, canBeFlagged ? initialFlag[0] : '-'])
  return {
    keyId,
    wrappedKey: wrapped,
    sealedContact: seal(key, contactPlace(anonymousId), JSON.stringify(who)),
    sealedAnswers: seal(key, answersPlace(anonymousId), JSON.stringify(compact)),
  }
}

const deleted: Contact = { fullName: '', email: null, phoneNumber: null }

/** A respondent's contact data; empty for somebody who was deleted. */
export function openContact(vault: Vault, person: SealedPerson & { readonly sealedContact: Uint8Array }): Contact {
  const key = keyOf(vault, person)
  return key ? contact.parse(JSON.parse(unseal(key, contactPlace(person.anonymousId), person.sealedContact).toString())) : deleted
}

/** A respondent's answers in question order; none for somebody who was deleted. */
export function openAnswers(vault: Vault, person: SealedPerson & { readonly sealedAnswers: Uint8Array }): StoredAnswer[] {
  const key = keyOf(vault, person)
  if (!key) return []
  // The seal vouches for what is inside: checking its shape again would cost a third of an export.
  const compact = JSON.parse(unseal(key, answersPlace(person.anonymousId), person.sealedAnswers).toString()) as [string, string, string][]
  return compact.map(([identifier, value, flag]) => ({
    identifier,
    value,
    canBeFlagged: flag !== '-',
    initialFlag: flag === 'r' ? 'red' : 'green',
  }))
}

/** Seals what a reviewer wrote about a respondent, which often repeats an answer. */
export function sealReason(vault: Vault, person: SealedPerson, reason: string): Buffer {
  const key = keyOf(vault, person)
  if (!key) throw new Error('This respondent was deleted')
  return seal(key, reasonPlace(person.anonymousId), reason)
}

/** What a reviewer wrote; empty for a respondent who was deleted. */
export function openReason(vault: Vault, person: SealedPerson, sealed: Uint8Array): string {
  const key = keyOf(vault, person)
  return key ? unseal(key, reasonPlace(person.anonymousId), sealed).toString() : ''
}

function keyOf(vault: Vault, { anonymousId, keyId, wrappedKey }: SealedPerson): KeyObject | undefined {
  return wrappedKey ? vault.openKey(`respondent:${anonymousId}`, keyId, wrappedKey) : undefined
}

/** The form in which an e-mail address is looked up. */
export function emailForm(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** The form in which a telephone number is looked up: its digits. */
export function phoneForm(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}
