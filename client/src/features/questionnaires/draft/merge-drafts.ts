import { isRecord } from './device.ts'
import { isDraftStep, momentsIn, type DraftStep } from './draft-record.ts'

/** Answers and the time of the last change of each, in ms since 1970; a cleared question has a time and no answer. */
export interface TimedAnswers {
  readonly answers: Readonly<Record<string, string>>
  readonly changedAt: Readonly<Record<string, number>>
}

/** What is transferred to another device. */
export interface TransferredDraft extends TimedAnswers {
  /** Name of the questionnaire. */
  readonly name: string
  /** Id of its version; undefined from a device that has not been updated. */
  readonly questionnaireId: number | undefined
  readonly idempotencyKey: string
  readonly place: DraftStep
  /** Secret of the walk-in link that it was begun with. */
  readonly walkIn?: string | undefined
}

/** A question with different answers on two devices. */
export interface Difference {
  readonly identifier: string
  readonly mine: string
  readonly theirs: string
  readonly kept: 'mine' | 'theirs'
}

/** Merges the answers of two devices, keeping the newer answer to each question, and returns the differences. */
export function mergeAnswers(mine: TimedAnswers, theirs: TimedAnswers): TimedAnswers & { readonly differences: readonly Difference[] } {
  const answers: Record<string, string> = {}
  const changedAt: Record<string, number> = {}
  const differences: Difference[] = []
  const identifiers = new Set([mine, theirs].flatMap((one) => [...Object.keys(one.answers), ...Object.keys(one.changedAt)]))
  for (const identifier of identifiers) {
    const [mineAt, theirsAt] = [mine.changedAt[identifier] ?? 0, theirs.changedAt[identifier] ?? 0]
    const kept = theirsAt > mineAt || (theirsAt === mineAt && mine.answers[identifier] === undefined) ? 'theirs' : 'mine'
    const answer = (kept === 'mine' ? mine : theirs).answers[identifier]
    if (answer !== undefined) answers[identifier] = answer
    changedAt[identifier] = Math.max(mineAt, theirsAt)
    const [own, other] = [mine.answers[identifier] ?? '', theirs.answers[identifier] ?? '']
    // No difference to report if one device never saw the question.
    if (own !== other && mineAt > 0 && theirsAt > 0) differences.push({ identifier, mine: own, theirs: other, kept })
  }
  return { answers, changedAt, differences }
}

/** Parses a transferred draft; returns undefined if it is invalid. */
export function parseTransferredDraft(value: Record<string, unknown>): TransferredDraft | undefined {
  const { name, questionnaireId: id, idempotencyKey, place, answers, changedAt, walkIn: secret } = value
  if (typeof name !== 'string' || typeof idempotencyKey !== 'string' || !isDraftStep(place)) return undefined
  const questionnaireId = typeof id === 'number' ? id : undefined
  const walkIn = typeof secret === 'string' ? secret : undefined
  return { name, questionnaireId, walkIn, idempotencyKey, place, answers: textsIn(answers), changedAt: momentsIn(changedAt) }
}

function textsIn(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
