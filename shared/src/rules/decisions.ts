import type { DecidableFlag } from '../words/flags.ts'
import type { DecisionKind } from '../words/decision-kinds.ts'
import { limits } from '../words/limits.ts'
import type { Refusal } from './flags.ts'

/** A decision in the history of a case. A history is oldest first here, and its length is the version of the case. */
export interface PastDecision {
  readonly about: DecisionKind
  /** Null revokes a force or a check-in; of a correction, what is kept of a person’s decision. */
  readonly flag: DecidableFlag | null
  readonly accountId: number
  readonly decidedAt: Date
  /** Set if rules decided on the answer, not a person. */
  readonly rulesVersion?: number | undefined
  /** Set if it restores what held for the answer before the decision that it undoes. */
  readonly isUndo?: boolean | undefined
}

/**
 * Returns what others decided after the version that someone based their decision on; empty if they name no version. One's own decisions
 * are excluded (shared/spec/contract.md#versions-of-a-case).
 */
export function changesSince<Past extends PastDecision>(history: readonly Past[], basedOn: number | undefined, accountId: number): Past[] {
  return basedOn === undefined ? [] : history.slice(basedOn).filter((past) => !isOwn(past, accountId, history))
}

/**
 * Whether this account made a decision of this history itself, or rules did because of one that it made at that moment. Rules that are
 * applied decide in the name of the admin who applied them, without their seeing the case.
 */
export function isOwn(past: PastDecision, byAccountId: number, history: readonly PastDecision[]): boolean {
  const isMade = ({ rulesVersion, isUndo }: PastDecision) => rulesVersion === undefined || isUndo === true
  return past.accountId === byAccountId && (isMade(past) || history.some((other) => isMade(other) && isSameAction(other, past)))
}

/**
 * Returns why a decision is refused; undefined if it is not. `ALREADY_SET` takes precedence, whoever set it; otherwise the changes by
 * others explain more than the rule that fails because of them.
 */
export function decisionRefusal(blocker: Refusal | undefined, changes: readonly string[]): Refusal | undefined {
  if (blocker?.[0] === 'ALREADY_SET' || changes.length === 0) return blocker
  return ['CASE_CHANGED', `${changes.join('. ')}. Nothing was saved.`]
}

/** Describes a decision in one sentence without a period, such as 'Ana Alvarez marked the answer “taxesOwed” green'. */
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
      return flag
        ? `${by} corrected another answer, and “${identifier ?? ''}” stays ${flag}`
        : `${by} corrected the answer “${identifier ?? ''}”`
    case 'move':
      return before ? `${by} moved the case from ${before} to ${after}` : `${by} moved the case to another workshop`
    case 'withdrawal':
      return `${by} withdrew the case`
    case 'merge':
      if (before) return `${by} merged ${before} into this case`
      return after ? `${by} merged the case into ${after}` : `${by} merged the case with another one`
    case 'return':
      return before ? `${by} separated ${before} from this case` : `${by} put the case back`
  }
}

/**
 * Returns the decisions that were made together, and are undone together: a red answer with the force-green that it revoked, a decision on
 * the respondent with what its undo restored on answers, and either of them, or a decision on an answer, with what rules decided because of
 * it. Empty for an empty history.
 */
export function newestDecisions<Past extends PastDecision>(history: readonly Past[]): Past[] {
  const [before, last] = [history.at(-2), history.at(-1)]
  if (!last) return []
  // Rules may decide on behalf of somebody else, the admin who applied them.
  const causes = history.slice(0, history.findLastIndex((past) => !(isSameMoment(past, last) && isByRules(past))) + 1)
  const cause = causes.at(-1)
  if (cause && causes.length < history.length && isSameMoment(cause, last) && isDecision(cause))
    return [...newestDecisions(causes), ...history.slice(causes.length)]
  if (before && isSameAction(before, last) && isRed(before) && last.about === 'respondent' && last.flag === null) return [before, last]
  const first = history.findLastIndex((past) => !(isSameAction(past, last) && isRestored(past)))
  const force = history[first]
  return force && isSameAction(force, last) && force.about === 'respondent' ? history.slice(first) : [last]
}

function isSameAction(one: PastDecision, other: PastDecision): boolean {
  return one.accountId === other.accountId && isSameMoment(one, other)
}

function isSameMoment(one: PastDecision, other: PastDecision): boolean {
  return one.decidedAt.getTime() === other.decidedAt.getTime()
}

function isDecision({ about }: PastDecision): boolean {
  return about === 'answer' || about === 'respondent'
}

// What an undo restored is a decision of whoever undid.
function isByRules({ about, rulesVersion, isUndo = false }: PastDecision): boolean {
  return about === 'answer' && rulesVersion !== undefined && !isUndo
}

function isRed({ about, flag }: PastDecision): boolean {
  return about === 'answer' && flag === 'red'
}

function isRestored({ about, isUndo = false }: PastDecision): boolean {
  return about === 'answer' && isUndo
}

/** What the undo rule needs besides the decision itself. */
export interface Undoing {
  readonly byAdmin: boolean
  /** Whether the person who decided works for the agency that has the case. */
  readonly ofAgency: boolean
  /** When the last message was sent to the respondent. */
  readonly letterSentAt: Date | null
  readonly now: Date
}

/** Returns why this newest decision cannot be undone; undefined if it can (shared/spec/contract.md#undo). */
export function undoBlocker(decision: PastDecision | undefined, undoing: Undoing): Refusal | undefined {
  if (!decision || decision.about === 'check-in') return ['NOT_FORCED', 'There is no decision to undo.']
  if (undoing.now.getTime() - decision.decidedAt.getTime() > limits.undoMs)
    return ['UNDO_REFUSED', 'It was decided more than 24 hours ago.']
  if (decision.about !== 'answer' && decision.about !== 'respondent')
    return ['UNDO_REFUSED', 'The newest change is no decision: correct, move or put back instead.']
  if (undoing.byAdmin) return undefined
  // Only admins apply rules. An undo that restored what rules had decided is a decision of whoever undid.
  if (decision.rulesVersion !== undefined && !decision.isUndo) return ['UNDO_REFUSED', 'Rules decided it. An admin can undo it.']
  if (decision.about === 'answer') return undefined
  if (!undoing.ofAgency || decision.flag === null) return ['UNDO_REFUSED', 'It was not decided by your agency. An admin can undo it.']
  const { letterSentAt } = undoing
  if (letterSentAt && letterSentAt >= decision.decidedAt) return ['UNDO_REFUSED', 'A message went out since. An admin can undo it.']
  return undefined
}
