import type { Question } from '@portico/shared/contract/questionnaires'
import { useEffect, useEffectEvent } from 'react'
import type { DraftState } from '../draft/draft.ts'
import { todayHere } from '../fields/fault-words.ts'

/** Fills in the default answers of these questions, once each: an answer that was cleared stays cleared. */
export function useDefaults(
  questions: readonly Question[],
  { answers, changedAt }: DraftState,
  onAnswer: (identifier: string, value: string) => void,
): void {
  const open = questions.filter(
    ({ identifier, defaultAnswer }) =>
      defaultAnswer !== undefined && answers[identifier] === undefined && changedAt[identifier] === undefined,
  )
  const fillIn = useEffectEvent(() => {
    for (const { identifier, questionType, defaultAnswer = '' } of open)
      onAnswer(identifier, questionType === 'date' && defaultAnswer === 'today' ? todayHere() : defaultAnswer)
  })
  useEffect(() => fillIn(), [open.length])
}
