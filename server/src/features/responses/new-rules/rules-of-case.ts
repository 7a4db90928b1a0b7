import { isWelcome, summarizeFlags } from '@portico/shared/rules/flags'
import { lastRulesIn, type FlagChange } from '@portico/shared/rules/new-rules'
import type { RequestContext } from '../../../infra/request-context.ts'
import { findPublished, findVersion } from '../../questionnaires/definitions.ts'
import { record } from '../review/history.ts'
import { openCase, settle, type Case } from '../review/open-case.ts'
import { everyone } from '../scope.ts'
import { changesBy, standing } from './open-case-changes.ts'

/**
 * What the new rules that a case was given last change of its answers (shared/spec/questionnaire-files.md#new-rules-for-open-cases): the version that was
 * answered may know nothing of what is red by now. What was decided on the `corrected` places stands no more.
 */
export async function changesByLastRules(
  ctx: RequestContext,
  { questionnaireId, decisions, answers, submittedOn }: Pick<Case, 'questionnaireId' | 'decisions' | 'answers' | 'submittedOn'>,
  corrected: readonly number[] = [],
): Promise<FlagChange[]> {
  const version = lastRulesIn(decisions.filter(({ about }) => about === 'answer').map(({ reason }) => reason))
  const answered = version === undefined ? undefined : await findPublished(ctx, questionnaireId)
  const rules = answered && version !== undefined ? await findVersion(ctx, answered.name, version) : undefined
  if (!rules) return []
  const stillStanding = decisions.filter(({ position }) => position === null || !corrected.includes(position))
  return changesBy(rules, standing(answers, stillStanding), submittedOn)
}

/** Gives a case what new rules change of it: recorded as decisions, and counted from now on. */
export async function followRules(ctx: RequestContext, reviewed: Case, changes: readonly FlagChange[]): Promise<void> {
  for (const { position, flag, reason } of changes) {
    await record(ctx, reviewed, { about: 'answer', position, flag, reason })
    reviewed.overridden.set(position, flag !== reviewed.answers[position]?.initialFlag)
  }
}

/**
 * What follows for a case whose contact data was corrected, with the answers that it came from. Who was welcome before is invited only where their
 * messages go elsewhere now: who came from an earlier system, or is green by new rules, is sent nothing because of a name.
 */
export async function settleCorrected(
  ctx: RequestContext,
  who: { readonly id: number },
  { reason, hasNewAddress }: { readonly reason: string; readonly hasNewAddress: boolean },
): Promise<void> {
  const reviewed = await openCase(ctx, await everyone(ctx), who)
  await followRules(ctx, reviewed, await changesByLastRules(ctx, reviewed))
  const judged = reviewed.answers.map((answer, position) => reviewed.judge(position, answer))
  const takenBack = reviewed.forcedFlag === 'green' && summarizeFlags(judged, null).currentRedFlagAnswerCount > 0
  if (takenBack) await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
  await settle(ctx, reviewed, takenBack ? null : reviewed.forcedFlag, { uninvited: isWelcome(reviewed.currentFlag) && !hasNewAddress })
}
