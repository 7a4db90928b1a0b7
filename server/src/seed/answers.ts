import { isRed } from '@portico/shared/rules/red-rules'
import { questionTypeFacts } from '@portico/shared/words/question-types'
import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'

/**
 * Returns unremarkable answers: every required question is answered, no answer is red and no follow-up is asked. `given` replaces or adds
 * answers. `today` is the day of submission, YYYY-MM-DD.
 */
export function unremarkableAnswers(
  definition: QuestionnaireDefinition,
  today: string,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const question of definition.questions) {
    if (!question.required || question.followUpOf !== undefined) continue
    answers[question.identifier] = unremarkableAnswer(question, today)
  }
  return { ...answers, ...given }
}

function unremarkableAnswer(question: QuestionDefinition, today: string): string {
  const { answer, example } = questionTypeFacts[question.type]
  return answer === 'choice' || answer === 'choices' ? unremarkableChoice(question, today) : (example ?? '')
}

function unremarkableChoice(question: QuestionDefinition, today: string): string {
  const { options = [], followUp } = question
  const facts = { answerTo: () => '', today }
  const unremarkable = options.find(({ value }) => !isRed(question, value, facts) && !followUp?.showWhen.includes(value))
  return (unremarkable ?? options[0])?.value ?? ''
}
