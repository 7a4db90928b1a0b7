import { currentRespondentFlag, summarizeFlags, type JudgedAnswer } from '@portico/shared/rules/flags'
import { takesAnswer } from '@portico/shared/words/question-types'
import type { RequestContext } from '../../../infra/request-context.ts'
import type { StoredAnswer } from '../../../infra/security/sealed-respondent.ts'
import { findPublished } from '../../questionnaires/definitions.ts'
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
  const { corrections, keptReds } = await correctionsOf(ctx, reviewed, after)
  const applied = await findAppliedRules(ctx, reviewed.questionnaireId)
  const byRules = await changesByNewRules(ctx, reviewed, applied, { answers: after, corrections })
  const judged = after.map((answer, position): JudgedAnswer => {
    const isHere = (change: { readonly position: number }) => change.position === position
    const flag = byRules.find(isHere)?.flag ?? (keptReds.has(position) ? 'red' : undefined)
    if (flag) return { ...answer, canBeFlagged: true, overridden: flag !== answer.initialFlag }
    return corrections.some(isHere) ? { ...answer, overridden: false } : reviewed.judge(position, answer)
  })
  const { currentRedFlagAnswerCount: reds } = summarizeFlags(judged, null)
  const { initial } = initialFlags(after)
  // A red answer contradicts a force-green, which is therefore withdrawn (shared/spec/contract.md#flags).
  const withdrawsForce = reviewed.forcedFlag === 'green' && reds > 0
  const forced = withdrawsForce ? null : reviewed.forcedFlag
  return {
    after,
    corrections,
    keptReds,
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

// A correction concerns answers whose value changes, and those whose flag changes because of another answer. A red on the latter is kept,
// because their answer is still the one that was decided on; so is one on a calculation, which nobody corrects itself.
async function correctionsOf(ctx: RequestContext, { questionnaireId, answers, decisions }: Case, after: readonly StoredAnswer[]) {
  const { questions = [] } = (await findPublished(ctx, questionnaireId)) ?? {}
  const typed = new Set(questions.filter(({ questionType }) => takesAnswer(questionType)).map(({ identifier }) => identifier))
  const keptReds = new Set<number>()
  const corrections = after.flatMap(({ identifier, value, initialFlag }, position): CorrectedAnswer[] => {
    const was = answers[position]
    const isSame = was?.value === value
    if (isSame && was.initialFlag === initialFlag) return []
    const change = { position, before: was?.value ?? '', after: value }
    const history = decisions.filter((decision) => decision.position === position)
    const held = was && (isSame || !typed.has(identifier)) ? heldDecision(history, was.initialFlag) : undefined
    if (held?.flag !== 'red') return [{ ...change, flag: null }]
    keptReds.add(position)
    // Rules judge the answer anew, knowing what they had decided.
    return held.rulesVersion === undefined ? [{ ...change, flag: 'red' }] : []
  })
  return { corrections, keptReds }
}

/** Records that a correction withdraws a force-green. Comes before the correction, so that an undo of what rules then decide does not restore it. */
export async function recordWithdrawnForce(ctx: RequestContext, reviewed: Case, plan: CorrectionPlan, reason: string): Promise<void> {
  if (plan.withdrawsForce) await record(ctx, reviewed, { about: 'respondent', flag: null, reason })
}

/** Returns the case as the correction leaves it, for its update; the overrides of what was corrected change in both. */
export function correctedCase(reviewed: Case, plan: CorrectionPlan, sealedContact: Buffer): Case {
  const { after, corrections, keptReds, initial, forced } = plan
  for (const { position } of corrections) reviewed.overridden.delete(position)
  for (const position of keptReds) reviewed.overridden.set(position, after[position]?.initialFlag !== 'red')
  return { ...reviewed, answers: after, sealedContact, initialFlag: initial, forcedFlag: forced }
}
