import { hash, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { readDecision, writeDecision, type Decision } from './sealed/decision-text.ts'
import type { Encryption } from './encryption.ts'
import { contactAssociatedData, respondentOwner, sealJson, sealPadded, unseal, unsealJson } from './sealed/sealing.ts'

export type { Decision } from './sealed/decision-text.ts'

/** The contact data of a respondent. */
export interface Contact {
  readonly fullName: string
  readonly email: string | null
  readonly phoneNumber: string | null
  /** BCP 47 tag; undefined in older responses, where it follows from the answers. */
  readonly contactLanguage?: string | undefined
  /** Whether they stated that a parent consents; undefined for those who were 18 when they answered. */
  readonly parentConsent?: boolean | undefined
}

/** One stored answer. Answers are in question order, unanswered ones with an empty value; the position determines the answerId. */
export interface StoredAnswer {
  readonly identifier: string
  readonly value: string
  readonly canBeFlagged: boolean
  readonly initialFlag: 'red' | 'green'
}

/** The columns needed to open a respondent's sealed data; without a key, the respondent was deleted. */
export interface SealedRespondent {
  readonly anonymousId: string
  readonly keyId: string
  readonly wrappedKey: Uint8Array | null
}

/** The sealed columns of a new respondent. */
export interface SealedColumns {
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly sealedContact: Buffer
  readonly sealedAnswers: Buffer
}

const answersAssociatedData = (anonymousId: string) => `respondent:${anonymousId}:answers`
const assignReasonAssociatedData = (anonymousId: string) => `respondent:${anonymousId}:assign-reason`
const noteAssociatedData = (anonymousId: string, id: number) => `respondent:${anonymousId}:note:${id}`
const replyAssociatedData = (anonymousId: string, id: number) => `respondent:${anonymousId}:text-reply:${id}`
const requestAssociatedData = (anonymousId: string) => `respondent:${anonymousId}:privacy-request`
const decisionAssociatedData = (anonymousId: string, id: number) => `respondent:${anonymousId}:decision:${id}`

/**
 * The questions of a published version that take an answer, in order; they say what each position in a list of answers is about. They are
 * stored with the version, not with each respondent; the fingerprint ensures that answers are never read as those of other questions.
 */
export interface AnswerPlaces {
  readonly questions: readonly Pick<StoredAnswer, 'identifier' | 'canBeFlagged'>[]
  readonly fingerprint: string
}

const fingerprintLength = 16

/** Returns the places of these questions. */
export function answerPlaces(questions: AnswerPlaces['questions']): AnswerPlaces {
  const order = JSON.stringify(questions.map(({ identifier, canBeFlagged }) => [identifier, canBeFlagged]))
  return { questions, fingerprint: hash('sha256', order, 'base64url').slice(0, fingerprintLength) }
}

/** Seals a respondent's contact data and answers, one for each place, under a new key. */
export function sealRespondent(
  encryption: Encryption,
  anonymousId: string,
  contact: Contact,
  { places, answers }: { readonly places: AnswerPlaces; readonly answers: readonly Pick<StoredAnswer, 'value' | 'initialFlag'>[] },
): SealedColumns {
  if (answers.length !== places.questions.length) throw new Error('There has to be one answer for each place')
  const { key, keyId, wrapped } = encryption.newDataKey(respondentOwner(anonymousId))
  return {
    keyId,
    wrappedKey: wrapped,
    sealedContact: sealJson(key, contactAssociatedData(anonymousId), contact),
    sealedAnswers: sealPadded(key, answersAssociatedData(anonymousId), writeAnswers(places, answers), 512),
  }
}

// Fingerprint, red places and values, each ended by the one character that no answer can contain. The older format, which includes the
// identifiers, is JSON and is recognized by its first character.
const separator = '\0'

function writeAnswers({ fingerprint }: AnswerPlaces, answers: readonly Pick<StoredAnswer, 'value' | 'initialFlag'>[]): string {
  const reds = answers.flatMap(({ initialFlag }, place) => (initialFlag === 'red' ? place : []))
  return [fingerprint, reds.join(' '), ...answers.map(({ value }) => value), ''].join(separator)
}

function readAnswers({ questions, fingerprint }: AnswerPlaces, text: string): StoredAnswer[] {
  if (text.startsWith('[')) return readOlderAnswers(text)
  const [written, redPlaces, ...values] = text.split(separator)
  if (written !== fingerprint) throw new Error('These answers are of other questions')
  const reds = new Set(redPlaces?.split(' '))
  return questions.map(({ identifier, canBeFlagged }, place) => ({
    identifier,
    value: values[place] ?? '',
    canBeFlagged,
    initialFlag: reds.has(String(place)) ? 'red' : 'green',
  }))
}

function readOlderAnswers(json: string): StoredAnswer[] {
  // The seal authenticates the content; validating its shape again would cost a third of an export.
  const triples = JSON.parse(json) as [string, string, string][]
  return triples.map(([identifier, value, flag]) => ({
    identifier,
    value,
    canBeFlagged: flag !== '-',
    initialFlag: flag === 'r' ? 'red' : 'green',
  }))
}

/** Seals changed answers, one for each place, under the respondent's existing key. */
export function sealAnswers(
  encryption: Encryption,
  person: SealedRespondent,
  places: AnswerPlaces,
  answers: readonly Pick<StoredAnswer, 'value' | 'initialFlag'>[],
): Buffer {
  if (answers.length !== places.questions.length) throw new Error('There has to be one answer for each place')
  const text = writeAnswers(places, answers)
  return sealPadded(requireKey(encryption, person), answersAssociatedData(person.anonymousId), text, 512)
}

/** Seals changed contact data under the respondent's existing key. */
export function sealContact(encryption: Encryption, person: SealedRespondent, contact: Contact): Buffer {
  return sealJson(requireKey(encryption, person), contactAssociatedData(person.anonymousId), contact)
}

const emptyContact: Contact = { fullName: '', email: null, phoneNumber: null }

/** Opens a respondent's contact data; empty if the respondent was deleted. */
export function openContact(encryption: Encryption, person: SealedRespondent & { readonly sealedContact: Uint8Array }): Contact {
  const key = keyOf(encryption, person)
  return readContact(key ? unseal(key, contactAssociatedData(person.anonymousId), person.sealedContact).toString() : null)
}

/** Parses unsealed contact data; null stands for a deleted respondent. */
export function readContact(text: string | null): Contact {
  // The seal authenticates the content.
  return text === null ? { ...emptyContact } : (JSON.parse(text) as Contact)
}

/** Opens a respondent's answers to the questions in these places; empty if the respondent was deleted. */
export function openAnswers(
  encryption: Encryption,
  person: SealedRespondent & { readonly sealedAnswers: Uint8Array },
  places: AnswerPlaces,
): StoredAnswer[] {
  const key = keyOf(encryption, person)
  return key ? readAnswers(places, unseal(key, answersAssociatedData(person.anonymousId), person.sealedAnswers).toString()) : []
}

/** Seals a decision on a respondent, for the row with this id; its length reveals neither the decision nor whether a reason was given. */
export function sealDecision(encryption: Encryption, person: SealedRespondent, id: number, decision: Decision): Buffer {
  const key = requireKey(encryption, person)
  return sealPadded(key, decisionAssociatedData(person.anonymousId, id), writeDecision(decision))
}

/** Opens the decisions on one respondent, in the given order; empty if the respondent was deleted. */
export function openDecisions<Row extends { readonly id: number; readonly sealed: Uint8Array }>(
  encryption: Encryption,
  person: SealedRespondent,
  rows: readonly Row[],
): (Row & Decision)[] {
  const key = rows.length > 0 ? keyOf(encryption, person) : undefined
  if (!key) return []
  return rows.map((row) => {
    const text = unseal(key, decisionAssociatedData(person.anonymousId, row.id), row.sealed).toString()
    const decision = readDecision(text)
    if (!decision) throw new Error(`Decision ${row.id} is about nothing that is known`)
    return { ...row, ...decision }
  })
}

/** Seals a note on a respondent, for the row with this id. */
export function sealNote(encryption: Encryption, person: SealedRespondent, id: number, text: string): Buffer {
  return sealJson(requireKey(encryption, person), noteAssociatedData(person.anonymousId, id), text)
}

/** Opens the notes on one respondent, in the given order; empty if the respondent was deleted. */
export function openNotes<Row extends SealedRow>(
  encryption: Encryption,
  person: SealedRespondent,
  rows: readonly Row[],
): (Row & { readonly text: string })[] {
  const open = opener(encryption, person, noteAssociatedData, z.string())
  return open ? rows.map((row) => ({ ...row, text: open(row) })) : []
}

const reply = z.object({ text: z.string(), attachments: z.int() })
/** A respondent's reply by text message; `attachments`: the number of pictures sent with it, which are not stored. */
export type Reply = z.output<typeof reply>

/** Seals a respondent's reply, for the row with this id. */
export function sealReply(encryption: Encryption, person: SealedRespondent, id: number, said: Reply): Buffer {
  return sealJson(requireKey(encryption, person), replyAssociatedData(person.anonymousId, id), said)
}

/** Opens the replies of one respondent, in the given order; empty if the respondent was deleted. */
export function openReplies<Row extends SealedRow>(
  encryption: Encryption,
  person: SealedRespondent,
  rows: readonly Row[],
): (Row & Reply)[] {
  const open = opener(encryption, person, replyAssociatedData, reply)
  return open ? rows.map((row) => ({ ...row, ...open(row) })) : []
}

interface SealedRow {
  readonly id: number
  readonly sealed: Uint8Array
}

function opener<Content>(
  encryption: Encryption,
  person: SealedRespondent,
  associatedData: (anonymousId: string, id: number) => string,
  schema: z.ZodType<Content>,
): ((row: SealedRow) => Content) | undefined {
  const key = keyOf(encryption, person)
  return key && (({ id, sealed }) => schema.parse(unsealJson(key, associatedData(person.anonymousId, id), sealed)))
}

/** Seals a respondent's request for a correction. */
export function sealRequest(encryption: Encryption, person: SealedRespondent, text: string): Buffer {
  return sealJson(requireKey(encryption, person), requestAssociatedData(person.anonymousId), text)
}

/** Opens a respondent's request for a correction; null if the respondent was deleted. */
export function openRequest(encryption: Encryption, person: SealedRespondent, sealed: Uint8Array): string | null {
  const key = keyOf(encryption, person)
  return key ? z.string().parse(unsealJson(key, requestAssociatedData(person.anonymousId), sealed)) : null
}

/** Seals the reason for assigning a respondent's case to its agency; null if the respondent was deleted. */
export function sealAssignReason(encryption: Encryption, person: SealedRespondent, reason: string): Buffer | null {
  const key = keyOf(encryption, person)
  return key ? sealPadded(key, assignReasonAssociatedData(person.anonymousId), reason) : null
}

/** Opens the reason for assigning a respondent's case to its agency; null if none was given, or the respondent was deleted. */
export function openAssignReason(
  encryption: Encryption,
  person: SealedRespondent & { readonly sealedAssignReason: Uint8Array | null },
): string | null {
  const key = person.sealedAssignReason && keyOf(encryption, person)
  return key ? unseal(key, assignReasonAssociatedData(person.anonymousId), person.sealedAssignReason).toString().trimEnd() : null
}

/** Opens the reason of an old decision, from when only reasons were sealed; undefined if the respondent was deleted. */
export function openReason(encryption: Encryption, person: SealedRespondent, sealed: Uint8Array): string | undefined {
  const key = keyOf(encryption, person)
  return key && unseal(key, `respondent:${person.anonymousId}:reason`, sealed).toString()
}

function requireKey(encryption: Encryption, person: SealedRespondent): KeyObject {
  const key = keyOf(encryption, person)
  if (!key) throw new Error('This respondent was deleted')
  return key
}

function keyOf(encryption: Encryption, { anonymousId, keyId, wrappedKey }: SealedRespondent): KeyObject | undefined {
  return wrappedKey ? encryption.unwrapKey(respondentOwner(anonymousId), keyId, wrappedKey) : undefined
}

/** Returns the normalized form in which an e-mail address is looked up. */
export function emailForm(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/**
 * Returns the mailbox of an e-mail address, by which respondents are found and their e-mails counted: the label after a `+` is arbitrary,
 * and Gmail ignores dots.
 */
export function mailboxForm(email: string): string {
  const [, name = '', domain = ''] = /^([^+]+)(?:\+.*)?@([^@]*)$/s.exec(emailForm(email)) ?? ['', emailForm(email)]
  if (domain === '') return name
  return ['gmail.com', 'googlemail.com'].includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Returns the form in which a telephone number is looked up: its digits. */
export function phoneForm(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}
