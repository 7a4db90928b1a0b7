import type { Question, Questionnaire } from '@portico/shared/contract/questionnaires'
import { checkAnswers } from '@portico/shared/rules/answers'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Loading } from '../../ui/skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { isDraftKey, type Draft } from './draft/draft.ts'
import { placeOf } from './draft/draft-record.ts'
import { answerCheck, loadPatterns } from './fields/answer-check.ts'
import { registerServiceWorker } from './loading/register-service-worker.ts'
import { useTexts } from './loading/use-texts.ts'
import { SendPanel } from './sending/send-panel.tsx'
import { useSender } from './sending/use-sender.ts'
import { LanguageNote } from './steps/language-note.tsx'
import { ReviewPage } from './steps/review-page.tsx'
import { routeAt } from './navigation/route.ts'
import { StartPage } from './steps/start-page.tsx'
import { StepPage } from './steps/step-page.tsx'
import { isAnswerable } from './navigation/units.ts'
import { useFaults } from './steps/use-faults.ts'
import { useNewPage } from './navigation/use-new-page.ts'
import { usePlaceHistory } from './navigation/use-place-history.ts'
import { useWide } from './navigation/use-wide.ts'

export interface AnsweringProps {
  draft: Draft
  workshopName?: string
  /** Told of the number once the server has the answers. */
  onReceived: (anonymousId: string) => void
  /** The draft came to its end in another tab, or its questions are lost: everything has to be opened again. */
  onEnded: () => void
}

/** A questionnaire from its first page to the sending: where one is, what was answered, what is wrong with it. */
export function Answering({ draft, workshopName, onReceived, onEnded }: AnsweringProps) {
  const { language } = useWords()
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  const { questionnaire, oddity } = useTexts(draft, state, language)
  const [sender, sendState] = useSender(draft, onReceived)
  useEffect(() => {
    if (questionnaire) void loadPatterns(questionnaire.questions)
  }, [questionnaire])
  const { faults, failures, fail, forget } = useFaults(sendState)
  const goTo = usePlaceHistory(draft)
  const wide = useWide()
  const page = useRef<HTMLDivElement>(null)
  const [changing, setChanging] = useState(false)
  useNewPage(page, state.sending ? 'sending' : state.place)
  useOtherTabs(draft)
  const keeps = state.keeping === 'device' && state.place !== 'start'
  useEffect(() => {
    if (keeps) void registerServiceWorker()
  }, [keeps])
  useLeaveWarning(state.keeping !== 'device' && Object.keys(state.answers).length > 0)
  const over = (state.ended || !(questionnaire || state.sending)) && sendState.step !== 'sent'
  useEffect(() => {
    if (over) onEnded()
  }, [over, onEnded])

  const texts = { state, language: questionnaire?.language ?? language, faults }
  const note = <LanguageNote oddity={oddity} shown={texts.language} />
  const shown = () => {
    if (state.sending) return <SendPanel state={sendState} keeping={state.keeping} onTry={sender.attempt} />
    if (!questionnaire || state.ended) return <Loading />
    const route = routeAt(questionnaire.questions, state.place, wide)
    const startAgain = () => {
      sender.rest()
      forget(Object.keys(faults))
      draft.restart()
    }
    switch (route.kind) {
      case 'start':
        return (
          <StartPage
            name={questionnaire.name}
            count={route.units.length}
            state={state}
            note={note}
            onShared={(shared) => draft.keepOnDevice(!shared)}
            onStart={() => goTo(route.next)}
            onStartAgain={startAgain}
          />
        )
      case 'step':
        return (
          <StepPage
            {...texts}
            step={route.step}
            count={route.units.length}
            failures={failures}
            note={note}
            onAnswer={(identifier, value) => {
              forget([identifier])
              draft.answer(identifier, value)
            }}
            onFail={fail}
            onBack={() => goTo(route.back)}
            onGoOn={() => {
              setChanging(false)
              goTo(changing ? 'review' : route.next)
            }}
          />
        )
      case 'review':
        return (
          <ReviewPage
            {...texts}
            units={route.units}
            refusal={sendState.step === 'refused' ? sendState.because : undefined}
            note={note}
            onChange={(identifier) => {
              setChanging(true)
              goTo(placeOf(identifier))
            }}
            onBack={() => goTo(route.back)}
            onSend={() => send(questionnaire)}
            onStartAgain={startAgain}
          />
        )
    }
  }
  const send = ({ questions, language: written }: Questionnaire) => {
    const { issues, answers } = checkAnswers(questions, answersTo(questions, state.answers), answerCheck())
    if (issues.length > 0) return fail(Object.fromEntries(issues.map((issue) => [issue.identifier, issue.fault])))
    sender.send({ language: written, workshopName, identifiers: [...answers.keys()] })
  }
  return (
    <div ref={page} className="flex grow flex-col">
      {shown()}
    </div>
  )
}

function answersTo(questions: readonly Question[], answers: Readonly<Record<string, string>>): Record<string, string> {
  const known = new Set(questions.filter(isAnswerable).map((question) => question.identifier))
  return Object.fromEntries(Object.entries(answers).filter(([identifier]) => known.has(identifier)))
}

/** Another tab may answer, send or delete the same draft. */
function useOtherTabs(draft: Draft): void {
  useEffect(() => {
    const look = (event: StorageEvent) => {
      if (isDraftKey(event.key)) draft.reread()
    }
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [draft])
}

/** Asks before the page is closed while it alone holds answers. */
function useLeaveWarning(unsafe: boolean): void {
  useEffect(() => {
    if (!unsafe) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsafe])
}
