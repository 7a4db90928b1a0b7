import { newestDecisions, undoBlocker } from '@portico/shared/rules/decisions'
import { isAdmin } from '@portico/shared/rules/accounts'
import type { Refusal } from '@portico/shared/rules/flags'
import { undoneReason } from '@portico/shared/words/rules-reason'
import type { Undoing } from '@portico/shared/contract/responses'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { lockInvitations, messagesOnAttending } from '../../messages/outbox.ts'
import { keepsDecision, record, type decisionsOf } from './history.ts'
import { updateDecidedCase, updateReopenedCase } from '../new-rules/rules-of-case.ts'
import { openCase, type Case } from './open-case.ts'
import type { Scope } from '../scope.ts'

type PastDecision = Awaited<ReturnType<typeof decisionsOf>>[number]

/**
 * Returns why the caller cannot undo the newest decision of this history, oldest first; undefined if they can
 * (shared/spec/contract.md#undo).
 */
export async function undoRefusal(
  ctx: RequestContext,
  person: { readonly id: number; readonly agencyId: number | null },
  history: readonly PastDecision[],
): Promise<Refusal | undefined> {
  const [newest] = newestDecisions(history)
  const known = { byAdmin: isAdmin(callerOf(ctx).roles), now: ctx.now }
  // The database is queried only if the result depends on it.
  const early = undoBlocker(newest, { ...known, ofAgency: true, letterSentAt: null })
  if (early || !newest || newest.about !== 'respondent' || known.byAdmin) return early
  const [invitation, membership] = await Promise.all([
    ctx.db
      .selectFrom('message')
      .select((select) => select.fn.max(select.fn.coalesce('sentAt', 'handedOverAt')).as('sentAt'))
      .where('respondentId', '=', person.id)
      .where('kind', 'in', messagesOnAttending)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('agency_member')
      .select('agencyId')
      .where('accountId', '=', newest.accountId)
      .where('agencyId', '=', person.agencyId)
      .executeTakeFirst(),
  ])
  return undoBlocker(newest, { ...known, ofAgency: membership !== undefined, letterSentAt: invitation?.sentAt ?? null })
}

/**
 * Undoes the newest decision on a case: restores the state before it and keeps both in the history. Throws `NOT_FOUND`, `NOT_FORCED` if
 * nothing was decided, `CASE_CHANGED` if something was decided since, `UNDO_REFUSED`.
 */
export async function undoDecision(ctx: RequestContext, scope: Scope, { respondent, version }: Undoing): Promise<Record<string, never>> {
  const reviewed = await openCase(ctx, scope, respondent)
  if (reviewed.decisions.length !== version) throw new Failure('CASE_CHANGED')
  const isInvitationSending = !(await lockInvitations(ctx, reviewed.id))
  const refusal = await undoRefusal(ctx, reviewed, reviewed.decisions)
  if (refusal) throw new Failure(...refusal)
  const undone = newestDecisions(reviewed.decisions)
  const isForceUndone = undone.some(({ about }) => about === 'respondent')
  if (isInvitationSending && !isAdmin(callerOf(ctx).roles) && isForceUndone)
    throw new Failure('UNDO_REFUSED', 'A message is going out at this moment. Try again in a minute.')
  const before = reviewed.decisions.slice(0, -undone.length)
  const earlierOf = ({ about, position }: Pick<PastDecision, 'about' | 'position'>) =>
    before.findLast((decision) => isAbout(decision, about) && decision.position === position)
  let { forcedFlag } = reviewed
  for (const decision of undone) if (decision.about === 'respondent') forcedFlag = await restoreForce(ctx, reviewed, earlierOf(decision))
  const isReopened = reviewed.forcedFlag !== null && forcedFlag === null
  const positions = positionsOf(undone)
  for (const position of positions) {
    const earlier = earlierOf({ about: 'answer', position })
    // What rules had decided is not restored where they judge the case anew.
    if (isReopened && earlier?.rulesVersion !== undefined) continue
    await restoreAnswer(ctx, reviewed, position, earlier)
  }
  const undoneRules = positionsOf(undone.filter(({ rulesVersion, isUndo }) => rulesVersion !== undefined && !isUndo))
  if (isReopened) await updateReopenedCase(ctx, reviewed, forcedFlag)
  else await updateDecidedCase(ctx, reviewed, forcedFlag, { positions, undoneRules })
  return {}
}

function positionsOf(decisions: readonly PastDecision[]): number[] {
  return [...new Set(decisions.flatMap(({ position }) => position ?? []))]
}

// A correction replaces the answer: earlier decisions were about another one.
function isAbout(earlier: PastDecision, about: PastDecision['about']): boolean {
  return earlier.about === about || (about === 'answer' && earlier.about === 'correction' && !keepsDecision(earlier))
}

// Records the previous decision again as the newest, with its original reason.
async function restoreForce(ctx: RequestContext, reviewed: Case, earlier: PastDecision | undefined): Promise<Case['forcedFlag']> {
  const flag = earlier?.flag ?? null
  await record(ctx, reviewed, { about: 'respondent', flag, reason: flag === null ? undoneReason : (earlier?.reason ?? '') })
  return flag
}

async function restoreAnswer(ctx: RequestContext, reviewed: Case, position: number, earlier: PastDecision | undefined): Promise<void> {
  const answer = reviewed.answers[position]
  if (!answer) throw new Error('A decision on an answer names no answer')
  const flag = earlier?.flag ?? answer.initialFlag
  const overridden = flag !== answer.initialFlag
  const { rulesVersion, calculations } = earlier ?? {}
  const reason = earlier && (overridden || rulesVersion !== undefined) ? earlier.reason : undoneReason
  await record(ctx, reviewed, { about: 'answer', position, flag, reason, rulesVersion, calculations, isUndo: true })
  reviewed.overridden.set(position, overridden)
}
