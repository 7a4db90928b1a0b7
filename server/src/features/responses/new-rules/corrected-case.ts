import { currentRespondentFlag, summarizeFlags, type JudgedAnswer } from '@portico/shared/rules/flags'
import type { RequestContext } from '../../../infra/request-context.ts'
import type { StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { record } from '../review/history.ts'
import type { Case } from '../review/open-case.ts'
import { initialFlags, type CorrectedAnswer } from '../review/store-correction.ts'
import { findAppliedRules } from './applied-rules.ts'
import { heldDecision } from './held-decisions.ts'
import { changesByNewRules } from './rules-of-case.ts'

/** What follows from a correction. */
export type CorrectionPlan = Awaited<ReturnType<typeof planCorrection>>

/** Returns what follows for a case if its answers are corrected to these (shared/spec/contract.md#corrections). */
export async function planCorrection(ctx: RequestContext, reviewed: Case, after: readonly StoredAnswer[]) {
  const corrections = correctionsOf(reviewed, after)
  const applied = await findAppliedRules(ctx, reviewed.questionnaireId)
  const byRules = await changesByNewRules(ctx, reviewed, applied, { answers: after, corrections })
  const judged = after.map((answer, position): JudgedAnswer => {
    const isHere = (change: { readonly position: number }) => change.position === position
    const correction = corrections.find(isHere)
    const flag = byRules.find(isHere)?.flag ?? correction?.flag
    if (flag) return { ...answer, canBeFlagged: true, overridden: flag !== answer.initialFlag }
    return correction ? { ...answer, overridden: false } : reviewed.judge(position, answer)
  })
  const { currentRedFlagAnswerCount: reds } = summarizeFlags(judged, null)
  const { initial } = initialFlags(after)
  // A red answer contradicts a force-green, which is therefore withdrawn (shared/spec/contract.md#flags).
  const withdrawsForce = reviewed.forcedFlag === 'green' && reds > 0
  const forced = withdrawsForce ? null : reviewed.forcedFlag
  return {
    after,
    corrections,
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

// A correction concerns answers whose value changes, and those whose flag changes because of another answer. A person's red on the latter is
// kept, because their answer is still the one that was decided on.
function correctionsOf({ answers, decisions }: Case, after: readonly StoredAnswer[]): CorrectedAnswer[] {
  return after.flatMap(({ value, initialFlag }, position) => {
    const was = answers[position]
    const change = { position, before: was?.value ?? '', after: value }
    if (was?.value !== value) return { ...change, flag: null }
    if (was.initialFlag === initialFlag) return []
    const history = decisions.filter((decision) => decision.position === position)
    const held = heldDecision(history, was.initialFlag)
    return { ...change, flag: held?.flag === 'red' && held.rulesVersion === undefined ? 'red' : null }
  })
}

/** Records that a correction withdraws a force-green. Comes before the correction, so that an undo of what rules then decide does not restore it. */
export async function recordWithdrawnForce(ctx: RequestContext, reviewed: Case, plan: CorrectionPlan, reason: string): Promise<void> {
  if (plan.withdrawsForce) await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
}

/** Returns the case as the correction leaves it, for its update; the overrides of what was corrected change in both. */
export function correctedCase(reviewed: Case, { after, corrections, initial, forced }: CorrectionPlan, sealedContact: Buffer): Case {
  for (const { position, flag } of corrections) {
    if (flag) reviewed.overridden.set(position, flag !== after[position]?.initialFlag)
    else reviewed.overridden.delete(position)
  }
  return { ...reviewed, answers: after, sealedContact, initialFlag: initial, forcedFlag: forced }
}
