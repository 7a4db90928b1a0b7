import type { Question } from '@portico/shared/contract/questionnaires'
import type { ReactNode } from 'react'
import { useWords } from '../../../words/language.ts'
import { DateFields } from '../../../ui/date-fields.tsx'
import { PhoneInput } from '../../../ui/phone-input.tsx'
import { Button } from '../../../ui/button.tsx'
import type { FieldFrame } from '../../../ui/field.tsx'
import { RadioRows } from '../../../ui/radio-rows.tsx'
import { VideoPlayer } from '../../../ui/video-player.tsx'
import { QuestionnaireText } from './question-texts.tsx'
import { DropDown } from './drop-down.tsx'
import { TypedAnswer } from './typed-answer.tsx'

export interface QuestionFieldProps {
  question: Question
  /** The language that the question is written in. */
  language: string
  label: ReactNode
  value: string
  error: string | undefined
  /** True while nothing may be changed. */
  disabled: boolean
  onAnswer: (value: string) => void
}

/** The id of the field of a question: what links of an error summary lead to. */
export function fieldId(identifier: string): string {
  return `answer-${identifier}`
}

/** The place where one question is answered, after its type (shared/spec/product.md#question-types). Nothing is ever chosen beforehand. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, language, label, value, error, disabled, onAnswer } = props
  const frame = {
    id: fieldId(question.identifier),
    label,
    hint: question.hint && <QuestionnaireText language={language}>{question.hint}</QuestionnaireText>,
    error,
    optional: !question.required,
  }
  switch (question.questionType) {
    case 'radio':
    case 'radioWithFollowUp':
    case 'contactLanguage':
      return <Choices {...props} frame={frame} />
    case 'dropDown':
      return (
        <DropDown {...frame} options={question.options ?? []} language={language} value={value} disabled={disabled} onAnswer={onAnswer} />
      )
    case 'date':
      return <DateFields {...frame} value={value} disabled={disabled} onChange={onAnswer} />
    case 'phoneNumber':
      return <PhoneInput {...frame} value={value} disabled={disabled} onChange={onAnswer} />
    case 'youtube':
      return (
        <div className="grid gap-3">
          {label}
          {frame.hint}
          <VideoPlayer url={question.videoUrl ?? ''} title={question.questionText} language={language} />
        </div>
      )
    case 'input':
    case 'email':
    case 'numeric':
    case 'zip':
      return <TypedAnswer {...frame} question={question} value={value} disabled={disabled} onAnswer={onAnswer} />
  }
}

function Choices({ question, language, value, disabled, onAnswer, frame }: QuestionFieldProps & { frame: FieldFrame }) {
  const { t } = useWords()
  const options = question.options ?? []
  const short = options.length === 2 || question.questionType === 'contactLanguage'
  return (
    <div className="grid gap-2">
      <RadioRows
        {...frame}
        choices={options.map((option) => ({
          value: option.value,
          label: (
            <QuestionnaireText language={question.questionType === 'contactLanguage' ? option.value : language}>
              {option.label}
            </QuestionnaireText>
          ),
        }))}
        value={value}
        disabled={disabled}
        sideBySide={short}
        onChange={(event) => onAnswer(event.target.value)}
      />
      {!question.required && value !== '' && !disabled && (
        <div>
          <Button kind="quiet" onClick={() => onAnswer('')}>
            {t('questionnaire.clearAnswer')}
          </Button>
        </div>
      )}
    </div>
  )
}
