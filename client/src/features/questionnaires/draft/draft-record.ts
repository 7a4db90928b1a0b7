import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { isRecord, readJson } from './device.ts'

/** Where one is: before the first question, at the question of this identifier, at the list of all, or at the review. */
export type DraftStep = 'start' | 'all' | 'review' | `question:${string}`

/** What is being sent, besides the answers; kept so that every attempt sends the same (shared/spec/contract.md#submission). */
export interface Envelope {
  readonly language: string
  readonly workshopName?: string
  /** The answers that go along: the ones asked and given. */
  readonly identifiers: readonly string[]
  /** Somebody under 18 said that a parent or guardian agrees. */
  readonly parentConsent?: true
}

/** What is kept of a draft besides its answers. */
export interface DraftRecord {
  readonly name: string
  /** The version that was begun. */
  readonly questionnaireId: number
  readonly idempotencyKey: string
  readonly place: DraftStep
  /** When it was last changed, in ms since 1970; it is kept for `limits.draftKeptMs` from then. */
  readonly savedAt: number
  /** The identifiers whose answers were changed after one had gone on. */
  readonly changed: readonly string[]
  /** When each answer was last changed, in ms since 1970. */
  readonly changedAt: Readonly<Record<string, number>>
  /** The name under which the answers are on the server on their way to another device. */
  readonly transfer?: string
  /** The language that the questions are read in where they are not written in the reader's. */
  readonly readIn?: string
  /** The secret of the link that somebody at a workshop's door made for this person. */
  readonly walkIn?: string
  /** There while the answers are frozen: from Send until the server has answered. */
  readonly sending?: Envelope
}

/** The place of the question with this identifier. */
export function questionStep(identifier: string): DraftStep {
  return `question:${identifier}`
}

/** The identifier of the question one is at; undefined elsewhere. */
export function identifierAt(place: DraftStep): string | undefined {
  return place.startsWith('question:') ? place.slice('question:'.length) : undefined
}

/** A kept record, or undefined when there is none that can be understood. */
export function readRecord(text: string | undefined): DraftRecord | undefined {
  const value = readJson(text)
  if (!isRecord(value)) return undefined
  const { name, questionnaireId, idempotencyKey, place, savedAt, changed, changedAt, transfer, readIn, walkIn, sending } = value
  if (typeof name !== 'string' || typeof questionnaireId !== 'number' || typeof idempotencyKey !== 'string') return undefined
  return {
    name,
    questionnaireId,
    idempotencyKey,
    place: isDraftStep(place) ? place : 'start',
    // A record of before it was noted is as old as its newest answer.
    savedAt: typeof savedAt === 'number' ? savedAt : Math.max(0, ...Object.values(momentsIn(changedAt))),
    changed: textsIn(changed),
    changedAt: momentsIn(changedAt),
    ...(typeof transfer === 'string' && { transfer }),
    ...(typeof readIn === 'string' && { readIn }),
    ...(typeof walkIn === 'string' && { walkIn }),
    ...(isEnvelope(sending) && { sending }),
  }
}

/** A kept list of identifiers. */
export function readList(text: string | undefined): string[] {
  return textsIn(readJson(text))
}

/** The kept texts of a questionnaire by their language; only those of this version. */
export function readTexts(text: string | undefined, questionnaireId: number): Record<string, Questionnaire> {
  const value = readJson(text)
  const stored = Array.isArray(value) ? value.filter(isQuestionnaire) : []
  return Object.fromEntries(stored.filter((one) => one.id === questionnaireId).map((one) => [one.language, one]))
}

/** Whether this is a questionnaire as the server sends it (shared/spec/contract.md#shared-shapes). */
export function isQuestionnaire(value: unknown): value is Questionnaire {
  return (
    isRecord(value) &&
    typeof value.id === 'number' &&
    typeof value.name === 'string' &&
    typeof value.language === 'string' &&
    Array.isArray(value.languages) &&
    Array.isArray(value.questions) &&
    value.questions.every((question) => isRecord(question) && typeof question.identifier === 'string')
  )
}

/** A record of moments, in ms since 1970. */
export function momentsIn(value: unknown): Record<string, number> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Whether this names a place. */
export function isDraftStep(value: unknown): value is DraftStep {
  return typeof value === 'string' && (['start', 'all', 'review'].includes(value) || value.startsWith('question:'))
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    isRecord(value) &&
    typeof value.language === 'string' &&
    Array.isArray(value.identifiers) &&
    (value.workshopName === undefined || typeof value.workshopName === 'string') &&
    (value.parentConsent === undefined || value.parentConsent === true)
  )
}
