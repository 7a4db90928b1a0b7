import type { Question } from '@portico/shared/contract/questionnaires'
import { type AnswerKind, questionTypeFacts } from '@portico/shared/words/question-types'
import type { ReactNode } from 'react'
import { localDate } from '../../../words/local-date.tsx'
import { useWords } from '../../../words/language.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'

interface AnswerTextProps {
  question: Question
  value: string
  /** The language that the questionnaire is written in. */
  language: string
}

/** An answer as the person gave it: the choice by its label, a day in the reader's manner, numbers left to right. */
export function AnswerText({ question, value, language }: AnswerTextProps) {
  const words = useWords()
  if (value === '') return <span className="text-mute">{words.t('questionnaire.review.notAnswered')}</span>
  return textOfKind[questionTypeFacts[question.questionType].answer]({ question, value, language }, words.language)
}

const textOfKind: Readonly<Record<AnswerKind, (answer: AnswerTextProps, readerLanguage: string) => ReactNode>> = {
  choice({ question, value, language }) {
    const label = question.options?.find((option) => option.value === value)?.label
    return label === undefined ? typed(value, 'auto') : <QuestionnaireText language={language}>{label}</QuestionnaireText>
  },
  text: ({ question, value }) => typed(value, questionTypeFacts[question.questionType].format ? 'ltr' : 'auto'),
  number: ({ value }) => typed(value, 'ltr'),
  date: ({ value }, readerLanguage) => localDate(value, readerLanguage),
  time: ({ value }, readerLanguage) => localDate(`2000-01-01T${value}`, readerLanguage, 'time'),
  none: () => null,
}

function typed(value: string, direction: 'ltr' | 'auto'): ReactNode {
  return (
    <bdi dir={direction} className="wrap-anywhere whitespace-pre-wrap">
      {value}
    </bdi>
  )
}
