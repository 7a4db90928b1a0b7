import type { Question } from '@portico/shared/contract/questionnaires'
import { checkAnswer, checkAnswers, type AnswerFault } from '@portico/shared/rules/answers'
import { looksComplete } from '../../../ui/fields/phone-input-numbers.ts'
import { isAnswerable } from '../navigation/units.ts'
import { answerCheck } from './answer-check.ts'

/** Returns the faults in the answers to these questions, by identifier: what the server would refuse, and incomplete phone numbers. */
export function faultsIn(questions: readonly Question[], answers: Readonly<Record<string, string>>): Record<string, AnswerFault> {
  const found = questions.flatMap((question): (readonly [string, AnswerFault])[] => {
    const answer = answers[question.identifier] ?? ''
    const issue = checkAnswer(question, answer, answerCheck())
    if (issue) return [[question.identifier, issue.fault]]
    const complete = question.questionType !== 'phoneNumber' || looksComplete(answer)
    return complete ? [] : [[question.identifier, 'phone']]
  })
  return Object.fromEntries(found)
}

/** Returns the faults of a whole questionnaire, and the identifiers of the answers to send if there are none. */
export function checkBeforeSending(
  questions: readonly Question[],
  given: Readonly<Record<string, string>>,
): { faults: Record<string, AnswerFault>; identifiers: string[] } {
  const known = questions.filter(isAnswerable).filter(({ identifier }) => given[identifier] !== undefined)
  const { issues, answers } = checkAnswers(
    questions,
    Object.fromEntries(known.map(({ identifier }) => [identifier, given[identifier] ?? ''])),
    answerCheck(),
  )
  const incomplete = faultsIn(
    known.filter(({ identifier }) => answers.has(identifier)),
    given,
  )
  return {
    faults: { ...Object.fromEntries(issues.map((issue) => [issue.identifier, issue.fault])), ...incomplete },
    identifiers: known.flatMap(({ identifier }) => (answers.has(identifier) ? identifier : [])),
  }
}
