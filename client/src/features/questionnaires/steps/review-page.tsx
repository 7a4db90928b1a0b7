import type { Question } from '@portico/shared/contract/questionnaires'
import { directionOf } from '@portico/shared/words/languages'
import type { ReactNode } from 'react'
import { useTitle } from '../../../layout/page.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'
import { faultText } from '../fields/fault-words.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'
import type { Refusal } from '../sending/sender.ts'
import { ClosedNotice } from '../sent/closed-notice.tsx'
import { AnswerText } from './answer-text.tsx'
import { FaultSummary } from './parts/fault-summary.tsx'
import { useParentConsent } from './parts/parent-consent.tsx'
import { SavedNote } from './parts/saved-note.tsx'
import { StartAgain } from './parts/start-again.tsx'
import { StepButtons } from './parts/step-buttons.tsx'
import { askedQuestions, isAnswerable, type Unit } from '../navigation/units.ts'
import type { Faults } from './use-faults.ts'
import { unformatted } from '@portico/shared/words/formatted-text'

export interface ReviewPageProps {
  units: readonly Unit[]
  state: DraftState
  language: string
  faults: Faults
  /** Why the server rejected the answers, if it did. */
  refusal: Refusal | undefined
  note: ReactNode
  onAll: () => void
  /** Continues on another device; undefined where that is not possible. */
  onLeave: (() => void) | undefined
  onChange: (identifier: string) => void
  onBack: () => void
  /** Sends the answers; for a respondent under 18, with the consent of a parent. */
  onSend: (parentConsent?: true) => void
  onStartAgain: () => void
}

/** Lists all answers, each with a button to change it, before they are sent. */
export function ReviewPage({ units, state, language, faults, refusal, note, ...on }: ReviewPageProps) {
  const words = useWords()
  const { t } = words
  useTitle(t('questionnaire.review.title'))
  const questions = units.flatMap((unit) => askedQuestions(unit, state.answers)).filter(isAnswerable)
  const parent = useParentConsent(questions, state.answers)
  const messageOf = (question: Question) => {
    const fault = faults[question.identifier]
    return fault && faultText(fault, question, state.answers[question.identifier] ?? '', words)
  }
  const wrong = questions.flatMap((question) => {
    const message = messageOf(question)
    return message ? [{ identifier: question.identifier, question: unformatted(question.questionText), message }] : []
  })
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-65px)] w-full max-w-prose grow flex-col px-4 md:px-6 [&_button]:scroll-mb-28">
      <div className="grid grow content-start gap-6 py-6">
        <div className="grid gap-2">
          <h1 className="text-3xl">{t('questionnaire.review.title')}</h1>
          <p className="text-mute">{t('questionnaire.review.lead')}</p>
          <SavedNote keeping={state.keeping} given={Object.keys(state.answers).length > 0} />
        </div>
        {note}
        <Refused refusal={refusal} state={state} />
        <FaultSummary listed={wrong} language={language} onGo={on.onChange} />
        <dl className="grid">
          {questions.map((question) => (
            <ReviewRow
              key={question.identifier}
              question={question}
              value={state.answers[question.identifier] ?? ''}
              language={language}
              fault={messageOf(question)}
              onChange={on.onChange}
            />
          ))}
        </dl>
        <p>{t('questionnaire.review.complete')}</p>
        {parent.box}
        <div className="flex flex-wrap gap-3">
          <Button kind="quiet" onClick={on.onAll}>
            {t('questionnaire.all.title')}
          </Button>
          {on.onLeave && (
            <Button kind="quiet" onClick={on.onLeave}>
              {t('questionnaire.transfer.leave')}
            </Button>
          )}
          <StartAgain onConfirm={on.onStartAgain} />
        </div>
      </div>
      <StepButtons onBack={on.onBack}>
        <Button wide onClick={() => parent.send(on.onSend)}>
          {t('questionnaire.send.action')}
        </Button>
      </StepButtons>
    </div>
  )
}

function Refused({ refusal, state }: { refusal: Refusal | undefined; state: DraftState }) {
  const { t } = useWords()
  switch (refusal) {
    case 'closed':
      return (
        <div className="grid gap-4">
          <Banner kind="error">{t('citizenship.disabled')}</Banner>
          <ClosedNotice state={state} />
        </div>
      )
    case 'repeated':
      return <Banner kind="error">{t('questionnaire.send.already')}</Banner>
    case 'other':
      return <Banner kind="error">{t('questionnaire.send.refused')}</Banner>
    case 'answers':
    case undefined:
      return null
  }
}

interface ReviewRowProps {
  question: Question
  value: string
  language: string
  fault: string | undefined
  onChange: (identifier: string) => void
}

function ReviewRow({ question, value, language, fault, onChange }: ReviewRowProps) {
  const { t } = useWords()
  const { identifier, questionNumber, questionText } = question
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line py-3">
      <dt className="text-sm text-mute">
        <QuestionnaireText language={language}>{questionNumber ? `${questionNumber}. ${questionText}` : questionText}</QuestionnaireText>
      </dt>
      {/* Begins at the same edge as its question, which may be in a language of the other direction. */}
      <dd className="row-start-2 font-medium" dir={directionOf(language)}>
        <AnswerText question={question} value={value} language={language} />
      </dd>
      <dd className="row-span-2 self-center">
        <Button
          kind="secondary"
          aria-label={`${t('questionnaire.review.change')}: ${unformatted(questionText)}`}
          onClick={() => onChange(identifier)}
        >
          {t('questionnaire.review.change')}
        </Button>
      </dd>
      {fault && (
        <dd className="col-span-2">
          <FieldError id={`fault-${identifier}`} error={fault} />
        </dd>
      )}
    </div>
  )
}
