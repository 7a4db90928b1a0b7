import { isWelcome } from '@portico/shared/rules/flags'
import type { FlagChange } from '@portico/shared/rules/new-rules'
import type { RequestContext } from '../../../infra/request-context.ts'
import { findPublished, findVersion } from '../../questionnaires/definitions.ts'
import { record } from '../review/history.ts'
import { openCase, updateCase, type Case } from '../review/open-case.ts'
import { everyone } from '../scope.ts'
import { changesBy, withHeldDecisions } from './open-case-changes.ts'

/**
 * Returns what the new rules last applied to a case change in its answers (shared/spec/questionnaire-files.md#new-rules-for-open-cases),
 * since the answered version may lack these rules. Decisions on the `corrected` positions no longer count.
 */
export async function changesByLastRules(
  ctx: RequestContext,
  { questionnaireId, decisions, answers, submittedOn }: Pick<Case, 'questionnaireId' | 'decisions' | 'answers' | 'submittedOn'>,
  corrected: readonly number[] = [],
): Promise<FlagChange[]> {
  const version = decisions.findLast(({ rulesVersion }) => rulesVersion !== undefined)?.rulesVersion
  const answered = version === undefined ? undefined : await findPublished(ctx, questionnaireId)
  const rules = answered && version !== undefined ? await findVersion(ctx, answered.name, version) : undefined
  if (!rules) return []
  const validDecisions = decisions.filter(({ position }) => position === null || !corrected.includes(position))
  return changesBy(rules, withHeldDecisions(answers, validDecisions), submittedOn)
}

/** Applies the changes of new rules to a case: records them as decisions and counts them from now on. */
export async function applyRuleChanges(ctx: RequestContext, reviewed: Case, changes: readonly FlagChange[]): Promise<void> {
  for (const { position, flag, reason, rulesVersion } of changes) {
    await record(ctx, reviewed, { about: 'answer', position, flag, reason, rulesVersion })
    reviewed.overridden.set(position, flag !== reviewed.answers[position]?.initialFlag)
  }
}

/**
 * Settles a case whose contact data, and the answers behind it, were corrected. A respondent who was already welcome is invited only if
 * their messages now go to another address: one from an earlier system, or who is green by new rules, gets no invitation because of a
 * corrected name.
 */
export async function updateCorrectedCase(
  ctx: RequestContext,
  who: { readonly id: number },
  { reason, hasNewAddress }: { readonly reason: string; readonly hasNewAddress: boolean },
): Promise<void> {
  const reviewed = await openCase(ctx, await everyone(ctx), who)
  await applyRuleChanges(ctx, reviewed, await changesByLastRules(ctx, reviewed))
  await updateCase(ctx, reviewed, reviewed.forcedFlag, {
    reason,
    withoutInvitation: isWelcome(reviewed.currentFlag) && !hasNewAddress,
  })
}
