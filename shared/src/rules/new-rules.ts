import type { DecidableFlag } from '../words/flags.ts'
import { questionTypeFacts, type QuestionType } from '../words/question-types.ts'
import { hasAnswerForm } from './answers.ts'
import { calculate } from './calculations.ts'
import { holds, namesInTest, type ConditionFacts } from './conditions.ts'
import type { QuestionDefinition } from './definition.ts'
import { isRed } from './red-rules.ts'

/** An answer of an open case, with the decision on it that holds. */
export interface AnswerWithDecision {
  readonly identifier: string
  /** The type of the question that was answered. */
  readonly type: QuestionType
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
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases). Decisions by people stay; of a rule, the alternatives that refer to an answer
 * that was never asked for are not applied, and nothing turns green by such a rule, or because of an answer that the newer question cannot
 * have. A red calculation that is new makes the first answer red that it is calculated from and nobody decided on. `today` is the day of the
 * response, YYYY-MM-DD.
 */
export function flagChanges(
  { version, questions }: { readonly version: number; readonly questions: readonly QuestionDefinition[] },
  answers: readonly AnswerWithDecision[],
  today: string,
): FlagChange[] {
  const { known, impossible, sources, undetermined } = knownOf(questions, answers, today)
  const facts = { answerTo: (identifier: string) => known.get(identifier) ?? '', today }
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  const isKnown = (name: string) => known.has(name)
  const isRedByKnown = (question: QuestionDefinition) => {
    const { redWhen, identifier } = question
    if (redWhen?.op !== 'when') return isRed(question, facts.answerTo(identifier), facts)
    const condition = redWhen.condition.filter((tests) => tests.flatMap(namesInTest).every(isKnown))
    return isRed({ ...question, redWhen: { ...redWhen, condition } }, facts.answerTo(identifier), facts)
  }
  const byPerson = new Set(answers.flatMap(({ identifier, decided }) => (isOfPerson(decided) ? identifier : [])))
  const redBySource = new Map<string, QuestionDefinition>()
  for (const [identifier, from] of sources) {
    const question = byIdentifier.get(identifier)
    const source = from.find((name) => !byPerson.has(name))
    if (question && source !== undefined && !redBySource.has(source) && isRedByKnown(question)) redBySource.set(source, question)
  }
  return answers.flatMap(({ identifier, initialFlag, decided }, position): FlagChange[] => {
    const question = byIdentifier.get(identifier)
    if (!question || !isKnown(identifier)) return []
    const needed = [identifier, ...(question.redWhen?.op === 'when' ? question.redWhen.condition.flat().flatMap(namesInTest) : [])]
    if (isOfPerson(decided)) return []
    const redOne = isRedByKnown(question) ? question : redBySource.get(identifier)
    const flag = redOne ? 'red' : 'green'
    if (flag === (decided?.flag ?? initialFlag)) return []
    if (flag === 'green' && needed.some((name) => !isKnown(name) || impossible.has(name))) return []
    // Rules may have made it red for a calculation that can no longer be made.
    if (flag === 'green' && decided && undetermined.has(identifier)) return []
    return [{ position, identifier, flag, reason: reasonOf(version, question, redOne), rulesVersion: version }]
  })
}

function isOfPerson(decided: AnswerWithDecision['decided']): boolean {
  return decided !== undefined && decided.rulesVersion === undefined
}

interface KnownAnswers {
  /** The existing answers, and the calculations of the newer version on them. */
  readonly known: ReadonlyMap<string, string>
  /** Which of these the newer question cannot have, or are calculated from such an answer. */
  readonly impossible: ReadonlySet<string>
  /** The new calculations, each with the answers that it is calculated from: first those that were given. */
  readonly sources: ReadonlyMap<string, readonly string[]>
  /** The answers of calculations that also need an answer that was never asked for. */
  readonly undetermined: ReadonlySet<string>
}

function knownOf(questions: readonly QuestionDefinition[], answers: readonly AnswerWithDecision[], today: string): KnownAnswers {
  const given = new Map(answers.map((answer) => [answer.identifier, answer]))
  const known = new Map<string, string>()
  const impossible = new Set<string>()
  const sources = new Map<string, readonly string[]>()
  const answersOf = new Map<string, readonly string[]>()
  const undetermined = new Set<string>()
  const facts: ConditionFacts = { answerTo: (identifier) => known.get(identifier) ?? '', today }
  for (const question of questions) {
    const { identifier, calculation, askedWhen } = question
    if (!calculation) {
      const answer = given.get(identifier)
      if (!answer) continue
      known.set(identifier, answer.value)
      if (!isPossible(question, answer)) impossible.add(identifier)
      continue
    }
    const needed = [
      ...calculation.flatMap((step) => ('answerTo' in step ? step.answerTo : [])),
      ...(askedWhen ?? []).flat().flatMap(namesInTest),
    ]
    const from = needed.flatMap((name) => answersOf.get(name) ?? name)
    answersOf.set(identifier, from)
    if (!needed.every((name) => known.has(name))) {
      for (const name of from) undetermined.add(name)
      continue
    }
    known.set(identifier, askedWhen && !holds(askedWhen, facts) ? '' : calculate(calculation, facts))
    if (needed.some((name) => impossible.has(name))) impossible.add(identifier)
    if (given.has(identifier)) continue
    sources.set(identifier, [...from.filter((name) => known.get(name) !== ''), ...from])
  }
  return { known, impossible, sources, undetermined }
}

// Any value could be a text, but a choice or a number is not what a person would have written.
function isPossible(question: QuestionDefinition, { type, value }: AnswerWithDecision): boolean {
  if (value === '') return true
  const [then, now] = [questionTypeFacts[type].answer, questionTypeFacts[question.type].answer]
  return now === 'text' ? then === 'text' || then === 'calculated' : hasAnswerForm(question.type, value, question.options)
}

/** `redOne` is the question whose rule makes the answer red: its own, or a calculation. */
function reasonOf(version: number, question: QuestionDefinition, redOne: QuestionDefinition | undefined): string {
  const of = `Rules of version ${version}:`
  if (!redOne) return `${of} this answer is not red.`
  const { identifier, redReason, redGuidance } = redOne
  const from = redOne === question ? [] : [`(${identifier}, calculated from this answer)`]
  const guidance = redGuidance ? [`To find out: ${redGuidance}`] : []
  return [of, redReason || 'this answer is red.', ...from, ...guidance].join(' ')
}
