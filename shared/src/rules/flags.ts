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

/** A refusal and its message, the same on the disabled button and in the response. */
export type Refusal = readonly [id: FailureId, message: string]

export function opposite(flag: DecidableFlag): DecidableFlag {
  return flag === 'red' ? 'green' : 'red'
}

/** Returns the current flag of an answer (shared/spec/product.md#flag-of-an-answer). */
export function effectiveFlag(answer: JudgedAnswer): AnswerFlag {
  if (!answer.canBeFlagged) return 'not-applicable'
  return answer.overridden ? opposite(answer.initialFlag) : answer.initialFlag
}

/** Derives the flags and counts from all answers and the force, if there is one (shared/spec/contract.md#flags). */
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

/** Returns the current flag of a respondent (shared/spec/contract.md#flags). */
export function currentRespondentFlag(initial: RespondentFlagWord, redAnswers: number, forced: DecidableFlag | null): RespondentFlagWord {
  if (forced) return forced
  if (redAnswers > 0 || initial === 'red') return 'in-progress'
  return initial === 'not-applicable' ? initial : 'green'
}

/** What the rules on forcing need to know about a respondent. */
export interface Forceable {
  readonly current: RespondentFlagWord
  readonly currentRedFlagAnswerCount: number
  readonly forced: DecidableFlag | null
}

/** Returns why this respondent cannot be marked green now; undefined if they can (shared/spec/product.md#flag-of-a-respondent). */
export function greenBlocker(respondent: Forceable): Refusal | undefined {
  if (respondent.current === 'green') return ['ALREADY_SET', 'Already green']
  const reds = respondent.currentRedFlagAnswerCount
  if (reds > 0) return ['RED_ANSWERS_REMAIN', reds === 1 ? '1 red answer' : `${reds} red answers`]
  if (respondent.forced === 'red') return ['MARKED_FULLY_RED', 'Marked fully as red']
  return undefined
}

/** Returns why this respondent cannot be marked red now; undefined if they can (shared/spec/product.md#flag-of-a-respondent). */
export function redBlocker(respondent: Forceable): Refusal | undefined {
  return respondent.current === 'red' ? ['ALREADY_SET', 'Already red'] : undefined
}

/** Returns why this answer cannot be given this flag now; undefined if it can (shared/spec/contract.md#flags). */
export function overrideBlocker(answer: JudgedAnswer, flag: DecidableFlag): Refusal | undefined {
  if (!answer.canBeFlagged) return ['INVALID_REQUEST', 'This question is not a red-flag question']
  return effectiveFlag(answer) === flag ? ['ALREADY_SET', `Already ${flag}`] : undefined
}

/** Returns whether the respondent is listed, invited and checked in like green ones (shared/spec/contract.md#flags). */
export function isWelcome(current: RespondentFlagWord): boolean {
  return current === 'green' || current === 'not-applicable'
}
