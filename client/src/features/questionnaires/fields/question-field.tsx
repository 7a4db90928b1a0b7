import { directionOf } from '@portico/shared/words/languages'
import type { Question } from '@portico/shared/contract/questionnaires'
import { acknowledged, chosenIn, type QuestionType } from '@portico/shared/words/question-types'
import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../../layout/loading/lazy-part.ts'
import { useWords } from '../../../words/language.ts'
import { DateFields } from '../../../ui/fields/date-fields.tsx'
import { PhoneInput } from '../../../ui/fields/phone-input.tsx'
import { Button } from '../../../ui/button.tsx'
import type { FieldFrame } from '../../../ui/field.tsx'
import { CheckboxRows, RadioRows } from '../../../ui/fields/radio-rows.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Loading } from '../../../ui/feedback/skeleton.tsx'
import { QuestionnaireText } from './question-texts.tsx'
import { DropDown } from './drop-down.tsx'
import { TypedAnswer } from './typed-answer.tsx'
import { unformatted } from '@portico/shared/words/formatted-text'

// Loaded on demand, because a video needs a connection anyway.
const VideoPlayer = lazyPart(async () => (await import('../../../ui/media/video-player.tsx')).VideoPlayer, UnloadedVideo)

export interface QuestionFieldProps {
  question: Question
  /** Language of the question. */
  language: string
  label: ReactNode
  value: string
  error: string | undefined
  /** True while nothing may be changed. */
  disabled: boolean
  onAnswer: (value: string) => void
}

/** Returns the element id of a question's field, the target of links in an error summary. */
export function fieldId(identifier: string): string {
  return `answer-${identifier}`
}

/** The field for a question, depending on its type (shared/spec/product.md#question-types). Nothing is preselected. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, language, label, error } = props
  const frame = {
    id: fieldId(question.identifier),
    label,
    hint: question.hint && <QuestionnaireText language={language}>{question.hint}</QuestionnaireText>,
    error,
    optional: !question.required,
  }
  const Field = fields[question.questionType]
  return <Field {...props} frame={frame} />
}

type FieldProps = QuestionFieldProps & { frame: FieldFrame }

const fields: Readonly<Record<QuestionType, (props: FieldProps) => ReactNode>> = {
  radio: Choices,
  radioWithFollowUp: Choices,
  contactLanguage: Choices,
  dropDown: ({ question, language, value, disabled, onAnswer, frame }) => (
    <DropDown {...frame} options={question.options ?? []} language={language} value={value} disabled={disabled} onAnswer={onAnswer} />
  ),
  date: ({ value, disabled, onAnswer, frame }) => <DateFields {...frame} value={value} disabled={disabled} onChange={onAnswer} />,
  time: ({ question, value, disabled, onAnswer, frame }) => (
    <TextField
      {...frame}
      type="time"
      value={value}
      disabled={disabled}
      aria-required={question.required || undefined}
      onChange={(event) => onAnswer(event.target.value)}
    />
  ),
  acknowledge: Acknowledgement,
  checkboxes: SeveralChoices,
  calculate: () => null,
  phoneNumber: ({ value, disabled, onAnswer, frame }) => <PhoneInput {...frame} value={value} disabled={disabled} onChange={onAnswer} />,
  input: Typed,
  email: Typed,
  numeric: Typed,
  zip: Typed,
  note: ({ frame }) => (
    <div className="grid gap-3">
      {frame.label}
      {frame.hint}
    </div>
  ),
  youtube: ({ question, language, frame }) => (
    <div className="grid gap-3">
      {frame.label}
      {frame.hint}
      <Suspense fallback={<Loading />}>
        <VideoPlayer url={question.videoUrl ?? ''} title={unformatted(question.questionText)} language={language} />
      </Suspense>
    </div>
  ),
}

function UnloadedVideo() {
  const { t } = useWords()
  return <p className="text-mute">{t('errors.network')}</p>
}

function Typed({ question, value, disabled, onAnswer, frame }: FieldProps) {
  return <TypedAnswer {...frame} question={question} value={value} disabled={disabled} onAnswer={onAnswer} />
}

function Acknowledgement({ value, disabled, onAnswer, frame }: FieldProps) {
  const { t } = useWords()
  return (
    <CheckboxRows
      {...frame}
      choices={[{ value: acknowledged, label: t('questionnaire.acknowledged') }]}
      chosen={[value]}
      disabled={disabled}
      onChange={([first = '']) => onAnswer(first)}
    />
  )
}

function SeveralChoices({ question, language, value, disabled, onAnswer, frame }: FieldProps) {
  const { t } = useWords()
  const hint = (
    <>
      {frame.hint}
      <p>{t('questionnaire.chooseSeveral')}</p>
    </>
  )
  return (
    <CheckboxRows
      {...frame}
      hint={hint}
      choices={choicesOf(question, language)}
      dir={directionOf(language)}
      chosen={chosenIn(question.questionType, value)}
      disabled={disabled}
      onChange={(chosen) => onAnswer(chosen.join(' '))}
    />
  )
}

function choicesOf({ options = [], questionType }: Question, language: string) {
  return options.map(({ value, label }) => ({
    value,
    label: <QuestionnaireText language={questionType === 'contactLanguage' ? value : language}>{label}</QuestionnaireText>,
  }))
}

function Choices({ question, language, value, disabled, onAnswer, frame }: FieldProps) {
  const { t } = useWords()
  const options = question.options ?? []
  const short = options.length === 2 || question.questionType === 'contactLanguage'
  return (
    <div className="grid gap-2">
      <RadioRows
        {...frame}
        choices={choicesOf(question, language)}
        dir={directionOf(language)}
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
