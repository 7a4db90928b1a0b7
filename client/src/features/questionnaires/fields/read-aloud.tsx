import type { Question } from '@portico/shared/contract/questionnaires'
export function ReadAloud({ question }: { question: Question; language: string }) {
  return question.identifier === '' ? <p /> : null
}
