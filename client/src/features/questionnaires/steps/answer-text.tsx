import type { Question } from '@portico/shared/contract/questionnaires'
import { type AnswerKind, chosenIn, questionTypeFacts } from '@portico/shared/words/question-types'
import type { ReactNode } from 'react'
import { localDate } from '../../../words/local-date.tsx'
import { useWords, type Words } from '../../../words/language.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'

interface AnswerTextProps {
  question: Question
  value: string
  /** Language of the questionnaire. */
  language: string
}

/** Shows an answer: choices by their label, dates in the user's locale, numbers left to right. */
export function AnswerText({ question, value, language }: AnswerTextProps) {
  const words = useWords()
  if (value === '') return <span className="text-mute">{words.t('questionnaire.review.notAnswered')}</span>
  return textOfKind[questionTypeFacts[question.questionType].answer]({ question, value, language }, words)
}

const textOfKind: Readonly<Record<AnswerKind, (answer: AnswerTextProps, words: Words) => ReactNode>> = {
  choice({ question, value, language }) {
    const label = question.options?.find((option) => option.value === value)?.label
    return label === undefined ? typed(value, 'auto') : <QuestionnaireText language={language}>{label}</QuestionnaireText>
  },
  choices: ({ question, value, language }) => (
    <ul className="grid gap-1">
      {chosenIn(question.questionType, value).map((chosen) => (
        <li key={chosen}>
          <QuestionnaireText language={language}>
            {question.options?.find((option) => option.value === chosen)?.label ?? chosen}
          </QuestionnaireText>
        </li>
      ))}
    </ul>
  ),
  text: ({ question, value }) => typed(value, questionTypeFacts[question.questionType].format ? 'ltr' : 'auto'),
  number: ({ value }) => typed(value, 'ltr'),
  date: ({ value }, { language }) => <bdi>{localDate(value, language)}</bdi>,
  time: ({ value }, { language }) => <bdi>{localDate(`2000-01-01T${value}`, language, 'time')}</bdi>,
  acknowledgement: (_, { t }) => t('questionnaire.acknowledged'),
  calculated: ({ value }) => typed(value, 'auto'),
  none: () => null,
}

function typed(value: string, direction: 'ltr' | 'auto'): ReactNode {
  return (
    <bdi dir={direction} className="wrap-anywhere whitespace-pre-wrap">
      {value}
    </bdi>
  )
}
