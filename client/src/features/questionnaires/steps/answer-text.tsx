import type { Question } from '@portico/shared/contract/questionnaires'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'

/** An answer as the person gave it: the choice by its label, a day in the reader's manner, numbers left to right. */
export function AnswerText({ question, value, language }: { question: Question; value: string; language: string }) {
  const words = useWords()
  if (value === '') return <span className="text-mute">{words.t('questionnaire.review.notAnswered')}</span>
  const label = question.options?.find((option) => option.value === value)?.label
  if (label !== undefined) return <QuestionnaireText language={language}>{label}</QuestionnaireText>
  if (question.questionType === 'date') return localDate(value, words.language)
  const plain = ['phoneNumber', 'email', 'zip', 'numeric'].includes(question.questionType)
  return (
    <bdi dir={plain ? 'ltr' : 'auto'} className="wrap-anywhere whitespace-pre-wrap">
      {value}
    </bdi>
  )
}
