import type { DecidableFlag } from '../words/flags.ts'
import type { QuestionDefinition } from './definition.ts'
import { summarizeFlags } from './flags.ts'
import { isRed } from './red-rules.ts'

/**
 * Returns the flags of checked answers on arrival (shared/spec/contract.md#flags): of each question that can be answered, in order, and of
 * the whole. `today` is the day in the workshop's time zone, YYYY-MM-DD.
 */
export function judge(asking: readonly QuestionDefinition[], answers: ReadonlyMap<string, string>, today: string) {
  const facts = { answerTo: (identifier: string) => answers.get(identifier) ?? '', today }
  const judged = asking.map((question) => {
    const value = facts.answerTo(question.identifier)
    const initialFlag: DecidableFlag = isRed(question, value, facts) ? 'red' : 'green'
    return { identifier: question.identifier, value, initialFlag, canBeFlagged: question.redWhen !== undefined, overridden: false }
  })
  return { judged, flags: summarizeFlags(judged, null) }
}
