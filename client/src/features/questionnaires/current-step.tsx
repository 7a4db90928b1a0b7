import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { useState, type ReactNode } from 'react'
import type { Draft, DraftState } from './draft/draft.ts'
import { questionStep, type DraftStep } from './draft/draft-record.ts'
import { checkBeforeSending } from './fields/answer-faults.ts'
import { titleOf } from './loading/questionnaire-title.ts'
import { endWalkIn } from './loading/walk-in.ts'
import { useRoute } from './navigation/use-route.ts'
import { useStepHistory } from './navigation/use-step-history.ts'
import type { Sender, SendState } from './sending/sender.ts'
import { lastSent } from './sent/sent-memory.ts'
import { AllQuestionsPage } from './steps/all-questions-page.tsx'
import { ReviewPage } from './steps/review-page.tsx'
import { StartPage } from './steps/start-page.tsx'
import { forgetTransfer } from './transfer/forget-transfer.ts'
import { canTransfer, TransferPage, transferOfAddress, type Transfer } from './transfer/transfer-page.tsx'
import { StepPage } from './steps/step-page.tsx'
import type { FaultsShown } from './steps/use-faults.ts'

export interface CurrentStepProps {
  draft: Draft
  state: DraftState
  questionnaire: Questionnaire
  workshopName: string | undefined
  sender: Sender
  sendState: SendState
  shown: FaultsShown
  note: ReactNode
}

function startOver(draft: Draft, sender: Sender): void {
  const { transfer, walkIn } = draft.state()
  sender.dismissRefusal()
  forgetTransfer(transfer)
  endWalkIn(walkIn)
  draft.restart()
}

/** The current page of a questionnaire: the start, a step, the list of all questions, or the review. */
export function CurrentStep({ draft, state, questionnaire, workshopName, sender, sendState, shown, note }: CurrentStepProps) {
  const goTo = useStepHistory(draft)
  const [changing, setChanging] = useState(false)
  const [listedFrom, setListedFrom] = useState<DraftStep>('start')
  const [transfer, setTransfer] = useState<Transfer | undefined>(transferOfAddress)
  const { faults, failures, addFaults, removeFaults } = shown
  const texts = { state, language: questionnaire.language, faults }
  const send = (parentConsent?: true) => {
    const { faults: found, identifiers } = checkBeforeSending(questionnaire.questions, state.answers)
    if (Object.keys(found).length > 0) return addFaults(found)
    sender.send({ language: questionnaire.language, workshopName, identifiers, ...(parentConsent && { parentConsent }) })
  }
  const { route, insertAnswers, insertAnswersInUnits, insertAnswersInStep } = useRoute(questionnaire, state)
  const startAgain = () => {
    removeFaults(Object.keys(faults))
    startOver(draft, sender)
  }
  const showAll = () => {
    setListedFrom(state.place)
    goTo('all')
  }
  if (transfer)
    return (
      <TransferPage
        {...{ transfer, draft }}
        questionnaire={{ ...questionnaire, questions: questionnaire.questions.map(insertAnswers) }}
        onDone={() => setTransfer(undefined)}
      />
    )
  const onLeave = mayTransfer(state) ? () => setTransfer({ kind: 'leave' }) : undefined
  switch (route.kind) {
    case 'start':
      return (
        <StartPage
          title={questionnaire.title ?? titleOf(questionnaire.name)}
          count={route.units.length}
          state={state}
          note={note}
          lastSent={lastSent(questionnaire.name)}
          onShared={(shared) => draft.keepOnDevice(!shared)}
          onReceive={mayTransfer(state) ? () => setTransfer({ kind: 'receive' }) : undefined}
          onStart={() => goTo(route.next)}
          onStartAgain={startAgain}
        />
      )
    case 'step':
      return (
        <StepPage
          {...texts}
          step={insertAnswersInStep(route.step)}
          count={route.units.length}
          failures={failures}
          note={note}
          onAll={showAll}
          onClear={startAgain}
          onLeave={onLeave}
          onAnswer={(identifier, value) => {
            removeFaults([identifier])
            draft.answer(identifier, value)
          }}
          onFail={addFaults}
          onBack={() => goTo(route.back)}
          onContinue={() => {
            setChanging(false)
            goTo(changing ? 'review' : route.next)
          }}
        />
      )
    case 'all':
      return (
        <AllQuestionsPage
          units={insertAnswersInUnits(route.units)}
          state={state}
          language={texts.language}
          onChoose={(identifier) => goTo(questionStep(identifier))}
          onBack={() => goTo(listedFrom)}
        />
      )
    case 'review':
      return (
        <ReviewPage
          {...texts}
          units={insertAnswersInUnits(route.units)}
          onAll={showAll}
          onLeave={onLeave}
          refusal={sendState.step === 'refused' ? sendState.because : undefined}
          note={note}
          onChange={(identifier) => {
            setChanging(true)
            goTo(questionStep(identifier))
          }}
          onBack={() => goTo(route.back)}
          onSend={send}
          onStartAgain={startAgain}
        />
      )
  }
}

function mayTransfer({ keeping }: DraftState): boolean {
  return canTransfer && keeping !== 'preview'
}
