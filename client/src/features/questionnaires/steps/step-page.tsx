import type { FormEvent, ReactNode } from 'react'
import { useTitle } from '../../../layout/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { useWords } from '../../../words/language.ts'
import type { Translate } from '../../../words/translate.ts'
import type { DraftState } from '../draft/draft.ts'
import { faultsIn } from '../fields/answer-faults.ts'
import { faultText } from '../fields/fault-words.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'
import { FaultSummary, useFirstFault } from './parts/fault-summary.tsx'
import { SavedNote } from './parts/saved-note.tsx'
import { StartAgain } from './parts/start-again.tsx'
import { StepButtons } from './parts/step-buttons.tsx'
import { UnitFields } from './unit-fields.tsx'
import { askedQuestions, isAnswerable, type Step } from '../navigation/units.ts'
import { useDefaults } from './use-defaults.ts'
import type { Faults } from './use-faults.ts'
import { unformatted } from '@portico/shared/words/formatted-text'

export interface StepPageProps {
  step: Step
  /** Number of questions, without follow-ups. */
  count: number
  state: DraftState
  language: string
  faults: Faults
  /** Number of failed attempts to continue; each moves focus to the first fault. */
  failures: number
  note: ReactNode
  /** Shows the list of all questions. */
  onAll: () => void
  /** Continues on another device; undefined where that is not possible. */
  onLeave: (() => void) | undefined
  /** Deletes all answers. */
  onClear: () => void
  onAnswer: (identifier: string, value: string) => void
  onBack: () => void
  /** Called by Continue with the faults on the page, if any. */
  onFail: (found: Faults) => void
  /** Called by Continue if the page has no faults. */
  onContinue: () => void
}

/** One question with its follow-up on a phone, several questions on a wide screen. */
export function StepPage({ step, count, state, language, faults, failures, note, ...on }: StepPageProps) {
  const words = useWords()
  const { t } = words
  const progress = progressText(step, count, t)
  useTitle(progress)
  const questions = step.units.flatMap((unit) => askedQuestions(unit, state.answers)).filter(isAnswerable)
  useDefaults(questions, state, on.onAnswer)
  const shownFaults = questions.flatMap((question) => {
    const fault = faults[question.identifier]
    return fault ? [{ question, message: faultText(fault, question, state.answers[question.identifier] ?? '', words) }] : []
  })
  useFirstFault(failures, shownFaults[0]?.question.identifier)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsIn(questions, state.answers)
    if (Object.keys(found).length > 0) return on.onFail(found)
    on.onContinue()
  }
  const hasAnswers = Object.keys(state.answers).length > 0
  const [only] = step.units
  const single = step.units.length === 1
  return (
    <form
      noValidate
      aria-label={progress}
      onSubmit={submit}
      className="mx-auto flex min-h-[calc(100dvh-65px)] w-full max-w-prose grow flex-col px-4 md:px-6 [&_:is(input,select,textarea,button,iframe)]:scroll-mb-28"
    >
      <div className="grid gap-2 py-4 md:py-6">
        <ProgressBar value={step.first + step.units.length} max={count} text={progress} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <SavedNote keeping={state.keeping} given={hasAnswers} />
          <div className="-mx-4 md:-mx-5">
            <Button kind="quiet" onClick={on.onAll}>
              {t('questionnaire.all.title')}
            </Button>
          </div>
        </div>
      </div>
      <div className="grid grow content-start gap-8 pb-8">
        {note}
        <FaultSummary
          language={language}
          listed={
            shownFaults.length > 1
              ? shownFaults.map(({ question, message }) => ({
                  identifier: question.identifier,
                  question: unformatted(question.questionText),
                  message,
                }))
              : []
          }
        />
        {step.section && <StepSection section={step.section} language={language} heading={!single} />}
        {!step.section && !single && <h1 className="sr-only">{progress}</h1>}
        {single && only && (
          <UnitFields
            key={only.question.identifier}
            unit={only}
            state={state}
            language={language}
            faults={faults}
            level={1}
            onAnswer={on.onAnswer}
          />
        )}
        {!single &&
          step.units.map((unit) => (
            <UnitFields
              key={unit.question.identifier}
              unit={unit}
              state={state}
              language={language}
              faults={faults}
              level={2}
              onAnswer={on.onAnswer}
            />
          ))}
      </div>
      {hasAnswers && (
        <div className="-mx-4 md:-mx-5 flex flex-wrap pb-4">
          {on.onLeave && (
            <Button kind="quiet" onClick={on.onLeave}>
              {t('questionnaire.transfer.leave')}
            </Button>
          )}
          <StartAgain clearing onConfirm={on.onClear} />
        </div>
      )}
      <StepButtons onBack={on.onBack}>
        <Button type="submit" wide>
          {t('questionnaire.goOn')}
        </Button>
      </StepButtons>
    </form>
  )
}

function StepSection({ section, language, heading }: { section: string; language: string; heading: boolean }) {
  const text = <QuestionnaireText language={language}>{section}</QuestionnaireText>
  return heading ? <h1 className="text-2xl">{text}</h1> : <p className="-mb-4 text-mute">{text}</p>
}

function progressText({ first, units }: Step, count: number, t: Translate): string {
  if (units.length === 1) return t('questionnaire.progress', { number: first + 1, count })
  return t('questionnaire.progressSeveral', { from: first + 1, to: first + units.length, count })
}
