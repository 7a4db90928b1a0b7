import { importProblems } from '@portico/shared/words/import/import-problems'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import type { Problem } from '../problems.ts'
import { answerAndValue, type Comparison } from './impossible-comparisons.ts'
import type { Questions } from './possible-values.ts'

const { W17 } = importProblems

/** Warns about each comparison that finds one of several choices only if nothing else is chosen (W17). */
export function singleChoicesIn(comparisons: readonly Comparison[], questions: Questions): Pick<Problem, 'code' | 'message'>[] {
  const messages = comparisons.flatMap((comparison) => {
    const { identifier = '', value = '' } = answerAndValue(comparison) ?? {}
    const type = questions.get(identifier)?.type
    const isEquality = comparison.op === '=' || comparison.op === '!='
    return isEquality && value !== '' && type && questionTypeFacts[type].answer === 'choices' ? W17.single(identifier, value) : []
  })
  return [...new Set(messages)].map((message) => ({ code: 'W17', message }))
}
