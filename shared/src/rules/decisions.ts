import type { DecidableFlag } from '../words/flags.ts'
import type { DecisionKind } from '../words/decision-kinds.ts'
import { limits } from '../words/limits.ts'
import type { Refusal } from './flags.ts'

/** A decision of a case's history. A history is oldest first here, and its length is the version of the case. */
export interface PastDecision {
  readonly about: DecisionKind
  /** Null takes a force or a check-in back. */
  readonly flag: DecidableFlag | null
  readonly accountId: number
  readonly decidedAt: Date
}

/**
 * What others decided after the version that someone based their decision on; none when they name no version. One's own decisions are no
 * surprise to oneself (shared/spec/contract.md#versions-of-a-case).
 */
export function changesSince<Past extends PastDecision>(history: readonly Past[], basedOn: number | undefined, accountId: number): Past[] {
  return basedOn === undefined ? [] : history.slice(basedOn).filter((past) => past.accountId !== accountId)
}

/**
 * Why a decision is refused; undefined when it is not. What is set already is said as such, whoever set it; otherwise what changed explains
 * more than the rule that it made fail.
 */
export function decisionRefusal(blocker: Refusal | undefined, changes: readonly string[]): Refusal | undefined {
  if (blocker?.[0] === 'ALREADY_SET' || changes.length === 0) return blocker
  return ['CASE_CHANGED', `${changes.join('. ')}. Nothing was saved.`]
}

/** A decision in one sentence without its stop, like 'Ana Alvarez marked the answer “taxesOwed” green'. */
export function decisionText({
  kind,
  identifier,
  flag,
  by,
  before = '',
  after = '',
}: {
  readonly kind: DecisionKind
  readonly identifier?: string | undefined
  readonly flag: DecidableFlag | null
  readonly by: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}): string {
  switch (kind) {
    case 'answer':
      return `${by} marked the answer “${identifier ?? ''}” ${flag ?? ''}`.trim()
    case 'respondent':
      if (flag === 'red') return `${by} marked the respondent fully as red`
      return flag === 'green' ? `${by} marked the respondent green` : `${by} undid the overall decision`
    case 'check-in':
      return `${by} undid the check-in`
    case 'correction':
      return `${by} corrected the answer “${identifier ?? ''}”`
    case 'move':
      return before ? `${by} moved the case from ${before} to ${after}` : `${by} moved the case to another workshop`
    case 'withdrawal':
      return `${by} withdrew the case`
    case 'merge':
      return before ? `${by} merged ${before} into this case` : `${by} merged the case into ${after || 'another one'}`
    case 'return':
      return before ? `${by} separated ${before} from this case` : `${by} put the case back`
  }
}

/** The decisions that were made as one: a red answer that took a force-green back with it counts as two. Empty for an empty history. */
export function newestDecisions<Past extends PastDecision>(history: readonly Past[]): Past[] {
  const [before, last] = [history.at(-2), history.at(-1)]
  if (!last) return []
  const together =
    before?.about === 'answer' &&
    before.flag === 'red' &&
    last.about === 'respondent' &&
    last.flag === null &&
    before.accountId === last.accountId &&
    before.decidedAt.getTime() === last.decidedAt.getTime()
  return before && together ? [before, last] : [last]
}

/** What the rule on undoing needs to know besides the decision itself. */
export interface Undoing {
  readonly byAdmin: boolean
  /** Whether who decided works for the agency that has the case. */
  readonly ofAgency: boolean
  /** When the last message to the respondent was sent. */
  readonly letterSentAt: Date | null
  readonly now: Date
}

/** Why this newest decision cannot be undone; undefined when it can (shared/spec/contract.md#undo). */
export function undoBlocker(decision: PastDecision | undefined, undoing: Undoing): Refusal | undefined {
  if (!decision || decision.about === 'check-in') return ['NOT_FORCED', 'There is no decision to undo.']
  if (undoing.now.getTime() - decision.decidedAt.getTime() > limits.undoMs)
    return ['UNDO_REFUSED', 'It was decided more than 24 hours ago.']
  if (decision.about !== 'answer' && decision.about !== 'respondent')
    return ['UNDO_REFUSED', 'The newest change is no decision: correct, move or put back instead.']
  if (undoing.byAdmin || decision.about === 'answer') return undefined
  if (!undoing.ofAgency || decision.flag === null) return ['UNDO_REFUSED', 'It was not decided by your agency. An admin can undo it.']
  const { letterSentAt } = undoing
  if (letterSentAt && letterSentAt >= decision.decidedAt) return ['UNDO_REFUSED', 'A message went out since. An admin can undo it.']
  return undefined
}
