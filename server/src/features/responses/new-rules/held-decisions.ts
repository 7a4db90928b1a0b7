import type { DecidableFlag } from '@portico/shared/words/flags'
import { undoneReason } from '@portico/shared/words/rules-reason'
import type { Decision } from '../../../infra/security/sealed-respondent.ts'

/** What holds for an answer at some point of its history. */
interface Held {
  /** A person's decision, which new rules keep. */
  readonly byPerson?: Decision
  /** The decision of the rules that were last applied to it. */
  readonly byRules?: Decision
}

/**
 * Returns the decision on an answer that holds, from the decisions on it and its corrections, oldest first
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases); undefined if there is none or everything decided was taken back. A person's
 * has the calculations for which rules had made the answer red.
 */
export function heldDecision(history: readonly Decision[], initialFlag: DecidableFlag): Decision | undefined {
  const steps: Held[] = [{}]
  for (const [place, decision] of history.entries())
    steps.push(restoredBy(decision, { steps, undone: history[place - 1] }, initialFlag) ?? heldAfter(decision, steps.at(-1), initialFlag))
  const { byPerson, byRules } = steps.at(-1) ?? {}
  return byPerson ? { ...byPerson, calculations: byRules?.calculations } : byRules
}

function heldAfter(decision: Decision, { byRules }: Held = {}, initialFlag: DecidableFlag): Held {
  // Decisions before a correction were about another answer, but it may keep a person's red.
  if (decision.about === 'correction') return decision.flag === null ? {} : { byPerson: decision }
  if (decision.rulesVersion !== undefined) return { byRules: decision }
  // A green about an answer that no rules made red only removes a person's red.
  const removesRed = decision.flag === 'green' && (byRules?.flag ?? initialFlag) === 'green'
  return { byRules, ...(!removesRed && { byPerson: decision }) }
}

// An undo takes the decision just before it back, with the one before if rules decided because of that: each changed the flag. Undos of
// earlier releases are not marked as such, but have their own reason.
function restoredBy(
  decision: Decision,
  { steps, undone }: { readonly steps: readonly Held[]; readonly undone: Decision | undefined },
  initialFlag: DecidableFlag,
): Held | undefined {
  const { about, isUndo, flag, reason, rulesVersion } = decision
  if (about === 'correction') return undefined
  const taken = [steps.at(-2), ...(isUndo ? [steps.at(-3)] : [])]
  const restored = taken.find((held) => held && flag === ((held.byPerson ?? held.byRules)?.flag ?? initialFlag))
  if (!isUndo && !(reason === undoneReason && flag === initialFlag && rulesVersion === undefined)) return undefined
  if (!restored || steps.at(-1)?.byPerson) return restored
  const { byPerson, byRules } = restored
  // Whoever restores a red that rules had turned green decides that it is red.
  if (flag === 'red' && steps.at(-1)?.byRules?.flag === 'green') return { ...restored, byPerson: { ...decision, rulesVersion: undefined } }
  // A green that rules ended is none of a person any longer: the rules apply again.
  const isEnded = byPerson?.flag === 'green' && restored === steps.at(-2) && undone?.rulesVersion !== undefined && !undone.isUndo
  return isEnded ? { byRules: { ...byPerson, rulesVersion: 0, calculations: byRules?.calculations } } : restored
}
