import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { isRecord, readJson } from './device.ts'

/** Where the user is: before the first question, at the question with this identifier, at the list of all, or at the review. */
export type DraftStep = 'start' | 'all' | 'review' | `question:${string}`

/** What is being sent in addition to the answers; stored so that every attempt sends the same (shared/spec/contract.md#submission). */
export interface Envelope {
  readonly language: string
  readonly workshopName?: string
  /** The answers to include: those asked and given. */
  readonly identifiers: readonly string[]
  /** A respondent under 18 has confirmed that a parent or guardian agrees. */
  readonly parentConsent?: true
}

/** What is stored of a draft in addition to its answers. */
export interface DraftRecord {
  readonly name: string
  /** The version that the respondent began with. */
  readonly questionnaireId: number
  readonly idempotencyKey: string
  readonly place: DraftStep
  /** Last change, in ms since 1970; the draft is kept for `limits.draftKeptMs` after it. */
  readonly savedAt: number
  /** Identifiers of answers that were changed on a later visit to their question. */
  readonly changed: readonly string[]
  /** Last change of each answer, in ms since 1970. */
  readonly changedAt: Readonly<Record<string, number>>
  /** Lookup name of the answers on the server while they are transferred to another device. */
  readonly transfer?: string
  /** Language of the questions if they are not available in the user's. */
  readonly readIn?: string
  /** Secret of the walk-in link that was created for this respondent at the door. */
  readonly walkIn?: string
  /** Present while the answers are frozen: from Send until the server has answered. */
  readonly sending?: Envelope
}

/** Returns the step of the question with this identifier. */
export function questionStep(identifier: string): DraftStep {
  return `question:${identifier}`
}

/** Returns the identifier of the current question, or undefined at other steps. */
export function identifierAt(place: DraftStep): string | undefined {
  return place.startsWith('question:') ? place.slice('question:'.length) : undefined
}

/** Parses a stored record; returns undefined if it is missing or invalid. */
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
    // Records from before `savedAt` existed are as old as their newest answer.
    savedAt: typeof savedAt === 'number' ? savedAt : Math.max(0, ...Object.values(momentsIn(changedAt))),
    changed: textsIn(changed),
    changedAt: momentsIn(changedAt),
    ...(typeof transfer === 'string' && { transfer }),
    ...(typeof readIn === 'string' && { readIn }),
    ...(typeof walkIn === 'string' && { walkIn }),
    ...(isEnvelope(sending) && { sending }),
  }
}

/** Parses a stored list of identifiers. */
export function readList(text: string | undefined): string[] {
  return textsIn(readJson(text))
}

/** Parses the stored texts of a questionnaire by language; only those of this version. */
export function readTexts(text: string | undefined, questionnaireId: number): Record<string, Questionnaire> {
  const value = readJson(text)
  const stored = Array.isArray(value) ? value.filter(isQuestionnaire) : []
  return Object.fromEntries(stored.filter((one) => one.id === questionnaireId).map((one) => [one.language, one]))
}

/** Returns whether the value is a questionnaire as the server sends it (shared/spec/contract.md#shared-shapes). */
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

/** Filters a record of timestamps, in ms since 1970. */
export function momentsIn(value: unknown): Record<string, number> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Returns whether the value is a step. */
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
