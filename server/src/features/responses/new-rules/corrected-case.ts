import { currentRespondentFlag, summarizeFlags, type JudgedAnswer } from '@portico/shared/rules/flags'
import type { RequestContext } from '../../../infra/request-context.ts'
import type { StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { record } from '../review/history.ts'
import type { Case } from '../review/open-case.ts'
import { changedPlaces, initialFlags } from '../review/store-correction.ts'
import { findAppliedRules } from './applied-rules.ts'
import { changesByNewRules } from './rules-of-case.ts'

/** What follows from a correction. */
export type CorrectionPlan = Awaited<ReturnType<typeof planCorrection>>

/** Returns what follows for a case if its answers are corrected to these (shared/spec/contract.md#corrections). */
export async function planCorrection(ctx: RequestContext, reviewed: Case, after: readonly StoredAnswer[]) {
  const changed = changedPlaces({ before: reviewed.answers, after })
  const applied = await findAppliedRules(ctx, reviewed.questionnaireId)
  const byRules = await changesByNewRules(ctx, reviewed, applied, { answers: after, changed })
  const judged = after.map((answer, position): JudgedAnswer => {
    const ruled = byRules.find((change) => change.position === position)
    if (ruled) return { ...answer, canBeFlagged: true, overridden: ruled.flag !== answer.initialFlag }
    return changed.includes(position) ? { ...answer, overridden: false } : reviewed.judge(position, answer)
  })
  const { currentRedFlagAnswerCount: reds } = summarizeFlags(judged, null)
  const { initial } = initialFlags(after)
  // A red answer contradicts a force-green, which is therefore withdrawn (shared/spec/contract.md#flags).
  const withdrawsForce = reviewed.forcedFlag === 'green' && reds > 0
  const forced = withdrawsForce ? null : reviewed.forcedFlag
  return {
    after,
    changed,
    byRules,
    judged,
    reds,
    initial,
    withdrawsForce,
    forced,
    current: currentRespondentFlag(initial, reds, forced),
    rulesVersion: applied?.rules.version ?? 0,
  }
}

/** Records that a correction withdraws a force-green. Comes before the correction, so that an undo of what rules then decide does not restore it. */
export async function recordWithdrawnForce(ctx: RequestContext, reviewed: Case, plan: CorrectionPlan, reason: string): Promise<void> {
  if (plan.withdrawsForce) await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
}

/** Returns the case as the correction leaves it, for its update; the overrides of what was corrected are forgotten in both. */
export function correctedCase(reviewed: Case, { after, changed, initial, forced }: CorrectionPlan, sealedContact: Buffer): Case {
  for (const position of changed) reviewed.overridden.delete(position)
  return { ...reviewed, answers: after, sealedContact, initialFlag: initial, forcedFlag: forced }
}
