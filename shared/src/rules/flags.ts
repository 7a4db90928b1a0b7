import type { AnswerFlag, DecidableFlag, RespondentFlagWord } from '../words/flags.ts'
import type { FailureId } from '../words/failures.ts'

/** An answer as the flag rules see it. */
export interface JudgedAnswer {
  readonly canBeFlagged: boolean
  readonly initialFlag: DecidableFlag
  readonly overridden: boolean
}

/** The flags and counts of a respondent; `forced` is a reviewer's decision on the whole respondent. */
export interface FlagSummary {
  readonly initial: RespondentFlagWord
  readonly current: RespondentFlagWord
  readonly initialRedFlagAnswerCount: number
  readonly currentRedFlagAnswerCount: number
}

/** A refusal and the sentence that explains it, the same on the disabled button and in the reply. */
export type Refusal = readonly [id: FailureId, message: string]

export function opposite(flag: DecidableFlag): DecidableFlag {
  return flag === 'red' ? 'green' : 'red'
}

/** The flag an answer has now (shared/spec/product.md#flag-of-an-answer). */
export function effectiveFlag(answer: JudgedAnswer): AnswerFlag {
  if (!answer.canBeFlagged) return 'not-applicable'
  return answer.overridden ? opposite(answer.initialFlag) : answer.initialFlag
}

/** The flags and counts that follow from all answers and the force, if there is one (shared/spec/contract.md#flags). */
export function summarizeFlags(answers: readonly JudgedAnswer[], forced: DecidableFlag | null): FlagSummary {
  const initialRedFlagAnswerCount = answers.filter((answer) => answer.canBeFlagged && answer.initialFlag === 'red').length
  const currentRedFlagAnswerCount = answers.filter((answer) => effectiveFlag(answer) === 'red').length
  const initial = initialRespondentFlag(answers, initialRedFlagAnswerCount)
  const current = currentRespondentFlag(initial, currentRedFlagAnswerCount, forced)
  return { initial, current, initialRedFlagAnswerCount, currentRedFlagAnswerCount }
}

function initialRespondentFlag(answers: readonly JudgedAnswer[], redAnswers: number): RespondentFlagWord {
  if (!answers.some((answer) => answer.canBeFlagged)) return 'not-applicable'
  return redAnswers > 0 ? 'red' : 'green'
}

/** The current flag of a respondent (shared/spec/contract.md#flags). */
export function currentRespondentFlag(initial: RespondentFlagWord, redAnswers: number, forced: DecidableFlag | null): RespondentFlagWord {
  if (forced) return forced
  if (redAnswers > 0 || initial === 'red') return 'in-progress'
  return initial === 'not-applicable' ? initial : 'green'
}

/** What the rules on forcing need to know of a respondent. */
export interface Forceable {
  readonly current: RespondentFlagWord
  readonly currentRedFlagAnswerCount: number
  readonly forced: DecidableFlag | null
}

/** Why this respondent cannot be marked green now; undefined when they can (shared/spec/product.md#flag-of-a-respondent). */
export function greenBlocker(respondent: Forceable): Refusal | undefined {
  if (respondent.current === 'green') return ['ALREADY_SET', 'Already green']
  const reds = respondent.currentRedFlagAnswerCount
  if (reds > 0) return ['RED_ANSWERS_REMAIN', reds === 1 ? '1 red answer' : `${reds} red answers`]
  if (respondent.forced === 'red') return ['MARKED_FULLY_RED', 'Marked fully as red']
  return undefined
}

/** Why this respondent cannot be marked red now; undefined when they can (shared/spec/product.md#flag-of-a-respondent). */
export function redBlocker(respondent: Forceable): Refusal | undefined {
  return respondent.current === 'red' ? ['ALREADY_SET', 'Already red'] : undefined
}

/** Why this answer cannot be given this flag now; undefined when it can (shared/spec/contract.md#flags). */
export function overrideBlocker(answer: JudgedAnswer, flag: DecidableFlag): Refusal | undefined {
  if (!answer.canBeFlagged) return ['INVALID_REQUEST', 'This question is not a red-flag question']
  return effectiveFlag(answer) === flag ? ['ALREADY_SET', `Already ${flag}`] : undefined
}

/** Whether the respondent is listed, invited and checked in as green ones are (shared/spec/contract.md#flags). */
export function isWelcome(current: RespondentFlagWord): boolean {
  return current === 'green' || current === 'not-applicable'
}
