import type { AnswerLimits } from '@portico/shared/contract/questionnaires'
import { dateLimits } from '@portico/shared/rules/answers'
import { daysFromToday } from '@portico/shared/rules/days'
import { limitsOf, type QuestionDefinition } from '@portico/shared/rules/definition'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import { dayNumber } from './possible-values.ts'

type Limited = Pick<QuestionDefinition, 'identifier' | 'type' | 'integer' | 'validation' | 'constraint'>

/**
 * Returns whether there is an answer within all limits of a question: of its type, its validation and its constraint. Patterns, formats and
 * which day today is are not considered, so that some questions for which it returns true still have no possible answer.
 */
export function isSatisfiable(question: Limited): boolean {
  const allowed = limitsOf(question)
  switch (questionTypeFacts[question.type].answer) {
    case 'number':
      return isNumberAllowed(allowed)
    case 'text':
      return Math.max(1, allowed.minLength ?? 1) <= (allowed.maxLength ?? Infinity)
    case 'date':
      return [true, false].every((counted) => isDayAllowed(allowed, counted))
    default:
      return true
  }
}

function isNumberAllowed({ integer, min = -Infinity, above = -Infinity, max = Infinity, below = Infinity }: AnswerLimits): boolean {
  if (integer) return Math.max(Math.ceil(min), Math.floor(above) + 1) <= Math.min(Math.floor(max), Math.ceil(below) - 1)
  return Math.max(min, above) < Math.min(max, below) || (min === max && above < min && min < below)
}

/** Compares calendar days with each other, or those `counted` from today. */
function isDayAllowed(allowed: AnswerLimits, counted: boolean): boolean {
  const { earliest, after, latest, before } = dateLimits(allowed)
  const days = (limit: string | undefined, shift: number) => {
    const fromToday = limit === undefined ? undefined : daysFromToday(limit)
    if (limit === undefined || (fromToday !== undefined) !== counted) return []
    return [(fromToday ?? dayNumber(limit)) + shift]
  }
  return Math.max(...days(earliest, 0), ...days(after, 1)) <= Math.min(...days(latest, 0), ...days(before, -1))
}
