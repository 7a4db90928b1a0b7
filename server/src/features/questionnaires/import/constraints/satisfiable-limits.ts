import type { AnswerLimits } from '@portico/shared/contract/questionnaires'
import { dateLimits } from '@portico/shared/rules/answers'
import { daysFromToday } from '@portico/shared/rules/days'
import { limitsOf, type QuestionDefinition } from '@portico/shared/rules/definition'
import { limits } from '@portico/shared/words/limits'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import { dayNumber, rangeWithin } from './possible-values.ts'

type Limited = Pick<QuestionDefinition, 'identifier' | 'type' | 'integer' | 'validation' | 'constraint'>

/**
 * Returns whether there is an answer within all limits of a question, today or later: of its type, its validation and its constraint. Of
 * patterns nothing is known, so that some questions for which it returns true still have no possible answer.
 */
export function isSatisfiable(question: Limited): boolean {
  const allowed = limitsOf(question)
  switch (questionTypeFacts[question.type].answer) {
    case 'number':
      return isNumberAllowed(allowed)
    case 'text':
      return isLengthAllowed(allowed)
    case 'date':
      // In the time zone where this day ends last.
      return isDayAllowed(allowed, new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10))
    default:
      return true
  }
}

function isNumberAllowed(allowed: AnswerLimits): boolean {
  const [least, greatest] = rangeWithin(allowed)
  return least < greatest || (least === greatest && least !== allowed.above && greatest !== allowed.below)
}

// The shortest and the longest answers of each format.
const lengths = { phone: [2, limits.phoneDigitsMax + 1], email: [6, limits.emailMax], zip: [5, 10] } as const

function isLengthAllowed({ format, minLength = 1, maxLength = Infinity }: AnswerLimits): boolean {
  const [shortest, longest] = format ? lengths[format] : [1, Infinity]
  return Math.max(minLength, shortest) <= Math.min(maxLength, longest)
}

function isDayAllowed(allowed: AnswerLimits, today: string): boolean {
  const { earliest, after, latest, before } = dateLimits(allowed)
  const days = (limit: string | undefined, shift: number, counted: boolean) => {
    const fromToday = limit === undefined ? undefined : daysFromToday(limit)
    if (limit === undefined || (fromToday !== undefined) !== counted) return []
    return [fromToday === undefined ? dayNumber(limit) - dayNumber(today) + shift : fromToday + shift]
  }
  const first = (counted: boolean) => Math.max(...days(earliest, 0, counted), ...days(after, 1, counted))
  const last = (counted: boolean) => Math.min(...days(latest, 0, counted), ...days(before, -1, counted))
  // As time goes on, a day counted from today can still reach a calendar day, but never go back to it.
  return first(true) <= last(true) && first(false) <= last(false) && first(true) <= last(false)
}
