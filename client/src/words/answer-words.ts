import type { Question } from '@portico/shared/contract/questionnaires'
import { acknowledged, chosenIn, questionTypeFacts } from '@portico/shared/words/question-types'
import { localDate } from './local-date.tsx'

/** Formats an answer for use within another text: choices by their labels, dates and times in the reader's locale. */
export function answerWords({ questionType, options = [] }: Question, value: string, language: string): string {
  switch (questionTypeFacts[questionType].answer) {
    case 'choice':
    case 'choices':
      return chosenIn(questionType, value)
        .map((chosen) => options.find((option) => option.value === chosen)?.label ?? chosen)
        .join(', ')
    case 'date':
      return localDate(value, language)
    case 'time':
      return localDate(`2000-01-01T${value}`, language, 'time')
    case 'acknowledgement':
      return value === acknowledged ? '✓' : ''
    case 'calculated':
    case 'number':
    case 'text':
    case 'none':
      return value
  }
}
