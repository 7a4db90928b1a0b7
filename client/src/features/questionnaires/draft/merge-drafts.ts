import { isRecord } from './device.ts'
import { isDraftStep, momentsIn, type DraftStep } from './draft-record.ts'

/** Answers with the moment each was last changed, in ms since 1970; a question that was cleared has a moment and no answer. */
export interface TimedAnswers {
  readonly answers: Readonly<Record<string, string>>
  readonly changedAt: Readonly<Record<string, number>>
}

/** What goes along to another device. */
export interface CarriedDraft extends TimedAnswers {
  /** The questionnaire. */
  readonly name: string
  readonly idempotencyKey: string
  readonly place: DraftStep
}

/** A question to which two devices have different answers. */
export interface Difference {
  readonly identifier: string
  readonly mine: string
  readonly theirs: string
  readonly kept: 'mine' | 'theirs'
}

/** The answers of two devices that both went on: the newer one to each question; and where they differ. */
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
    // Where one device has never heard of the question, there is nothing to tell.
    if (own !== other && mineAt > 0 && theirsAt > 0) differences.push({ identifier, mine: own, theirs: other, kept })
  }
  return { answers, changedAt, differences }
}

/** A carried draft, or undefined when it cannot be understood. */
export function readCarried(value: Record<string, unknown>): CarriedDraft | undefined {
  const { name, idempotencyKey, place, answers, changedAt } = value
  if (typeof name !== 'string' || typeof idempotencyKey !== 'string' || !isDraftStep(place)) return undefined
  return { name, idempotencyKey, place, answers: textsIn(answers), changedAt: momentsIn(changedAt) }
}

function textsIn(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
