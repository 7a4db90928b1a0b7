import { changesSince, decisionRefusal, decisionText, isOwn } from '@portico/shared/rules/decisions'
import { greenBlocker, overrideBlocker, redBlocker, type Refusal } from '@portico/shared/rules/flags'
import { isAdmin } from '@portico/shared/rules/accounts'
import type { AnswerOverride, StatusOverride, Withdrawal } from '@portico/shared/contract/responses'
import { limits } from '@portico/shared/words/limits'
import { failures } from '@portico/shared/words/failures'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { answerPosition } from './answer-ids.ts'
import { decisionViewIn, record } from './history.ts'
import { openCase, updateCase, type Case } from './open-case.ts'
import { updateDecidedCase, updateReopenedCase } from '../new-rules/rules-of-case.ts'
import { everyone, type Scope } from '../scope.ts'

/**
 * Overrides the flag of one answer, with a reason. Throws `NOT_FOUND`, `ALREADY_SET`, `CASE_CHANGED`, `INVALID_REQUEST`; at check-in, `NOT_FOUND` for
 * green other than taking back one's own override there, and for anything else on a respondent who is no longer a green dot, and
 * `TOO_MANY_REQUESTS` for red after very many decisions of theirs there (shared/spec/contract.md#versions-of-a-case).
 */
export async function overrideAnswer(
  ctx: RequestContext,
  scope: Scope,
  { answerId, flag, reason, basedOn }: AnswerOverride,
): Promise<Record<string, never>> {
  const { respondentId, position } = answerPosition(answerId)
  const reviewed = await openCase(ctx, scope, { id: respondentId })
  const answer = reviewed.answers[position]
  if (!answer) throw new Failure('NOT_FOUND')
  const blocker = overrideBlocker(reviewed.judge(position, answer), flag)
  const takesBackOwn = flag === 'green' && reviewed.isHeldBackBy(callerOf(ctx).id, position)
  if (!isHidden(ctx, scope, reviewed)) throwIfBlocked(ctx, reviewed, { scope, position, blocker, basedOn })
  else if (!takesBackOwn) throw new Failure('NOT_FOUND')
  if (flag === 'green' && !takesBackOwn && mayOnlyHoldBack(ctx, scope)) throw new Failure('NOT_FOUND')
  if (flag === 'red' && scope.flags && countAtCheckIn(ctx, reviewed) >= limits.overridesAtCheckInMax)
    throw new Failure('TOO_MANY_REQUESTS', undefined, { retryAfter: limits.doorEventAgeMs / 1_000 })
  await record(ctx, reviewed, { about: 'answer', position, flag, reason, isAtCheckIn: scope.flags !== undefined })
  reviewed.overridden.set(position, flag !== answer.initialFlag)
  await updateDecidedCase(ctx, reviewed, reviewed.forcedFlag, { positions: [position], reason })
  return {}
}

// Each stays in the history of the case, and is read with it.
function countAtCheckIn(ctx: RequestContext, { decisions }: Case): number {
  return decisions.filter(({ isAtCheckIn, accountId }) => isAtCheckIn && accountId === callerOf(ctx).id).length
}

/** Marks a respondent green or fully red. Throws `NOT_FOUND`, `ALREADY_SET`, `CASE_CHANGED`, `RED_ANSWERS_REMAIN`, `MARKED_FULLY_RED`, `FORBIDDEN`. */
export async function overrideStatus(
  ctx: RequestContext,
  scope: Scope,
  { respondent, status, basedOn }: StatusOverride,
): Promise<Record<string, never>> {
  // Checked before the lookup, so that the refusal does not reveal who exists.
  if (status.flag === 'green' && isOnlyVolunteer(ctx)) throw new Failure('FORBIDDEN')
  const reviewed = await openCase(ctx, scope, respondent)
  if (isHidden(ctx, scope, reviewed)) throw new Failure('NOT_FOUND')
  const forceable = { current: reviewed.currentFlag, currentRedFlagAnswerCount: reviewed.currentReds, forced: reviewed.forcedFlag }
  const blocker = status.flag === 'green' ? greenBlocker(forceable) : redBlocker(forceable)
  throwIfBlocked(ctx, reviewed, { scope, position: null, blocker, basedOn })
  await record(ctx, reviewed, { about: 'respondent', flag: status.flag, reason: status.flag === 'red' ? status.reason : '' })
  await updateCase(ctx, reviewed, status.flag)
  return {}
}

/** Withdraws a force-red or force-green. Throws `NOT_FOUND`, `NOT_FORCED`, `CASE_CHANGED`. */
export async function withdrawForce(ctx: RequestContext, { respondent, reason, basedOn }: Withdrawal): Promise<Record<string, never>> {
  const scope = await everyone(ctx)
  const reviewed = await openCase(ctx, scope, respondent)
  const blocker: Refusal | undefined = reviewed.forcedFlag === null ? ['NOT_FORCED', failures.NOT_FORCED] : undefined
  throwIfBlocked(ctx, reviewed, { scope, position: null, blocker, basedOn })
  await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
  await updateReopenedCase(ctx, reviewed, null)
  return {}
}

interface DecisionCheck {
  readonly scope: Scope
  /** The position of the answer that is decided on; null: the respondent. */
  readonly position: number | null
  readonly blocker: Refusal | undefined
  readonly basedOn: number | undefined
}

// What others decided since the version in `basedOn` takes precedence over every rule except `ALREADY_SET`.
function throwIfBlocked(ctx: RequestContext, reviewed: Case, { scope, position, blocker, basedOn }: DecisionCheck): void {
  const viewOf = decisionViewIn(ctx, scope, reviewed.decisions)
  const changes = changesSince(reviewed.decisions, basedOn, callerOf(ctx).id).map((past) =>
    decisionText({ ...viewOf(past), kind: past.about, identifier: reviewed.answers[past.position ?? -1]?.identifier }),
  )
  const refusal = decisionRefusal(blocker, changes)
  if (refusal?.[0] === 'ALREADY_SET' && isRepeat(ctx, reviewed, position))
    throw new Failure('ALREADY_SET', `${refusal[1]}: you set it yourself.`)
  if (!refusal) return
  throw mayRead(scope, reviewed) ? new Failure(...refusal) : new Failure(refusal[0])
}

// Recognizes a repeat of one's own decision, such as a retry after a lost response.
function isRepeat(ctx: RequestContext, { decisions }: Case, position: number | null): boolean {
  const about = position === null ? 'respondent' : 'answer'
  const newest = decisions.findLast((decision) => decision.about === about && decision.position === position)
  return newest !== undefined && isOwn(newest, callerOf(ctx).id, decisions)
}

// Whoever turned a green dot red at check-in may take that back, but must not learn what was decided since, not even from which refusal they
// get. Admins may read it elsewhere (shared/spec/access-matrix.md#calls).
function isHidden(ctx: RequestContext, scope: Scope, reviewed: Case): boolean {
  return !mayRead(scope, reviewed) && mayOnlyHoldBack(ctx, scope)
}

// At check-in, callers may only hold respondents back and take that back; admins are not restricted.
function mayOnlyHoldBack(ctx: RequestContext, { flags }: Scope): boolean {
  return flags !== undefined && !isAdmin(callerOf(ctx).roles)
}

function mayRead({ flags }: Scope, { currentFlag }: Case): boolean {
  return !flags || flags.includes(currentFlag)
}

function isOnlyVolunteer(ctx: RequestContext): boolean {
  const { roles } = callerOf(ctx)
  return !isAdmin(roles) && !roles.includes('AGENCY')
}
