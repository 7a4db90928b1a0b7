import type { DecidableFlag } from '../words/flags.ts'
import { calculate } from './calculations.ts'
import { holds, namesInTest, type ConditionFacts } from './conditions.ts'
import type { QuestionDefinition } from './definition.ts'
import { isRed } from './red-rules.ts'

/** An answer of an open case, with the decision on it that holds. */
export interface AnswerWithDecision {
  readonly identifier: string
  readonly value: string
  readonly initialFlag: DecidableFlag
  /** `rulesVersion`: the version whose rules made it; undefined if a person did. */
  readonly decided: { readonly flag: DecidableFlag | null; readonly rulesVersion?: number | undefined } | undefined
}

/** An answer whose flag changes under new rules. */
export interface FlagChange {
  /** Its position in the respondent's list. */
  readonly position: number
  readonly identifier: string
  readonly flag: DecidableFlag
  readonly reason: string
  /** The version whose rules change it. */
  readonly rulesVersion: number
}

/**
 * Returns how the rules of a newer version change the flags of answers to an earlier one
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases). Decisions by people stay; a rule that refers to an answer that was never
 * asked for is not applied. `today` is the day of the response, YYYY-MM-DD.
 */
export function flagChanges(
  { version, questions }: { readonly version: number; readonly questions: readonly QuestionDefinition[] },
  answers: readonly AnswerWithDecision[],
  today: string,
): FlagChange[] {
  const known = knownOf(questions, answers, today)
  const facts = { answerTo: (identifier: string) => known.get(identifier) ?? '', today }
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  return answers.flatMap(({ identifier, initialFlag, decided }, position): FlagChange[] => {
    const question = byIdentifier.get(identifier)
    if (!question || !known.has(identifier) || !isJudgeable(question, known)) return []
    if (decided && decided.rulesVersion === undefined) return []
    const flag = isRed(question, facts.answerTo(identifier), facts) ? 'red' : 'green'
    if (flag === (decided?.flag ?? initialFlag)) return []
    return [{ position, identifier, flag, reason: reasonOf(version, question, flag), rulesVersion: version }]
  })
}

// Calculations are those of the newer version, on the existing answers.
function knownOf(questions: readonly QuestionDefinition[], answers: readonly AnswerWithDecision[], today: string): Map<string, string> {
  const given = new Map(answers.map(({ identifier, value }) => [identifier, value]))
  const known = new Map<string, string>()
  const facts: ConditionFacts = { answerTo: (identifier) => known.get(identifier) ?? '', today }
  for (const { identifier, calculation, askedWhen } of questions) {
    const value = given.get(identifier)
    if (!calculation) {
      if (value !== undefined) known.set(identifier, value)
      continue
    }
    const needed = [
      ...calculation.flatMap((step) => ('answerTo' in step ? step.answerTo : [])),
      ...(askedWhen ?? []).flat().flatMap(namesInTest),
    ]
    if (!needed.every((name) => known.has(name))) continue
    known.set(identifier, askedWhen && !holds(askedWhen, facts) ? '' : calculate(calculation, facts))
  }
  return known
}

function isJudgeable({ redWhen }: QuestionDefinition, known: ReadonlyMap<string, string>): boolean {
  return (
    redWhen?.op !== 'when' ||
    redWhen.condition
      .flat()
      .flatMap(namesInTest)
      .every((name) => known.has(name))
  )
}

function reasonOf(version: number, { redReason = '', redGuidance }: QuestionDefinition, flag: DecidableFlag): string {
  const why = flag === 'red' ? redReason || 'this answer is red.' : 'this answer is not red.'
  return [`Rules of version ${version}: ${why}`, ...(flag === 'red' && redGuidance ? [`To find out: ${redGuidance}`] : [])].join(' ')
}
