import type { AnswerTest } from '@portico/shared/contract/conditions'
import { numberOf } from '@portico/shared/rules/conditions'
import type { Bound } from '@portico/shared/rules/definition'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import type { Answered, Questions } from '../possible-values.ts'

/** What is asked of an answer. */
interface Requirement {
  readonly holdsFor: (answer: string) => boolean
  readonly test?: AnswerTest
}

/**
 * Returns the questions as if none took an answer that fails what is asked of it, so that what is calculated from them has fewer results.
 * Numbers are limited by comparisons with a fixed one, and single choices by any; others stay as they are. A question that nothing changes
 * is the same object.
 */
export function limitedBy(asked: ReadonlyMap<string, readonly Requirement[]>, questions: Questions): Questions {
  const limited = new Map<string, Answered | undefined>()
  const get = (name: string): Answered | undefined => {
    const question = questions.get(name)
    if (!question || limited.has(name)) return limited.get(name)
    limited.set(name, question)
    const one = question.calculation ? recalculated(question) : withLimits(question, asked.get(name) ?? [])
    limited.set(name, one)
    return one
  }
  const recalculated = (question: Answered): Answered => {
    const inputs = question.calculation?.flatMap((step) => ('answerTo' in step ? step.answerTo : [])) ?? []
    return inputs.some((input) => get(input) !== questions.get(input)) ? { ...question } : question
  }
  return { get }
}

function withLimits(question: Answered, asked: readonly Requirement[]): Answered {
  const { type, options = [], constraint } = question
  switch (questionTypeFacts[type].answer) {
    case 'choice': {
      const possible = options.filter(({ value }) => asked.every(({ holdsFor }) => holdsFor(value)))
      return possible.length === options.length ? question : { ...question, options: possible }
    }
    case 'number': {
      const bounds = asked.flatMap(({ test }) => (test ? boundsOf(test) : []))
      const own = constraint?.kind === 'range' ? constraint.bounds : []
      return bounds.length === 0 ? question : { ...question, constraint: { kind: 'range', bounds: [...own, ...bounds] } }
    }
    default:
      return question
  }
}

const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

function boundsOf({ op, value: compared, not }: AnswerTest): Bound[] {
  const value = typeof compared === 'object' ? NaN : numberOf(String(compared))
  if (Number.isNaN(value) || op === 'selected') return []
  if (op !== '=') return [{ op: not ? opposite[op] : op, value }]
  return not
    ? []
    : [
        { op: '>=', value },
        { op: '<=', value },
      ]
}
